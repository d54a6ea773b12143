#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reasoning/extractive/reasons.h"
#include "reasoning/extractive/stages.h"
#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {
namespace {

using core::Finding;
using core::Stance;
using core::Verdict;

constexpr std::size_t longest_excerpt = 240;  // bytes
constexpr std::size_t most_sentences = 4;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\r\n";
  const auto begin = text.find_first_not_of(space);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

// The quotation without its full stop and line breaks, so that a reader sees where the paragraph's
// own sentences end; cut at a word where it is long, around `keep` where that is in it.
std::string excerpt(std::string_view text, std::string_view keep) {
  text = trimmed(text);
  const auto wanted = keep.empty() ? text.npos : text.find(keep);
  std::size_t begin = 0;
  std::size_t end = text.size();
  // Of several sentences, the one with what decides.
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const bool stop = (text[at] == '.' || text[at] == '!' || text[at] == '?') &&
                      (text[at + 1] == ' ' || text[at + 1] == '\n');
    const bool line = text[at] == '\n';
    if (!stop && !line) continue;
    if (wanted != text.npos && at < wanted) {
      begin = at + 1;
    } else if (at - begin >= 40 || wanted != text.npos) {
      end = at;
      break;
    }
  }
  auto part = trimmed(text.substr(begin, end - begin));
  while (!part.empty() && (part.ends_with('.') || part.ends_with('!') || part.ends_with('?')))
    part.remove_suffix(1);
  if (part.ends_with("。")) part.remove_suffix(std::string_view("。").size());
  bool cut = false;
  if (part.size() > longest_excerpt) {
    const auto inside = keep.empty() ? part.npos : part.find(keep);
    auto stop = longest_excerpt;
    if (inside != part.npos)
      stop = std::max(stop, std::min(part.size(), inside + keep.size() + 40));
    if (stop < part.size()) {
      auto space = part.rfind(' ', stop);
      if (space == part.npos || (inside != part.npos && space < inside + keep.size())) space = stop;
      while (space < part.size() && (static_cast<unsigned char>(part[space]) & 0xC0) == 0x80)
        ++space;
      cut = space < part.size();
      part = part.substr(0, space);
    }
  }
  return std::string(part) + (cut ? " …" : "");
}

class Writer {
 public:
  explicit Writer(const JustifyInput& input) : input_(input) {}

  core::Justification run() {
    if (input_.evidence.empty())
      return {"Nothing that bears on the claim was found, so there is no source to cite."};
    switch (input_.judgement.verdict) {
      case Verdict::supported:
        lead(Stance::supports, "The claim is backed by");
        break;
      case Verdict::refuted:
        lead(Stance::contradicts, "The claim is contradicted by");
        break;
      case Verdict::conflicting:
        lead(Stance::supports, "On one side, the claim is backed by", 2);
        lead(Stance::contradicts, "On the other, it is contradicted by", 2);
        break;
      case Verdict::not_enough_evidence:
        not_enough();
        break;
    }
    if (text_.empty()) not_enough();
    open_parts();
    return {text_};
  }

 private:
  const core::Evidence* evidence_of(const Finding& finding) const {
    const auto found = std::ranges::find(input_.evidence, finding.evidence, &core::Evidence::id);
    return found == input_.evidence.end() ? nullptr : &*found;
  }

  // The findings of a stance, strongest first, one a source.
  std::vector<const Finding*> findings(Stance stance) const {
    std::vector<const Finding*> found;
    for (const auto& finding : input_.development.findings)
      if (finding.stance == stance && evidence_of(finding) != nullptr) found.push_back(&finding);
    std::ranges::sort(found, [&](const Finding* a, const Finding* b) {
      const auto value = [&](const Finding* f) {
        return stance == Stance::touches ? f->coverage : f->strength;
      };
      return value(a) != value(b) ? value(a) > value(b) : a < b;
    });
    std::vector<const Finding*> first;
    for (const auto* finding : found)
      if (std::ranges::none_of(first,
                               [&](const Finding* f) { return f->evidence == finding->evidence; }))
        first.push_back(finding);
    return first;
  }

  static std::string who(const core::Evidence& evidence) {
    const auto& source = evidence.source;
    std::string name = !source.title.empty()       ? "“" + clean(excerpt(source.title, {})) + "”"
                       : !source.publisher.empty() ? source.publisher
                                                   : std::string("the source");
    if (source.published) name += " (" + source.published->to_string() + ")";
    return name;
  }

