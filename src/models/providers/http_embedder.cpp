#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "io/when_all.h"
#include "language/beginning.h"
#include "language/lines.h"
#include "models/providers/http_models.h"
#include "models/providers/payload.h"
#include "models/providers/vectors.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
using core::Json;
using Kind = ModelFailure::Kind;

constexpr std::size_t most_items = 64;                      // of a batch
constexpr std::size_t most_bytes = std::size_t{512} << 10;  // of its texts
constexpr std::size_t most_batches = 8;                     // at once
constexpr std::size_t longest_answer = std::size_t{64} << 20;
constexpr std::size_t shortest_cut = 64;  // bytes; a shorter text fits into any window

struct Shared {
  std::shared_ptr<const HttpService> service;
  HttpModel model;
  std::string address;
  bool plain_numbers = false;  // base64 is not taken there
  std::size_t dimension = 0;   // of its vectors, once it is known
};

using Items = std::vector<Part>;

std::size_t size_of(const Part& part) {
  if (const auto* text = std::get_if<TextPart>(&part)) return text->text.size();
  return std::get<ImagePart>(part).bytes->size();
}

bool has_image(const Items& items) {
  return std::ranges::any_of(
      items, [](const Part& part) { return std::holds_alternative<ImagePart>(part); });
}

// Some services take no empty text.
std::string sent_text(const std::string& text) { return language::is_blank(text) ? " " : text; }

Json input_json(const Items& items) {
  const bool mixed = has_image(items);
  Json input = Json::array();
  for (const auto& item : items) {
    if (const auto* text = std::get_if<TextPart>(&item)) {
      const auto sent = sent_text(text->text);
      input.push_back(mixed ? Json{{"text", sent}} : Json(sent));
      continue;
    }
    const auto& image = std::get<ImagePart>(item);
    input.push_back({{"image", "data:" + image.media_type + ";base64," + base64(*image.bytes)}});
  }
  return input;
}

io::HttpRequest request_of(const Shared& shared, const Items& items) {
  Json body{{"model", shared.model.name}, {"input", input_json(items)}};
  if (!shared.plain_numbers) body["encoding_format"] = "base64";
  auto request = json_request(shared.address, shared.model.key, body);
  request.limits.body = longest_answer;
  request.limits.total = std::chrono::minutes(3);
  return request;
}

// The first half of the text, whole characters.
std::string first_half(const std::string& text) {
  return std::string(language::beginning(text, text.size() / 2));
}

// What to ask instead where the items are too long for the window: two batches, or half the text.
// Empty where nothing can be done.
std::vector<Items> smaller(const Items& items) {
  if (items.size() > 1) {
    const auto middle = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
    return {Items(items.begin(), middle), Items(middle, items.end())};
  }
  const auto* text = std::get_if<TextPart>(&items.front());
  if (text == nullptr || text->text.size() < shortest_cut) return {};
  return {Items{TextPart{first_half(text->text)}}};
}

asio::awaitable<std::vector<Vector>> embed_once(std::shared_ptr<Shared> shared,
                                                std::shared_ptr<const Items> items) {
  Json body = co_await ask_json(shared->service, request_of(*shared, *items), has_image(*items));
  std::string why;
  auto vectors = read_vectors(body, items->size(), shared->dimension, why);
  if (!vectors) throw service_failure(*shared->service, Kind::malformed, why, false);
  if (!vectors->empty()) shared->dimension = vectors->front().size();
  co_return std::move(*vectors);
}

asio::awaitable<std::vector<Vector>> embed_batch(std::shared_ptr<Shared> shared,
                                                 std::shared_ptr<const Items> items) {
  for (;;) {
    const bool plain = shared->plain_numbers;  // others may learn meanwhile
    std::optional<ModelFailure> failed;
    try {
      std::vector<Vector> vectors = co_await embed_once(shared, items);
      co_return vectors;
    } catch (const ModelFailure& failure) {
      failed.emplace(failure);
    }
    if (failed->kind == Kind::bad_request && !plain) {
      shared->plain_numbers = true;  // the one thing that is asked and need not be
      continue;
    }
    const auto parts = failed->kind == Kind::too_long ? smaller(*items) : std::vector<Items>();
    if (parts.empty()) throw ModelFailure(*failed);
    std::vector<Vector> all;
    for (const auto& part : parts) {
      auto some = co_await embed_batch(shared, std::make_shared<const Items>(part));
      std::ranges::move(some, std::back_inserter(all));
    }
    co_return all;
  }
}

std::vector<std::shared_ptr<const Items>> batches_of(Items items) {
  std::vector<std::shared_ptr<const Items>> batches;
  Items batch;
  std::size_t bytes = 0;
  const auto end_batch = [&] {
    if (!batch.empty()) batches.push_back(std::make_shared<const Items>(std::exchange(batch, {})));
    bytes = 0;
  };
  for (auto& item : items) {
    const auto size = size_of(item);
    if (batch.size() >= most_items || bytes + size > most_bytes) end_batch();
    bytes += size;
    batch.push_back(std::move(item));
  }
  end_batch();
  return batches;
}

asio::awaitable<std::vector<Vector>> embed_all(std::shared_ptr<Shared> shared, Items items) {
  std::vector<asio::awaitable<std::vector<Vector>>> calls;
  for (auto& batch : batches_of(std::move(items)))
    calls.push_back(embed_batch(shared, std::move(batch)));
  std::vector<Vector> all;
  if (calls.empty()) co_return all;
  auto outcomes = co_await io::when_all(std::move(calls), most_batches);
  for (auto& outcome : outcomes) std::ranges::move(outcome.get(), std::back_inserter(all));
  // Two batches may have come back before either knew the dimension.
  for (const auto& vector : all)
    if (vector.size() != all.front().size())
      throw service_failure(*shared->service, Kind::malformed, "vectors of different dimensions",
                            false);
  co_return all;
}

class HttpEmbedder : public Embedder {
 public:
  HttpEmbedder(HttpService service, HttpModel model) : shared_(std::make_shared<Shared>()) {
    shared_->address = openai_address(model.url, "/embeddings");
    shared_->service = std::make_shared<const HttpService>(std::move(service));
    shared_->model = std::move(model);
  }
  asio::awaitable<std::vector<Vector>> embed(std::vector<Part> items) override {
    return embed_all(shared_, std::move(items));
  }
  const std::string& name() const override { return shared_->service->name; }

 private:
  std::shared_ptr<Shared> shared_;
};

}  // namespace

std::unique_ptr<Embedder> http_embedder(HttpService service, HttpModel model) {
  return std::make_unique<HttpEmbedder>(std::move(service), std::move(model));
}

}  // namespace assay::models
