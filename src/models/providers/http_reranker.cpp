#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/when_all.h"
#include "models/providers/http_models.h"
#include "models/providers/payload.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using core::Json;
using Kind = ModelFailure::Kind;

// A document is scored by itself, so that scores of several requests compare.
constexpr std::size_t most_documents = 64;                  // of a request
constexpr std::size_t most_bytes = std::size_t{512} << 10;  // of its documents
constexpr std::size_t most_at_once = 8;
constexpr std::size_t longest_answer = std::size_t{16} << 20;

struct Shared {
  std::shared_ptr<const HttpService> service;
  HttpModel model;
  std::string address;
};

struct Batch {
  std::string query;
  std::vector<std::string> documents;
};

io::HttpRequest request_of(const Shared& shared, const Batch& batch) {
  auto request = json_request(shared.address, shared.model.key,
                              {{"model", shared.model.name},
                               {"query", batch.query},
                               {"documents", batch.documents},
                               {"top_n", batch.documents.size()},
                               {"return_documents", false}});
  request.limits.body = longest_answer;
  request.limits.total = std::chrono::minutes(3);
  return request;
}

// Nothing where a score is missing, twice there, or no number.
std::optional<std::vector<double>> read_scores(const Json& body, std::size_t count) {
  const auto& results = member(body, "results");
  if (!results.is_array() || results.size() != count) return std::nullopt;
  std::vector<double> scores(count, std::numeric_limits<double>::quiet_NaN());
  for (const auto& result : results) {
    const auto& index = member(result, "index");
    const auto& score = member(result, "relevance_score");
    if (!index.is_number_unsigned() || index.get<std::uint64_t>() >= count || !score.is_number())
      return std::nullopt;
    auto& place = scores[index.get<std::size_t>()];
    if (!std::isnan(place)) return std::nullopt;
    place = score.get<double>();
    if (!std::isfinite(place)) return std::nullopt;
  }
  return scores;
}

asio::awaitable<std::vector<double>> rank_batch(std::shared_ptr<Shared> shared,
                                                std::shared_ptr<const Batch> batch) {
  Json body = co_await ask_json(shared->service, request_of(*shared, *batch), false);
  auto scores = read_scores(body, batch->documents.size());
  if (!scores)
    throw service_failure(*shared->service, Kind::malformed,
                          "not one score for each of the documents that were asked about", false);
  co_return std::move(*scores);
}

std::vector<std::shared_ptr<const Batch>> batches_of(const std::string& query,
                                                     std::vector<std::string> documents) {
  std::vector<std::shared_ptr<const Batch>> batches;
  Batch batch{query, {}};
  std::size_t bytes = 0;
  const auto end_batch = [&] {
    if (batch.documents.empty()) return;
    batches.push_back(std::make_shared<const Batch>(std::exchange(batch, Batch{query, {}})));
    bytes = 0;
  };
  for (auto& document : documents) {
    if (batch.documents.size() >= most_documents || bytes + document.size() > most_bytes)
      end_batch();
    bytes += document.size();
    batch.documents.push_back(std::move(document));
  }
  end_batch();
  return batches;
}

asio::awaitable<std::vector<double>> rank_all(std::shared_ptr<Shared> shared, std::string query,
                                              std::vector<std::string> documents) {
  std::vector<asio::awaitable<std::vector<double>>> calls;
  for (auto& batch : batches_of(query, std::move(documents)))
    calls.push_back(rank_batch(shared, std::move(batch)));
  std::vector<double> all;
  if (calls.empty()) co_return all;
  auto outcomes = co_await io::when_all(std::move(calls), most_at_once);
  for (auto& outcome : outcomes) std::ranges::copy(outcome.get(), std::back_inserter(all));
  co_return all;
}

class HttpReranker : public Reranker {
 public:
  HttpReranker(HttpService service, HttpModel model) : shared_(std::make_shared<Shared>()) {
    shared_->address = openai_address(model.url, "/rerank");
    shared_->service = std::make_shared<const HttpService>(std::move(service));
    shared_->model = std::move(model);
  }
  asio::awaitable<std::vector<double>> rerank(std::string query,
                                              std::vector<std::string> documents) override {
    return rank_all(shared_, std::move(query), std::move(documents));
  }
  const std::string& name() const override { return shared_->service->name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<Reranker> http_reranker(HttpService service, HttpModel model) {
  return std::make_unique<HttpReranker>(std::move(service), std::move(model));
}

}  // namespace assay::models
