#include "reasoning/extractive/stance.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "language/fold.h"

namespace assay::reasoning::extractive {
namespace {

// 0 up to `low`, 1 from `high` on, straight between.
double ramp(double value, double low, double high) {
  return std::clamp((value - low) / (high - low), 0.0, 1.0);
}

// Collects independent reasons: what remains of the doubt is multiplied.
class Evidence {
 public:
  void add(double strength, std::string reason) {
    if (strength < 0.02) return;
    doubt_ *= 1 - strength;
    reasons_.push_back({strength, std::move(reason)});
  }
  double strength() const { return 1 - doubt_; }
  void tell(std::vector<std::string>& into) const {
    for (const auto& reason : reasons_) into.push_back(reason.text);
  }

 private:
  struct Reason {
    double strength;
    std::string text;
  };
  double doubt_ = 1;
  std::vector<Reason> reasons_;
};

class Scorer {
 public:
  Scorer(const ClaimView& claim, const TextView& sentence, const Alignment& alignment,
         std::string_view speaker)
      : claim_(claim), sentence_(sentence), a_(alignment), speaker_(speaker) {}

  StanceScore run() {
    addressed();
    about_ = ramp(score_.coverage, 0.3, 0.7);
    contrasts();
    commentary();
    support();
    if (contra_.strength() > 0) contra_.tell(score_.reasons);
    score_.contradicts = contra_.strength() * (1 - affirmed_);
    if (const auto* cue = own_cue(Cue::qualification)) {
      score_.qualifies = 0.3 * ramp(a_.coverage, 0.15, 0.4);
      score_.qualification = cue->text;
    }
    return std::move(score_);
  }

 private:
  // What the sentence sets against the claim is addressed too, though it isn't the same.
  void addressed() {
    double contrasted = 0;
    for (const auto& number : a_.numbers)
      contrasted += !number.agrees && number.same_thing ? 1.5 : 0;
    for (const auto& date : a_.dates) contrasted += !date.agrees && date.same_thing ? 0.8 : 0;
    contrasted += static_cast<double>(a_.antonyms.size() + a_.directions.size());
    for (const auto& [claimed, given] : a_.substitutions)
      contrasted += 1.5 * static_cast<double>(1 + std::ranges::count(claimed, ' '));
    double whole = claim_.weight;
    for (const auto& word : claim_.text.words) whole -= word.numeric ? word.weight : 0;
    whole += 1.5 * static_cast<double>(claim_.text.quantities.size()) +
             0.8 * static_cast<double>(claim_.text.dates.size());
    score_.coverage = std::min(1.0, a_.coverage + (whole > 0 ? contrasted / whole : 0));
  }

  static bool any(const std::vector<Comparison>& list, bool agrees) {
    return std::ranges::any_of(list, [&](const Comparison& comparison) {
      return comparison.agrees == agrees && (agrees || comparison.same_thing);
    });
  }

  void contrasts() {
    // What holds of another says nothing against the claim, unless it stands in the claim's place.
    if (a_.other_subject && a_.substitutions.empty()) {
      weak_denial();
      return;
    }
    const bool date_differs = any(a_.dates, false);
    const bool number_differs = any(a_.numbers, false);
    const bool number_agrees = any(a_.numbers, true);
    // Another number for another time is no contradiction, nor is one of another event.
    // A measure of the thing itself ("is 5,895 metres high") needs no verb in common.
    const bool same_event =
        a_.own_predicate >= 0.25 || (a_.subject_named && a_.predicate_words <= 1);
    // What the numbers themselves add to the coverage says nothing of what they count.
    const double about_values = std::min(about_, ramp(a_.rest, 0.4, 0.7));
    if (number_differs && !date_differs && same_event)
      for (const auto& number : a_.numbers)
        if (!number.agrees && number.same_thing)
          contra_.add((number_agrees ? 0.55 + 0.3 * ramp(score_.coverage, 0.7, 0.95) : 0.8) *
                          about_values * ramp(number.distance, 0, 0.04),
                      fmt::format("number {} against {}", number.claimed, number.given));
    if (date_differs && !number_differs && same_event)
      for (const auto& date : a_.dates)
        if (!date.agrees && date.same_thing)
          contra_.add(0.65 * ramp(score_.coverage, 0.5, 0.85),
                      fmt::format("date {} against {}", date.claimed, date.given));
    const double by_values = contra_.strength();
    words_contrast(date_differs);
    score_.only_values_differ = by_values > 0 && contra_.strength() == by_values;
    for (const auto* list : {&a_.numbers, &a_.dates})
      for (const auto& value : *list) {
        if (value.agrees)
          score_.agreed.push_back(value.claimed);
        else if (value.same_thing)
          score_.differing.push_back(value.claimed);
      }
  }

