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

class SerperLens : public ReverseSearchProvider {
 public:
  explicit SerperLens(ServicePtr service) : service_(std::move(service)) {}
  const std::string& name() const override { return service_->id; }
  bool takes_bytes() const override { return false; }
  std::string options() const override { return service_options(*service_); }
  asio::awaitable<PictureAnswer> search(PictureQuery query) const override {
    return search_lens(service_, std::move(query));
  }

 private:
  ServicePtr service_;
};

}  // namespace

std::unique_ptr<ReverseSearchProvider> serper_lens(ServicePtr service) {
  return std::make_unique<SerperLens>(std::move(service));
}

}  // namespace assay::web
