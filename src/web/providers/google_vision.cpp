#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/providers/payload.h"
#include "web/providers/paging.h"
#include "web/providers/picture_copies.h"
#include "web/providers/providers.h"
#include "web/result_text.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using core::Json;
using models::member;
using models::text_of;

// A request may have ten million bytes, and base64 makes four of three.
constexpr std::size_t most_bytes = 7'000'000;

Json image_of(const Service& service, const PictureQuery& query) {
  if (!query.bytes.empty() && query.bytes.size() <= most_bytes)
    return {{"content", models::base64(query.bytes)}};
  if (const auto address = result_url(query.address); !address.empty())
    return {{"source", {{"imageUri", address}}}};
  const auto reason = query.bytes.empty()
                          ? std::string("there is no picture to search for")
                          : "the picture has more than " + std::to_string(most_bytes / 1'000'000) +
                                " MB; make it smaller";
  throw search_failure(service, SearchFailure::Kind::unsupported, reason);
}

Json body_of(const Service& service, const PictureQuery& query) {
  Json feature{{"type", "WEB_DETECTION"}, {"maxResults", bounded_results(query.results)}};
  Json request{{"image", image_of(service, query)}, {"features", Json::array({feature})}};
  if (const auto language = bare_code(query.language); !language.empty())
    request["imageContext"]["languageHints"] = Json::array({language});
  return {{"requests", Json::array({std::move(request)})}};
}

std::string first_address(const Json& images) {
  return images.is_array() && !images.empty() ? text_of(member(images.front(), "url")) : "";
}

PictureCopy copy_of(const Json& page) {
  PictureCopy copy;
  copy.page = text_of(member(page, "url"));
  copy.title = text_of(member(page, "pageTitle"));
  copy.kind = CopyKind::full;
  copy.image = first_address(member(page, "fullMatchingImages"));
  if (copy.image.empty()) {
    copy.kind = CopyKind::partial;
    copy.image = first_address(member(page, "partialMatchingImages"));
  }
  return copy;
}

void add_pages(const Json& found, CopyKind kind, PictureCopies& copies) {
  each_item(member(found, "pagesWithMatchingImages"), [&](const Json& page) {
    if (auto copy = copy_of(page); copy.kind == kind) copies.add(std::move(copy));
  });
}

// Pictures of which the page is not told.
void add_pictures(const Json& found, const char* list, CopyKind kind, PictureCopies& copies) {
  each_item(member(found, list), [&](const Json& image) {
    PictureCopy copy;
    copy.image = text_of(member(image, "url"));
    copy.kind = kind;
    copies.add(std::move(copy));
  });
}

void read_detection(const Json& found, PictureCopies& copies) {
  add_pages(found, CopyKind::full, copies);
  add_pages(found, CopyKind::partial, copies);
  add_pictures(found, "fullMatchingImages", CopyKind::full, copies);
  add_pictures(found, "partialMatchingImages", CopyKind::partial, copies);
  add_pictures(found, "visuallySimilarImages", CopyKind::similar, copies);
  each_item(member(found, "bestGuessLabels"),
            [&](const Json& label) { copies.add_label(text_of(member(label, "label"))); });
  each_item(member(found, "webEntities"),
            [&](const Json& entity) { copies.add_label(text_of(member(entity, "description"))); });
}

const Json& first_response(const Json& body) {
  static const Json none;
  const auto& responses = member(body, "responses");
  return responses.is_array() && !responses.empty() ? responses.front() : none;
}

asio::awaitable<PictureAnswer> detect(ServicePtr service, PictureQuery query) {
  auto request = post_request(service->url, "/v1/images:annotate", body_of(*service, query));
  add_key(request, "x-goog-api-key", service->key);
  ServiceAnswer answer = co_await ask(service, std::move(request));
  const auto& response = first_response(answer.body);
  // The error of one picture comes with the status of success.
  if (const auto error = text_of(member(member(response, "error"), "message")); !error.empty())
    throw search_failure(*service, SearchFailure::Kind::refused,
                         "it can't use the picture: " + result_text(error, 300), answer.requests);
  PictureCopies copies(query);
  read_detection(member(response, "webDetection"), copies);
  co_return copies.take(*service, answer.requests, 1);
}

}  // namespace

std::unique_ptr<ReverseSearchProvider> google_vision(ServicePtr service) {
  return reverse_provider(std::move(service), true, detect);
}

}  // namespace assay::web
