#include <nlohmann/json.hpp>
#include <utility>

#include "models/providers/payload.h"
#include "web/providers/paging.h"
#include "web/providers/picture_copies.h"
#include "web/providers/providers.h"
#include "web/providers/serper_request.h"
#include "web/result_text.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using core::Json;
using models::member;
using models::text_of;

constexpr double usual_credits = 3;

asio::awaitable<PictureAnswer> search_lens(ServicePtr service, PictureQuery query) {
  const auto address = result_url(query.address);
  if (address.empty())
    throw search_failure(
        *service, SearchFailure::Kind::unsupported,
        "it searches by a picture's address on the web, and this picture has none");
  Json body{{"url", address}};
  if (const auto language = bare_code(query.language); !language.empty()) body["hl"] = language;
  auto request = serper_request(*service, "/lens", body);
  ServiceAnswer answer = co_await ask(service, std::move(request));
  PictureCopies copies(query);
  each_item(member(answer.body, "organic"), [&](const Json& item) {
    PictureCopy copy;
    copy.page = text_of(member(item, "link"));
    copy.title = text_of(member(item, "title"));
    copy.publisher = text_of(member(item, "source"));
    copy.image = text_of(member(item, "imageUrl"));
    copies.add(std::move(copy));
  });
  co_return copies.take(*service, answer.requests, serper_credits(answer.body, usual_credits));
}

}  // namespace

std::unique_ptr<ReverseSearchProvider> serper_lens(ServicePtr service) {
  return reverse_provider(std::move(service), false, search_lens);
}

}  // namespace assay::web
