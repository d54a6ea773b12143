#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <unordered_set>

#include "reasoning/extractive/caption.h"
#include "reasoning/extractive/features.h"
#include "reasoning/extractive/parts.h"
#include "reasoning/extractive/review.h"
#include "reasoning/extractive/stages.h"
#include "reasoning/extractive/stance.h"
#include "reasoning/extractive/totals.h"

namespace assay::reasoning::extractive {
namespace {

// A stance this strong settles the part of the claim that it is about.
constexpr double settles = 0.4;

// The claim and, where it is compound, each of its parts.
struct Readings {
  ClaimView whole;
  std::vector<ClaimView> parts;  // empty where the claim is not compound
};

std::string claim_language(const core::Claim& claim) { return language_of(claim_text(claim), {}); }

class Developer {
 public:
  Developer(const DevelopInput& input, const Lexicon& lexicon)
      : input_(input),
        lexicon_(lexicon),
        claim_(claim_text(input.claim)),
        language_(claim_language(input.claim)) {}

  core::Development run() {
    for (const auto& evidence : input_.evidence) develop(evidence);
    check_pictures();
    check_totals();
    missing();
    prose();
    return std::move(development_);
  }

 private:
  // The claim is stemmed as the evidence is.
  const Readings& readings(const std::string& language) {
    auto [at, fresh] = readings_.try_emplace(language);
    if (fresh) {
      at->second.whole = claim_view(claim_, language, lexicon_);
      const auto parts = claim_parts(claim_, language_);
      if (parts.size() > 1)
        for (const auto& part : parts) {
          at->second.parts.push_back(claim_view(part, language, lexicon_));
          // "… and is 2,737 metres long" is said of what the claim began with.
          auto& subject = at->second.parts.back().subject;
          if (subject.empty()) {
            subject = at->second.whole.subject;
            at->second.parts.back().designation = at->second.whole.designation;
          }
        }
    }
    return at->second;
  }

  static std::unordered_set<std::string> context_of(const core::Evidence& evidence,
                                                    const std::vector<TextView>& views,
                                                    std::size_t but, const std::string& language) {
    std::unordered_set<std::string> stems;
    for (const auto& token : language::tokenize(evidence.source.title, language))
      stems.insert(token.stem);
    for (std::size_t i = 0; i < views.size(); ++i)
      if (i != but)
        for (const auto& word : views[i].words) stems.insert(word.token.stem);
    return stems;
  }

  void develop(const core::Evidence& evidence) {
    std::string all;
    for (const auto& quotation : evidence.quotations) all.append(quotation.text).append("\n");
    const auto language = evidence.source.language.empty() ? language_of(all, language_)
                                                           : evidence.source.language.substr(0, 2);
    std::vector<TextView> views;
    for (const auto& quotation : evidence.quotations)
      views.push_back(view_of(quotation.text, language, &lexicon_));
    std::vector<std::unordered_set<std::string>> contexts;
    for (std::size_t i = 0; i < views.size(); ++i)
      contexts.push_back(context_of(evidence, views, i, language));
    std::vector<Reading> read;
    for (std::size_t i = 0; i < views.size(); ++i) {
      if (is_caption(evidence, i)) continue;  // is read beside its picture
      for (auto& reading : by_clauses(readings(language), views[i], contexts[i])) {
        reading.finding.evidence = evidence.id;
        reading.finding.quotation = i;
        read.push_back(std::move(reading));
      }
    }
    set_aside_other_values(read);
    const auto review = read_review(evidence, claim_, language_);
    if (review) development_.findings.push_back(*review);
    for (auto& reading : read) {
      const auto i = *reading.finding.quotation;
      if (review) {
        only_touches(reading.finding);
        development_.findings.push_back(std::move(reading.finding));
        continue;
      }
      qualify(reading.finding, readings(language).whole, views[i], contexts[i]);
      development_.findings.push_back(std::move(reading.finding));
    }
    if (evidence.quotations.empty() && evidence.images.empty()) {
      core::Finding finding;
      finding.evidence = evidence.id;
      finding.reasons.emplace_back("nothing is quoted from it");
      development_.findings.push_back(std::move(finding));
    }
  }

  struct Reading {
    core::Finding finding;
    StanceScore score;
  };

  // A source that gives one of the claim's numbers or dates, and elsewhere another, speaks of other
  // things there: "330 metres tall … originally 312 metres".
  static void set_aside_other_values(std::vector<Reading>& read) {
    std::unordered_set<std::string> agreed;
    for (const auto& reading : read)
      if (reading.finding.stance == core::Stance::supports && reading.finding.strength >= settles)
        agreed.insert(reading.score.agreed.begin(), reading.score.agreed.end());
    for (auto& reading : read) {
      if (reading.finding.stance != core::Stance::contradicts || !reading.score.only_values_differ)
        continue;
      if (!std::ranges::all_of(reading.score.differing,
                               [&](const std::string& value) { return agreed.contains(value); }))
        continue;
      reading.finding.stance = core::Stance::touches;
      reading.finding.strength = 0.6;
      reading.finding.reasons.emplace_back("the source gives the claim's value elsewhere");
    }
  }

