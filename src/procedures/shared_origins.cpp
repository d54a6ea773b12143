#include "procedures/shared_origins.h"

#include <algorithm>
#include <utility>

#include "web/sites/address.h"

namespace assay::procedures {
namespace {

constexpr std::size_t least_shared = 30;  // words
constexpr double mostly = 0.7;

std::string site_of(const core::Source& source) {
  if (!source.site.empty()) return source.site;
  const auto address = web::parse_address(source.url);
  return address && !source.url.empty() ? address->site : std::string();
}

// `dailyplanet` of `dailyplanet.co.uk`.
std::string label_of(const std::string& site) { return site.substr(0, site.find('.')); }

CitedSource cited(const core::Evidence& item, std::string text) {
  const auto& source = item.source;
  CitedSource one;
  one.id = item.id;
  one.site = site_of(source);
  one.text = std::move(text);
  one.attributions = language::attributions(one.text);
  one.links = source.links;
  if (!source.publisher.empty()) one.names.push_back(source.publisher);
  if (!one.site.empty()) one.names.insert(one.names.end(), {one.site, label_of(one.site)});
  if (!source.url.empty()) one.addresses.push_back(source.url);
  return one;
}

// Does the text hold all that the item quotes of its own? False where it quotes nothing.
bool holds_quotations(const language::Sketch& text, const core::Evidence& item) {
  bool any = false;
  for (const auto& quotation : item.quotations) {
    if (quotation.blob != item.source.text_blob) continue;
    any = true;
    if (!text.holds(quotation.text)) return false;
  }
  return any;
}

}  // namespace

SharedOrigins::SharedOrigins(const core::Record& record, const io::Blobs& blobs) : blobs_(blobs) {
  for (const auto& item : record.evidence()) know(item);
  for (const auto& repeat : record.repeats())
    if (const auto at = std::ranges::find(cited_, repeat.evidence, &CitedSource::id);
        at != cited_.end() && !repeat.source.url.empty())
      at->addresses.push_back(repeat.source.url);
}

void SharedOrigins::know(const core::Evidence& item) {
  auto text = blobs_.read(item.source.text_blob);
  known_.push_back({item, language::Sketch(text)});
  cited_.push_back(cited(item, std::move(text)));
}

std::vector<core::SharedOrigin> SharedOrigins::add(const core::Evidence& item) {
  know(item);
  auto shared = copies(known_.back());
  for (auto& circle : circle_of(item.id)) shared.push_back(std::move(circle));
  return shared;
}

// What one quotes stands in the other's text, or most of one is the other's: then they are two
// printings of one text.
std::vector<core::SharedOrigin> SharedOrigins::copies(const Known& item) const {
  std::vector<core::SharedOrigin> shared;
  for (const auto& other : known_) {
    // Two passages of one document are one source as it is.
    if (other.item.id == item.item.id || item.item.source.match || other.item.source.match)
      continue;
    const auto taken = item.sketch.taken_from(other.sketch);
    if (taken.words < least_shared) continue;
    const bool same_words =
        holds_quotations(other.sketch, item.item) || holds_quotations(item.sketch, other.item);
    const double share = std::max(taken.share, other.sketch.taken_from(item.sketch).share);
    if (same_words || (share >= mostly && !taken.other_numbers))
      shared.push_back({{other.item.id},
                        "copy",
                        same_words ? "what it quotes stands word by word in both"
                                   : "most of its text stands word by word in both"});
  }
  return shared;
}

std::vector<core::SharedOrigin> SharedOrigins::circle_of(const std::string& id) const {
  std::vector<core::SharedOrigin> shared;
  for (auto& circle : circles(cited_)) {
    if (std::erase(circle.ids, id) == 0) continue;
    shared.push_back({std::move(circle.ids), "circle", std::move(circle.reason)});
  }
  return shared;
}

}  // namespace assay::procedures
