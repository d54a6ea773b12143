#include "web/sites/leak_rules.h"

#include <algorithm>

#include "io/http_text.h"
#include "web/sites/claim_overlap.h"
#include "web/sites/telling_title.h"

namespace assay::web {
namespace {

constexpr double same_claim = 0.6;  // of the shorter of the two
constexpr std::size_t longest_shown = 120;

std::vector<std::string> usable(const std::vector<std::string>& addresses) {
  std::vector<std::string> all;
  for (const auto& address : addresses)
    if (parse_address(address)) all.push_back(address);
  return all;
}

// A review of this very claim, one of another, or none.
std::optional<Leak> by_markup(const std::vector<std::string>& reviews, const ClaimOverlap* claim) {
  if (reviews.empty()) return std::nullopt;
  for (const auto& review : reviews)
    if (claim != nullptr && claim->of(review) >= same_claim)
      return Leak{"markup", "its ClaimReview markup says that it checks this claim: '" +
                                io::one_line(review, longest_shown) + "'"};
  return Leak{"markup", "its ClaimReview markup says that it is a fact-check"};
}

}  // namespace

std::optional<Leak> LeakRules::find(const PageLeakFacts& page) const {
  if (auto leak = by_address(page)) return leak;
  if (auto leak = by_date(page)) return leak;
  return by_content(page);
}

std::optional<Leak> LeakRules::by_address(const PageLeakFacts& page) const {
  const auto drops = [&](const SiteJudgement& judgement) {
    return judgement.excluded && !(settings_.keep_forbidding && judgement.forbids_programs);
  };
  const auto chain = usable(page.addresses);
  const bool named = parse_address(page.canonical).has_value();
  std::optional<SiteJudgement> own;
  if (named) own = judge_.judge(std::string_view(page.canonical));
  if (!chain.empty()) {
    const auto judgement = judge_.judge(chain);
    // An archive's page may name its original.
    const bool resolved =
        judgement.must_follow && own && !own->must_follow && own->site != judgement.site;
    if (drops(judgement) && !resolved) return Leak{"site", judgement.exclusion_reason};
  }
  if (own && drops(*own) && (chain.empty() || !own->must_follow))
    return Leak{"site", "the page gives as its address " +
                            io::one_line(page.canonical, longest_shown) + ": " +
                            own->exclusion_reason};
  return std::nullopt;
}

std::optional<Leak> LeakRules::by_date(const PageLeakFacts& page) const {
  if (!settings_.limit) return std::nullopt;
  const auto limit = settings_.limit->to_string();
  if (!page.published) {
    if (!settings_.require_date) return std::nullopt;
    return Leak{"date", "it gives no date; sources must be from before " + limit};
  }
  if (*page.published < *settings_.limit) return std::nullopt;
  return Leak{"date", "published on " + page.published->to_string() +
                          "; sources must be from before " + limit};
}

std::optional<Leak> LeakRules::by_content(const PageLeakFacts& page) const {
  std::optional<ClaimOverlap> claim;
  if (!page.claim.empty()) claim.emplace(page.claim);
  const auto* overlap = claim ? &*claim : nullptr;
  if (auto leak = by_markup(page.claim_reviews, overlap)) return leak;
  if (auto reason = telling_title(judge_.lists(), page.title, overlap))
    return Leak{"title", *std::move(reason)};
  return std::nullopt;
}

std::optional<std::string> LeakRules::telling_address(std::string_view address,
                                                      std::string_view claim) const {
  const auto parsed = parse_address(address);
  if (!parsed || claim.empty()) return std::nullopt;
  const ClaimOverlap overlap(claim);
  for (const auto& part : path_parts(*parsed))
    if (auto reason = telling_slug(judge_.lists(), part, overlap)) return reason;
  return std::nullopt;
}

}  // namespace assay::web