  // A fact-check repeats the claim that it reviews, and what others said of it: its rating is what
  // it says.
  static void only_touches(core::Finding& finding) {
    if (finding.stance == core::Stance::touches) return;
    finding.stance = core::Stance::touches;
    finding.strength = 0.3;
    finding.reasons.emplace_back("the rating of the fact-check that it stands in counts");
  }

  // A sentence that backs the claim and limits it in one breath says two things.
  void qualify(const core::Finding& finding, const ClaimView& claim, const TextView& view,
               const std::unordered_set<std::string>& context) {
    if (finding.stance == core::Stance::contradicts) return;
    const auto score = score_stance(claim, view, align(claim, view, context), input_.claim.speaker);
    if (score.qualifies < 0.1) return;
    core::Finding limit = finding;
    limit.stance = core::Stance::contradicts;
    limit.strength = score.qualifies;
    limit.reasons = {"qualified: \"" + score.qualification + "\""};
    development_.findings.push_back(std::move(limit));
  }

  core::Finding finding_of(const StanceScore& score) const {
    core::Finding finding;
    const auto decision = decide(score);
    finding.stance = decision.stance;
    finding.strength = decision.strength;
    finding.coverage = score.coverage;
    finding.reasons = score.reasons;
    return finding;
  }

  static std::vector<std::string_view> clauses(std::string_view text) {
    constexpr std::array<std::string_view, 6> marks{";",          ", and ", ", while ",
                                                    ", whereas ", ", but ", "；"};
    std::vector<std::string_view> parts;
    while (!text.empty()) {
      auto end = text.npos;
      std::size_t size = 0;
      for (const auto mark : marks)
        if (const auto at = text.find(mark); at < end) {
          end = at;
          size = mark.size();
        }
      parts.push_back(text.substr(0, end));
      text.remove_prefix(end == text.npos ? text.size() : end + size);
    }
    return parts;
  }

  // "Lima won; Reyes came second" holds all words of "Reyes won". Where a clause contradicts the
  // claim and none backs it by itself, the words were gathered from several.
  std::vector<Reading> by_clauses(const Readings& readings, const TextView& view,
                                  const std::unordered_set<std::string>& context) const {
    auto whole = read_sentence(readings, view, context);
    const bool supports = std::ranges::all_of(whole, [](const Reading& reading) {
      return reading.finding.stance == core::Stance::supports;
    });
    const auto parts = clauses(view.text);
    if (!supports || parts.size() < 2) return whole;
    constexpr double plainly = 0.5;
    std::vector<Reading> against;
    for (const auto part : parts) {
      const auto clause = view_of(part, view.language, &lexicon_);
      auto found = read_sentence(readings, clause, context);
      const auto says = [&](core::Stance stance) {
        return std::ranges::any_of(found, [&](const Reading& reading) {
          return reading.finding.stance == stance && reading.finding.strength >= plainly;
        });
      };
      if (says(core::Stance::supports)) return whole;
      if (says(core::Stance::contradicts) && against.empty()) against = std::move(found);
    }
    return against.empty() ? whole : against;
  }

  // What the sentence says of the claim: of the whole, or where it says more of some of its parts,
  // of each of these.
  std::vector<Reading> read_sentence(const Readings& readings, const TextView& view,
                                     const std::unordered_set<std::string>& context) const {
    const auto score_of = [&](const ClaimView& claim) {
      return score_stance(claim, view, align(claim, view, context), input_.claim.speaker);
    };
    const auto whole = score_of(readings.whole);
    const double of_whole = std::max(whole.supports, whole.contradicts);
    std::vector<Reading> found;
    double strongest = of_whole + 0.05;
    for (std::size_t part = 0; part < readings.parts.size(); ++part) {
      // What is said of a part counts only where the source is about the claim at all.
      if (whole.coverage < 0.2) break;
      const auto score = score_of(readings.parts[part]);
      const double strength = std::max(score.supports, score.contradicts);
      // What contradicts a part contradicts the claim, however well the rest agrees.
      const bool against = score.contradicts >= settles && score.contradicts > score.supports;
      if (strength <= strongest && !against) continue;
      Reading reading{finding_of(score), score};
      reading.finding.part = part;
      reading.finding.reasons.front() += fmt::format(" (its part {})", part + 1);
      reading.finding.coverage = whole.coverage;
      // One supporting reading, the best; and each that contradicts.
      std::erase_if(found, [&](const Reading& other) {
        return !against && other.finding.stance != core::Stance::contradicts;
      });
      if (!against) strongest = strength;
      found.push_back(std::move(reading));
    }
    if (found.empty()) {
      found.insert(found.begin(), Reading{finding_of(whole), whole});
      found.front().finding.coverage = whole.coverage;
    }
    return found;
  }

