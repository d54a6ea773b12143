#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "models/providers/http_models.h"
#include "models/providers/payload.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using core::Json;
using Kind = ModelFailure::Kind;

constexpr std::size_t longest_answer = std::size_t{4} << 20;
constexpr std::size_t most_classes = 100'000;

struct Shared {
  std::shared_ptr<const HttpService> service;
  HttpModel model;
  std::string address;
};

// The service stands beside the version of other services, not below it.
std::string address_of(const std::string& url) {
  constexpr std::string_view service = "/predict";
  std::string base = url.substr(0, url.find_first_of("?#"));
  while (base.ends_with('/')) base.pop_back();
  if (base.ends_with(service)) return url;
  if (base.ends_with("/v1")) base.resize(base.size() - 3);
  return endpoint(base, std::string(service));
}

// Nothing where it is not a list of classes with probabilities.
std::optional<std::vector<ClassScore>> read_classes(const Json& body) {
  const Json& list =
      body.is_array() && body.size() == 1 && body.front().is_array() ? body.front() : body;
  if (!list.is_array() || list.empty() || list.size() > most_classes) return std::nullopt;
  std::vector<ClassScore> classes;
  std::set<std::string> labels;
  double sum = 0;
  for (const auto& item : list) {
    ClassScore one;
    one.label = text_of(member(item, "label"));
    const auto& score = member(item, "score");
    if (one.label.empty() || !score.is_number() || !labels.insert(one.label).second)
      return std::nullopt;
    one.probability = score.get<double>();
    if (!(one.probability >= 0) || one.probability > 1 + 1e-6) return std::nullopt;
    sum += one.probability;
    classes.push_back(std::move(one));
  }
  if (sum <= 0) return std::nullopt;
  for (auto& one : classes) one.probability /= sum;
  return classes;
}

// By value: it may outlive the classifier.
asio::awaitable<std::vector<ClassScore>> classify_one(std::shared_ptr<Shared> shared,
                                                      std::string text) {
  auto request =
      json_request(shared->address, shared->model.key,
                   {{"inputs", std::move(text)}, {"raw_scores", false}, {"truncate", true}});
  request.limits.body = longest_answer;
  Json body = co_await ask_json(shared->service, std::move(request), false);
  auto classes = read_classes(body);
  if (!classes)
    throw service_failure(*shared->service, Kind::malformed,
                          "an answer that is no list of classes with their probabilities", false);
  co_return std::move(*classes);
}

class HttpClassifier : public Classifier {
 public:
  HttpClassifier(HttpService service, HttpModel model) : shared_(std::make_shared<Shared>()) {
    shared_->address = address_of(model.url);
    shared_->service = std::make_shared<const HttpService>(std::move(service));
    shared_->model = std::move(model);
  }
  asio::awaitable<std::vector<ClassScore>> classify(std::string text) override {
    return classify_one(shared_, std::move(text));
  }
  const std::string& name() const override { return shared_->service->name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<Classifier> http_classifier(HttpService service, HttpModel model) {
  return std::make_unique<HttpClassifier>(std::move(service), std::move(model));
}

}  // namespace assay::models