  void words_contrast(bool date_differs) {
    if (a_.direction_negated)
      contra_.add(0.75 * about_, negation_reason());
    else if (a_.negated_in_sentence)
      contra_.add(0.8 * about_ * ramp(a_.polarity_mismatch, 0.1, 0.4), negation_reason());
    else  // a claim's "not" often belongs to a clause of it alone
      contra_.add(0.75 * ramp(score_.coverage, 0.25, 0.7) * ramp(a_.polarity_mismatch, 0.3, 0.8),
                  negation_reason());
    if (!a_.reversal.empty())
      contra_.add(0.75 * ramp(score_.coverage, 0.5, 0.85), "exchanged: " + a_.reversal);
    // What happened at another time may well have been the opposite.
    if (date_differs) return;
    // "fired 300" and "employs 2,000" are two facts.
    const bool other_fact = !a_.numbers.empty() && !any(a_.numbers, true);
    for (const auto& [claimed, given] : a_.antonyms)
      contra_.add((other_fact ? 0.25 : 0.75) *
                      (coexist(claimed, given) ? ramp(a_.coverage, 0.75, 0.95) : about_),
                  fmt::format("\"{}\" against its opposite \"{}\"", claimed, given));
    for (const auto& [claimed, given] : a_.directions)
      contra_.add(0.75 * about_, fmt::format("direction: \"{}\" against \"{}\"", claimed, given));
    for (const auto& [claimed, given] : a_.substitutions)
      contra_.add(0.6 * ramp(score_.coverage, 0.4, 0.8),
                  fmt::format("\"{}\" in the place of \"{}\"", given, claimed));
    if (a_.numbers.empty() && a_.substitutions.empty())
      for (const auto& slot : a_.slots)
        contra_.add(slot_weight(slot) * ramp(slot.alike, 0.5, 0.9),
                    fmt::format("\"{}\" in the place of \"{}\"", slot.given, slot.claimed));
    weak_denial();
    if (a_.scope_differs)
      contra_.add(0.7 * ramp(score_.coverage, 0.4, 0.9), "the claim says all, the source some");
  }

  // A denial of something near the claim is a weak sign against it.
  void weak_denial() {
    if (sentence_.has(Cue::negation) && !claim_.text.has(Cue::negation) &&
        contra_.strength() < 0.15)
      contra_.add(0.2 * ramp(a_.coverage, 0.02, 0.25), negation_reason());
  }

  // In languages with capitals, names are compared as such; other words in one place are often two
  // ways to say the same.
  double slot_weight(const Slot& slot) const {
    const bool spaced = std::ranges::any_of(sentence_.words, [](const Word& word) {
      return word.token.kind == language::TokenKind::word &&
             static_cast<unsigned char>(word.token.text[0]) < 0xE0;
    });
    if (!spaced) return 0.55;
    const bool single =
        slot.claimed.find(' ') == slot.claimed.npos && slot.given.find(' ') == slot.given.npos;
    return single ? 0.4 : 0.25;
  }

  // Opposites that are both there as a rule: exports say nothing of imports, men nothing of women.
  static bool coexist(std::string_view a, std::string_view b) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> pairs{
        {{"import", "export"},
         {"man", "woman"},
         {"men", "women"},
         {"male", "female"},
         {"begin", "end"},
         {"began", "ended"},
         {"start", "end"},
         {"employ", "fire"},
         {"day", "night"}}};
    const auto is = [](std::string_view word, std::string_view base) {
      return word.starts_with(base);
    };
    return std::ranges::any_of(pairs, [&](const auto& pair) {
      return (is(a, pair.first) && is(b, pair.second)) || (is(a, pair.second) && is(b, pair.first));
    });
  }

  std::string negation_reason() const {
    const auto* own = sentence_.find(Cue::negation);
    if (own == nullptr) own = sentence_.find(Cue::no_evidence);
    if (own != nullptr) return fmt::format("negation: \"{}\"", own->text);
    return "negation: the claim denies what the source says";
  }

  // A cue of the sentence that isn't the claim's own word and isn't itself negated.
  const CueHit* own_cue(Cue cue) const {
    for (const auto& hit : sentence_.cues) {
      if (hit.cue != cue || negated(hit)) continue;
      const bool claimed = std::ranges::any_of(claim_.text.cues, [&](const CueHit& other) {
        return other.cue == cue && language::fold(other.text) == language::fold(hit.text);
      });
      if (!claimed) return &hit;
    }
    return nullptr;
  }

  bool negated(const CueHit& hit) const {
    if (hit.cue == Cue::negation || hit.cue == Cue::no_evidence) return false;
    return hit.first < sentence_.words.size() && sentence_.words[hit.first].negated &&
           !std::ranges::any_of(
               sentence_.cues,
               [&](const CueHit& other) {
                 return other.cue == Cue::negation && other.first == hit.first;
               });
  }

