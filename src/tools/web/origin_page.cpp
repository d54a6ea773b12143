#include "tools/web/origin_page.h"

#include <utility>

#include "assay/core/error.h"
#include "web/sites/address.h"

namespace assay::tools {
namespace {

using boost::asio::awaitable;

// A reason that names the address already is said as it is.
core::InputError cannot_be_used(const std::string& url, const std::string& reason) {
  return core::InputError("the claim's page can't be used: " +
                          (reason.find("://") == std::string::npos ? url + ": " + reason : reason));
}

std::string site_of(const std::string& address) {
  const auto parsed = web::parse_address(address);
  return parsed ? parsed->site : std::string();
}

// The addresses that it is known by. A page may call another site's address its own, so that this
// one's page would count as a copy of it: that is not believed.
std::vector<std::string> addresses_of(const PageRead& read) {
  auto addresses = read.addresses;
  if (!read.canonical.empty() && site_of(read.canonical) == site_of(addresses.back()))
    addresses.push_back(read.canonical);
  return addresses;
}

OriginPage page_of(std::string url, PageRead read) {
  OriginPage page;
  page.origin.asked = std::move(url);
  page.origin.addresses = addresses_of(read);
  page.origin.author = std::move(read.author);
  page.origin.source = std::move(read.found->source);
  page.text = std::move(read.found->text);
  page.bytes = std::move(read.found->bytes);
  page.pictures = std::move(read.found->pictures);
  return page;
}

OriginPage picture_of(std::string url, KeptPicture picture) {
  OriginPage page;
  page.origin.source.url = url;
  page.origin.source.document = url;
  page.origin.asked = std::move(url);
  page.pictures.push_back(std::move(picture));
  return page;
}

}  // namespace

awaitable<OriginPage> read_origin(std::shared_ptr<const WebPages> pages, std::string url,
                                  bool needs_text) {
  PageWanted wanted;
  wanted.url = url;
  PageRead read = co_await pages->read(std::move(wanted));
  if (read.found) co_return page_of(std::move(url), std::move(read));
  if (read.unread && needs_text)
    throw cannot_be_used(url, read.excluded.reason +
                                  "; if it is a picture, write behind `assay check` in quotes what "
                                  "is claimed of it");
  // The address may be that of a picture.
  if (read.unread)
    if (auto picture = co_await pages->picture(url, 1))
      co_return picture_of(std::move(url), std::move(*picture));
  throw cannot_be_used(url, read.excluded.reason);
}

}  // namespace assay::tools
