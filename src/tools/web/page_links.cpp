#include "tools/web/page_links.h"

#include "web/sites/address.h"

namespace assay::tools {
namespace {

constexpr std::size_t most_links = 100;
constexpr std::size_t longest_link = 1'000;  // bytes

}  // namespace

std::vector<core::SourceLink> outward_links(const web::Article& article, std::string_view site) {
  std::vector<core::SourceLink> links;
  for (const auto& link : article.links) {
    if (links.size() == most_links) break;
    if (link.url.size() > longest_link) continue;
    const auto address = web::parse_address(link.url);
    if (address && address->site != site) links.push_back({link.url, link.position});
  }
  return links;
}

}  // namespace assay::tools