  static bool is_caption(const core::Evidence& evidence, std::size_t quotation) {
    return !evidence.images.empty() && !evidence.images.front().words_blob.empty() &&
           evidence.quotations[quotation].blob == evidence.images.front().words_blob;
  }

  // Pages that show the claim's picture, and other pictures of what the claim says.
  void check_pictures() {
    std::set<int> own;  // numbers of the claim's pictures, and of those that show the same
    for (const auto& image : input_.claim.images) own.insert(image.number);
    for (const auto& evidence : input_.evidence) {
      if (evidence.images.empty()) continue;
      const auto& image = evidence.images.front();
      const auto& match = evidence.source.match;
      if (match && own.contains(match->query)) own.insert(match->found);
      auto finding = own.contains(image.number) ? own_picture(evidence) : other_picture(evidence);
      finding.evidence = evidence.id;
      if (!evidence.quotations.empty() && is_caption(evidence, 0)) finding.quotation = 0;
      development_.findings.push_back(std::move(finding));
    }
  }

  core::Finding own_picture(const core::Evidence& evidence) const {
    const auto reading = read_caption(input_.claim, evidence, lexicon_);
    core::Finding finding;
    finding.picture = core::PictureRelation::same_picture;
    finding.coverage = reading.grounded ? reading.coverage : 0;
    finding.reasons = reading.reasons;
    finding.reasons.insert(finding.reasons.begin(), "it shows the claim's picture");
    const bool against = reading.contradicts > reading.supports;
    const double strength = std::max(reading.contradicts, reading.supports);
    if (strength < least_strength) return finding;
    finding.stance = against ? core::Stance::contradicts : core::Stance::supports;
    finding.strength = strength;
    return finding;
  }

  // A picture that merely fits the text supports nothing.
  core::Finding other_picture(const core::Evidence& evidence) const {
    const auto reading = read_caption(input_.claim, evidence, lexicon_);
    core::Finding finding;
    const bool same_event =
        reading.grounded && reading.supports > reading.contradicts && reading.supports >= settles;
    finding.picture =
        same_event ? core::PictureRelation::same_event : core::PictureRelation::unrelated;
    finding.coverage = same_event ? 0.1 : 0;
    finding.reasons.emplace_back(same_event
                                     ? "another picture of what the claim says: it shows nothing "
                                       "about the claim's own picture"
                                     : "another picture, which has nothing to do with the claim");
    return finding;
  }

  void check_totals() {
    const auto total = compare_totals(claim_, language_, input_.evidence);
    if (!total) return;
    for (const auto& place : total->places) {
      core::Finding finding;
      finding.evidence = place.evidence;
      finding.quotation = place.quotation;
      finding.stance = total->agrees ? core::Stance::supports : core::Stance::contradicts;
      finding.strength = 0.8;
      finding.coverage = 0.8;
      finding.reasons.push_back(total->reason);
      development_.findings.push_back(std::move(finding));
    }
  }

  void missing() {
    const auto& claim = readings(language_);
    const auto settled = [&](std::optional<std::size_t> part) {
      return std::ranges::any_of(development_.findings, [&](const core::Finding& finding) {
        const bool about =
            !part || finding.part == part || (!finding.part && finding.coverage >= 0.75);
        return about && finding.stance != core::Stance::touches && finding.strength >= settles;
      });
    };
    if (claim.parts.empty()) {
      if (!settled({})) development_.missing.push_back(claim_);
      return;
    }
    for (std::size_t part = 0; part < claim.parts.size(); ++part)
      if (!settled(part)) development_.missing.push_back(claim.parts[part].text.text);
  }

  bool picture_found() const {
    return std::ranges::any_of(development_.findings, [](const core::Finding& finding) {
      return finding.picture == core::PictureRelation::same_picture;
    });
  }

  void prose() {
    auto& text = development_.prose;
    if (input_.evidence.empty()) {
      text = "No evidence was found. ";
    }
    for (const auto& finding : development_.findings) {
      if (finding.stance == core::Stance::touches) continue;
      text += fmt::format("{} {} the claim ({}). ", finding.evidence, to_string(finding.stance),
                          fmt::join(finding.reasons, "; "));
    }
    if (!input_.claim.images.empty() && !picture_found())
      text += "The claim's picture was found nowhere. ";
    const auto touching =
        std::ranges::count(development_.findings, core::Stance::touches, &core::Finding::stance);
    if (touching > 0) text += fmt::format("{} quotations only touch it. ", touching);
    if (!development_.missing.empty())
      text += fmt::format("Not settled: {}. ", fmt::join(development_.missing, "; "));
    text += lexicon_.describe();
  }

  const DevelopInput& input_;
  const Lexicon& lexicon_;
  std::string claim_;
  std::string language_;
  std::map<std::string, Readings> readings_;
  core::Development development_;
};

}  // namespace

core::Development develop(const DevelopInput& input, const Lexicon& lexicon) {
  return Developer(input, lexicon).run();
}

}  // namespace assay::reasoning::extractive
