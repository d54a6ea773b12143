#include "tools/own_page.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "io/record_file.h"
#include "io/sha256.h"
#include "language/sketch.h"
#include "web/result_text.h"
#include "web/sites/copies.h"
#include "web/sites/site_lists.h"

namespace assay::tools {
namespace {

constexpr int most_steps = 8;              // from a copy of a copy to what it shows
constexpr std::size_t shortest_text = 40;  // bytes: less may be said by anybody in the same words

}  // namespace

OwnPage::OwnPage(const std::vector<std::string>& addresses, std::string_view text,
                 std::shared_ptr<const web::SiteLists> lists)
    : lists_(std::move(lists)) {
  for (const auto& address : addresses)
    if (auto key = key_of(address); !key.empty()) keys_.insert(std::move(key));
  if (text.size() < shortest_text) return;
  text_hash_ = io::sha256(text);
  sketch_ = std::make_shared<const language::Sketch>(text);
}

// Of a copy's address that of the page that it shows.
std::string OwnPage::key_of(const std::string& address) const {
  auto at = web::parse_address(address);
  if (!at) return {};
  for (int step = 0; step < most_steps; ++step) {
    auto leads = web::leads(*lists_, *at);
    if (!leads || !leads->to) break;
    at = std::move(leads->to);
  }
  return web::same_page_key(at->to_string());
}

std::optional<std::string> OwnPage::is_it(const std::vector<std::string>& addresses,
                                          std::string_view text) const {
  for (const auto& address : addresses)
    if (const auto key = key_of(address); !key.empty() && keys_.contains(key))
      return "the page that the claim is from";
  if (sketch_ && !text.empty() && sketch_->nearly_same(language::Sketch(text)))
    return "a copy of the page that the claim is from: nearly the same text";
  return std::nullopt;
}

std::string OwnPage::identity() const {
  return io::hash_of({{"addresses", keys_}, {"text", text_hash_}});
}

}  // namespace assay::tools