  // What decides, to be kept in the excerpt: `27.63%` of "number 27% against 27.63%".
  static std::string decisive(const Finding& finding) {
    const auto reason = telling_reason(finding);
    if (!reason.starts_with("number") && !reason.starts_with("date")) return {};
    for (const std::string_view before : {" against ", " agrees with "})
      if (const auto at = reason.find(before); at != reason.npos)
        return reason.substr(at + before.size());
    return {};
  }

  std::string quoted(const Finding& finding) const {
    const auto* evidence = evidence_of(finding);
    if (!finding.quotation || *finding.quotation >= evidence->quotations.size())
      return place_of(finding, *evidence);
    const auto words = excerpt(evidence->quotations[*finding.quotation].text, decisive(finding));
    // Where the quotation's own full stops (U.S. Army) could pass for ends of sentences, the source
    // is cited before it too.
    const bool stops = clean(words) != words;
    return fmt::format("{}{}: “{}”", place_of(finding, *evidence),
                       stops ? " [" + evidence->id + "]" : "", words);
  }

  // Where it stands; of the claim's own picture, what it says of that.
  static std::string place_of(const Finding& finding, const core::Evidence& evidence) {
    const auto& match = evidence.source.match;
    if (finding.picture != core::PictureRelation::same_picture || !match) return who(evidence);
    const bool plain = match->description == "the same picture";
    return fmt::format("{}, which shows the claim’s picture{}", who(evidence),
                       plain ? "" : " (" + match->description + ")");
  }

  void say(std::string sentence, std::string_view id) {
    if (!text_.empty()) text_.push_back(' ');
    text_ += fmt::format("{} [{}].", sentence, id);
    ++sentences_;
  }

  void lead(Stance stance, std::string_view opening, std::size_t most = most_sentences) {
    std::size_t told = 0;
    for (const auto* finding : findings(stance)) {
      if (told >= most || sentences_ >= most_sentences) return;
      if (told > 0 && finding->strength < 0.3) return;
      say(fmt::format("{} {}", told == 0 ? opening : std::string_view("So says"), quoted(*finding)),
          finding->evidence);
      const auto reason = telling_reason(*finding);
      if (told == 0 && !reason.empty())
        say("What decides is this: " + clean(reason), finding->evidence);
      ++told;
    }
  }

  // Reasons hold words of the texts; a full stop in them must not end the sentence.
  static std::string clean(std::string reason) {
    std::string text;
    for (std::size_t i = 0; i < reason.size(); ++i) {
      const bool stop = (reason[i] == '.' || reason[i] == '!' || reason[i] == '?') &&
                        (i + 1 == reason.size() || reason[i + 1] == ' ');
      if (!stop) text.push_back(reason[i] == '\n' ? ' ' : reason[i]);
    }
    return text;
  }

  void not_enough() {
    const auto supports = findings(Stance::supports);
    const auto contradicts = findings(Stance::contradicts);
    const auto touches = findings(Stance::touches);
    const Finding* closest = nullptr;
    for (const auto& list : {supports, contradicts, touches})
      for (const auto* finding : list)
        if (closest == nullptr || finding->coverage > closest->coverage) closest = finding;
    if (closest == nullptr) {
      say("What was found does not settle the claim", input_.evidence.front().id);
      return;
    }
    say(fmt::format("What was found does not settle the claim{}; the closest is {}",
                    picture_missing() ? ", whose picture was found nowhere" : "", quoted(*closest)),
        closest->evidence);
  }

  bool picture_missing() const {
    return !input_.claim.images.empty() &&
           std::ranges::none_of(input_.development.findings, [](const Finding& finding) {
             return finding.picture == core::PictureRelation::same_picture;
           });
  }

  void open_parts() {
    const auto& missing = input_.development.missing;
    if (missing.empty() || input_.judgement.verdict == Verdict::not_enough_evidence) return;
    if (missing.size() == 1 && missing.front() == claim_text(input_.claim)) return;
    std::string ids;
    for (std::size_t i = 0; i < std::min<std::size_t>(input_.evidence.size(), 3); ++i)
      ids += (i == 0 ? "" : "] [") + input_.evidence[i].id;
    say(fmt::format("None of the sources settles this part: “{}”", excerpt(missing.front(), {})),
        ids);
  }

  const JustifyInput& input_;
  std::string text_;
  std::size_t sentences_ = 0;
};

}  // namespace

core::Justification justify(const JustifyInput& input) { return Writer(input).run(); }

}  // namespace assay::reasoning::extractive