  void commentary() {
    // A remark about "this claim" or "the video" is about what is checked, whatever words it
    // shares. One that shares little with the claim is a hint at most, less so where it speaks of
    // another.
    const double shared = std::min(a_.coverage, a_.rest + 0.1);
    double near = 0.55 * ramp(shared, 0.02, 0.2) + 0.45 * ramp(shared, 0.2, 0.4);
    if (a_.other_subject) near *= 0.4;
    near = std::max(near, sentence_.has(Cue::reference) ? 0.6 : 0);
    if (const auto* cue = own_cue(Cue::satire))
      contra_.add(0.8 * near, fmt::format("satire: \"{}\"", cue->text));
    if (const auto* cue = own_cue(Cue::debunking);
        cue != nullptr && !claim_.text.has(Cue::debunking))
      contra_.add(0.7 * near, fmt::format("called wrong: \"{}\"", cue->text));
    if (const auto* cue = own_cue(Cue::no_evidence))
      contra_.add(0.55 * near, fmt::format("\"{}\"", cue->text));
    if (const auto* cue = own_cue(Cue::denial))
      contra_.add(0.5 * near, fmt::format("denied: \"{}\"", cue->text));
    const auto* cue = own_cue(Cue::affirmation);
    if (cue == nullptr || contra_.strength() > 0.3) return;
    affirmed_ = 0.5 * near;
    score_.reasons.push_back(fmt::format("affirmed: \"{}\"", cue->text));
  }

  void support() {
    double support = ramp(a_.coverage, 0.35, 0.85);
    if (any(a_.numbers, true)) {
      for (const auto& number : a_.numbers)
        if (number.agrees)
          score_.reasons.push_back(
              fmt::format("number {} agrees with {}", number.claimed, number.given));
      support = std::max(support, ramp(a_.coverage, 0.25, 0.7));
    } else if (claims_number()) {
      support *= 0.45;
      score_.reasons.push_back("the claim's number is not in the sentence");
    }
    for (const auto& date : a_.dates)
      if (date.agrees) score_.reasons.push_back("date " + date.claimed + " agrees");
    if (!claim_.text.dates.empty() && !any(a_.dates, true)) {
      support *= 0.6;
      score_.reasons.push_back("the claim's date is not in the sentence");
    }
    // Names alone say nothing of what is claimed of them.
    if (!any(a_.numbers, true) && !any(a_.dates, true))
      support *= 0.35 + 0.65 * ramp(a_.own_predicate, 0.05, 0.5);
    if (!any(a_.numbers, true)) support *= 0.1 + 0.9 * ramp(a_.reported, 0.55, 0.95);
    if (a_.other_subject) {
      support *= 0.5;
      score_.reasons.push_back("speaks of something else");
    }
    if (!a_.missing_names.empty()) {
      support *= 0.4 + 0.6 * a_.name_coverage;
      score_.reasons.push_back("nothing about " + a_.missing_names.front());
    }
    if (const auto* cue = own_cue(Cue::hearsay)) {
      support *= 0.4;
      score_.reasons.push_back(fmt::format("says what others say: \"{}\"", cue->text));
    } else if (repeats_speaker()) {
      support *= 0.5;
      score_.reasons.push_back("the speaker of the claim says it again");
    }
    support += (1 - support) * affirmed_;
    score_.supports = support * (1 - contra_.strength());
    score_.reasons.insert(score_.reasons.begin(),
                          fmt::format("covers {:.0f} % of the claim", 100 * score_.coverage));
  }

  bool claims_number() const {
    return std::ranges::any_of(claim_.text.quantities, [](const Quantity& quantity) {
      return quantity.dimension != Dimension::ordinal;
    });
  }

  // "Biden said …" about a claim by Biden.
  bool repeats_speaker() const {
    if (speaker_.size() < 4) return false;
    const auto space = speaker_.rfind(' ');
    const auto surname = language::fold(speaker_.substr(space == speaker_.npos ? 0 : space + 1));
    bool named = false;
    bool says = false;
    for (const auto& word : sentence_.words) {
      named |= word.token.text == surname;
      says |= word.token.text == "said" || word.token.text == "says" || word.token.text == "told" ||
              word.token.text == "tweeted" || word.token.text == "wrote";
    }
    const bool claimed = std::ranges::any_of(
        claim_.text.words, [&](const Word& word) { return word.token.text == surname; });
    return named && says && !claimed;
  }

  const ClaimView& claim_;
  const TextView& sentence_;
  const Alignment& a_;
  std::string_view speaker_;
  Evidence contra_;
  StanceScore score_;
  double about_ = 0;
  double affirmed_ = 0;
};

}  // namespace

StanceScore score_stance(const ClaimView& claim, const TextView& sentence,
                         const Alignment& alignment, std::string_view speaker) {
  return Scorer(claim, sentence, alignment, speaker).run();
}

Decision decide(const StanceScore& score) {
  constexpr double least = 0.1;
  const double strongest = std::max(score.supports, score.contradicts);
  if (strongest < least) return {core::Stance::touches, 1 - strongest};
  return {score.supports >= score.contradicts ? core::Stance::supports : core::Stance::contradicts,
          strongest};
}

}  // namespace assay::reasoning::extractive
