#include "reasoning/extractive/totals.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {
namespace {

bool says_total(const TextView& claim) {
  static const std::unordered_set<std::string_view> words{
      "total",    "totalling", "totaling",   "totals",   "totalled", "totaled",   "together",
      "combined", "sum",       "altogether", "overall",  "zusammen", "insgesamt", "gesamt",
      "всего",    "вместе",    "общей",      "ensemble", "juntos",   "juntas",    "tout"};
  return std::ranges::any_of(claim.words,
                             [](const Word& word) { return words.contains(word.token.text); }) ||
         claim.text.find("总共") != std::string::npos ||
         claim.text.find("一共") != std::string::npos ||
         claim.text.find("合计") != std::string::npos;
}

struct Part {
  Quantity quantity;
  std::string evidence;
  std::size_t quotation = 0;
  std::string owner;  // stem of the claim's word that goes with it
};

// The content words of the claim, by stem, with what each is weighed.
std::unordered_set<std::string> names_of(const TextView& claim) {
  std::unordered_set<std::string> stems;
  for (const auto& word : claim.words)
    if (word.weight >= 1 && !word.numeric) stems.insert(word.token.stem);
  return stems;
}

// The claim's word nearest before or behind the quantity that no other part has.
std::string owner_of(const TextView& view, const Quantity& quantity,
                     const std::unordered_set<std::string>& names,
                     const std::unordered_set<std::string>& shared) {
  std::string best;
  std::size_t nearest = 60;  // bytes
  for (const auto& word : view.words) {
    if (!names.contains(word.token.stem) || shared.contains(word.token.stem)) continue;
    const auto distance = word.token.begin >= quantity.end   ? word.token.begin - quantity.end + 20
                          : word.token.end <= quantity.begin ? quantity.begin - word.token.end
                                                             : 0;
    if (distance >= nearest) continue;
    nearest = distance;
    best = word.token.stem;
  }
  return best;
}

// Stems that go with more than one quantity say nothing about whose it is: the noun that is
// counted.
std::unordered_set<std::string> counted_nouns(const TextView& claim, const Quantity& total) {
  std::unordered_set<std::string> stems;
  for (const auto& word : claim.words)
    if (word.token.begin >= total.end && word.token.begin < total.end + 25 && !word.name)
      stems.insert(word.token.stem);
  return stems;
}

std::vector<Part> parts_of(const TextView& claim, const Quantity& total, std::string_view language,
                           const std::vector<core::Evidence>& evidence) {
  const auto names = names_of(claim);
  const auto nouns = counted_nouns(claim, total);
  std::vector<Part> parts;
  std::unordered_set<std::string> owners;
  for (const auto& item : evidence)
    for (std::size_t q = 0; q < item.quotations.size(); ++q) {
      const auto view = view_of(item.quotations[q].text, language);
      for (const auto& quantity : view.quantities) {
        if (!comparable(total, quantity) || quantity.range) continue;
        auto owner = owner_of(view, quantity, names, nouns);
        if (owner.empty() || !owners.insert(owner).second) continue;
        parts.push_back({quantity, item.id, q, std::move(owner)});
      }
    }
  return parts;
}

bool summable(Dimension dimension) {
  return dimension == Dimension::count || dimension == Dimension::money ||
         dimension == Dimension::length || dimension == Dimension::mass ||
         dimension == Dimension::area || dimension == Dimension::volume ||
         dimension == Dimension::power || dimension == Dimension::percent;
}

std::string sum_text(const std::vector<Part>& parts, const Quantity& total, double sum,
                     bool agrees) {
  std::string text;
  for (const auto& part : parts) text += (text.empty() ? "" : " + ") + part.quantity.text;
  return fmt::format("{} = {:.10g}, {} {}", text, sum, agrees ? "as the claim's" : "not",
                     total.text);
}

}  // namespace

std::optional<TotalCheck> compare_totals(std::string_view claim_text, std::string_view language,
                                         const std::vector<core::Evidence>& evidence) {
  const auto claim = view_of(claim_text, language);
  if (!says_total(claim)) return std::nullopt;
  for (auto total = claim.quantities.rbegin(); total != claim.quantities.rend(); ++total) {
    if (!summable(total->dimension)) continue;
    const auto parts = parts_of(claim, *total, language, evidence);
    if (parts.size() < 2) continue;
    Quantity sum = parts.front().quantity;
    sum.low = sum.high = 0;
    sum.bound = Bound::exact;
    for (const auto& part : parts) {
      sum.low += part.quantity.low;
      sum.high += part.quantity.high;
      sum.step = std::max(sum.step, part.quantity.step);
      // A part as large as the total is no part, or is the total itself.
      if (part.quantity.low >= total->high && total->high > 0) return std::nullopt;
    }
    TotalCheck check;
    check.agrees = agree(*total, sum);
    for (const auto& part : parts)
      if (check.places.empty() || check.places.back().evidence != part.evidence ||
          check.places.back().quotation != part.quotation)
        check.places.push_back({part.evidence, part.quotation});
    check.reason = sum_text(parts, *total, sum.low, check.agrees);
    return check;
  }
  return std::nullopt;
}

}  // namespace assay::reasoning::extractive
