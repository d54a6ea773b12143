#include "report/markdown.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "report/call_words.h"
#include "report/display_text.h"
#include "report/markdown_calls.h"
#include "report/markdown_escape.h"
#include "report/prose_text.h"
#include "report/source_words.h"
#include "report/words.h"

namespace assay::report {
namespace {

using core::Stance;

// How many of a list are shown; the record holds all.
constexpr std::size_t most_shown = 20;
constexpr std::size_t most_warnings = 3;

std::string references(const std::vector<std::string>& ids) {
  std::string text;
  for (const auto& id : ids) text += (text.empty() ? "" : ", ") + markdown_reference(id);
  return text;
}

std::string joined(const std::vector<std::string>& texts) {
  std::string line;
  for (const auto& text : texts) line += (line.empty() ? "" : "; ") + markdown_text(text);
  return line;
}

// Ends the sentence where it doesn't end already.
std::string sentence(std::string text) {
  const std::string_view ends = ".!?…";
  if (!text.empty() && ends.find(text.back()) == std::string_view::npos) text += '.';
  return text;
}

std::string block_quote(std::string_view text) { return "> " + markdown_text(text) + "\n"; }

std::string published(const core::Source& source) {
  return source.published ? "published " + source.published->to_string()
                          : std::string("no date known");
}

std::string name_of(const core::Source& source) {
  if (!source.title.empty()) return source.title;
  if (!source.url.empty()) return source.url;
  return source.document.empty() ? "a source without a title" : source.document;
}

class Writer {
 public:
  explicit Writer(const ReportView& view) : view_(view) {}

  std::string run() {
    verdict();
    claim();
    justification();
    evidence();
    missing();
    turns();
    warnings();
    out_ += markdown_calls(view_.calls);
    time();
    return std::move(out_);
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  void gap() { out_ += '\n'; }
  void heading(std::string_view text) { line("\n## {}\n", text); }

  void verdict() {
    if (!view_.judgement) {
      line("# No verdict yet\n\nThis check is not finished: its record ends before a verdict.\n");
      notices();
      return model();
    }
    const auto& judgement = *view_.judgement;
    const auto name = core::to_string(judgement.verdict);
    line("# {}, {} confidence\n", capitalized(name), percent(judgement.confidence));
    line("**Verdict:** {} · **Label:** {} · **Confidence:** {:.2f}\n", name,
         judgement.label.empty() ? "none" : markdown_text(judgement.label), judgement.confidence);
    if (!view_.complete)
      line("This check is not finished: its record ends before it was complete.\n");
    notices();
    // Of a verdict without evidence the justification tells them.
    if (!judgement.key_findings.empty() && !view_.without_evidence)
      line("{}\n", prose_as_markdown(view_.key_findings, view_));
    for (const auto& reason : judgement.reasons) line("- {}", markdown_text(reason));
    if (!judgement.reasons.empty()) gap();
    model();
  }

  // What a reader must know before the verdict is believed.
  void notices() {
    if (view_.without_evidence) line("**{}**\n", made_without_evidence);
    for (const auto& limit : view_.limits)
      line("**{}**\n", sentence(markdown_text(capitalized(limit))));
  }

  void model() {
    if (!view_.model_statement.empty()) line("_{}_", markdown_text(view_.model_statement));
    if (view_.calls.all.calls > 0) line("\n_{}._", calls_line(view_.calls.all));
  }

  void claim() {
    const auto& claim = view_.claim;
    heading("The claim");
    out_ += block_quote(claim.text.to_string());
    gap();
    line("- Made by: {}", claim.speaker.empty() ? "not known" : markdown_text(claim.speaker));
    line("- Made on: {}", claim.date ? claim.date->to_string() : "no date known");
    if (!claim.place.empty()) line("- Place: {}", markdown_text(claim.place));
    if (!claim.origin.empty()) line("- Origin: {}", markdown_link(claim.origin, claim.origin));
    if (!claim.id.empty()) line("- Claim id: {}", markdown_text(claim.id));
    std::size_t shown = 0;
    for (const auto& image : claim.images) {
      if (++shown > most_shown) {
        line("- and {} more pictures; the record lists them", claim.images.size() - most_shown);
        break;
      }
      line("- Picture {}: {}{}", image.number, told(image),
           image.file.empty() ? "" : ", from " + markdown_text(image.file));
    }
    if (claim.post.empty()) return;
    line("\nThe post that carried it:\n");
    out_ += block_quote(claim.post);
  }

  void justification() {
    heading("Why");
    if (view_.justification_prose.empty()) return line("No justification was written.");
    line("{}", prose_as_markdown(view_.justification_prose, view_));
  }

  void evidence() {
    heading("Evidence");
    if (view_.evidence.empty())
      return line("{}", view_.without_evidence ? "No search was made, so there is none."
                                               : "No source said anything about the claim.");
    for (const auto& card : view_.evidence) evidence(card);
  }

  void evidence(const EvidenceCard& card) {
    const auto& source = card.evidence.source;
    line("{}### {}\n", &card == &view_.evidence.front() ? "" : "\n",
         markdown_text(card.evidence.id));
    line("**{}**{} · {}\n", markdown_link(name_of(source), source.url),
         source.publisher.empty() ? "" : " · " + markdown_text(source.publisher),
         published(source));
    if (const auto kind = site_words(source); !kind.empty()) line("{}\n", markdown_text(kind));
    if (const auto review = review_words(source); !review.empty())
      line("{}\n", markdown_text(review));
    line("{}{}\n", stance(card), card.cited ? "; cited above." : ".");
    for (const auto& origin : card.shared_origins)
      line("{}\n", markdown_text(origin_words(origin)));
    warnings(source);
    if (!card.evidence.takeaways.empty()) line("{}\n", markdown_text(card.evidence.takeaways));
    if (!card.reasons.empty()) line("Reasons: {}\n", sentence(joined(card.reasons)));
    pictures(card);
    for (const auto& quotation : card.quotations) quote(quotation);
    repeats(card);
    origin(source);
  }

  void warnings(const core::Source& source) {
    std::size_t shown = 0;
    for (const auto& passage : source.suspicious) {
      if (++shown > most_warnings) break;
      line("**{}:**\n", markdown_text(warning_words(passage)));
      out_ += block_quote(passage.text);
      gap();
    }
    if (source.suspicious.size() > most_warnings)
      line("And {} more such passages; the record lists them.\n",
           source.suspicious.size() - most_warnings);
  }

  // What is known of a picture without looking at it.
  static std::string told(const core::Image& image) {
    std::string text;
    const auto add = [&](std::string_view name, const std::string& value) {
      if (!value.empty()) text += fmt::format("{}{}{}", text.empty() ? "" : ", ", name, value);
    };
    if (!image.caption.empty()) add("caption: ", "“" + markdown_text(image.caption) + "”");
    if (!image.alt.empty()) add("described as: ", "“" + markdown_text(image.alt) + "”");
    if (image.width > 0 && image.height > 0)
      add("", fmt::format("{} × {} pixels", image.width, image.height));
    if (image.taken) add("taken ", image.taken->to_string() + " as the camera says");
    add("", markdown_text(image.note));
    return text.empty() ? "without a caption" : text;
  }

  void pictures(const EvidenceCard& card) {
    if (card.pictures.empty()) return;
    std::size_t shown = 0;
    for (const auto& picture : card.pictures) {
      if (++shown > most_shown) {
        line("- and {} more pictures; the record lists them", card.pictures.size() - most_shown);
        break;
      }
      line("- Picture {}: {}", picture.image.number, told(picture.image));
      if (!picture.shown_with.empty())
        line("  - it looks the same as the picture of {}", picture.shown_with);
      if (picture.query && picture.match) match(*picture.match);
    }
    gap();
  }

  void match(const core::PictureMatch& match) {
    line("  - found by its likeness to picture {}: {} (score {:.2f})", match.query,
         match.description.empty() ? "the same picture" : markdown_text(match.description),
         match.score);
    line("  - it holds {} of the area of picture {}, which shows {} of it; {}",
         percent(match.query_share), match.query, percent(match.found_share),
         match.differences.empty()
             ? std::string("no edited or added region was found")
             : counted(match.differences.size(), "region") + " where they show different things");
  }

  void repeats(const EvidenceCard& card) {
    if (card.repeats.empty()) return;
    line("Also at:\n");
    std::size_t shown = 0;
    for (const auto& repeat : card.repeats) {
      if (++shown > most_shown) {
        line("- and {} more; the record lists them", card.repeats.size() - most_shown);
        break;
      }
      line("- {}{} · {}{}", markdown_link(name_of(repeat.source), repeat.source.url),
           repeat.source.publisher.empty() ? "" : " · " + markdown_text(repeat.source.publisher),
           published(repeat.source),
           repeat.reason.empty() ? "" : ": " + markdown_text(repeat.reason));
    }
    gap();
  }

  static std::string stance(const EvidenceCard& card) {
    const std::string what =
        fmt::format("**{}** the claim", capitalized(core::to_string(card.stance)));
    if (card.stance == Stance::touches) return what + " without taking a side";
    return what + fmt::format(" (strength {:.2f})", card.strength);
  }

  void quote(const QuotationView& view) {
    out_ += block_quote(view.quotation.text);
    gap();
    if (view.standing == Standing::differs)
      line("**This quotation was not found in the kept text of its source. Do not rely on it.**\n");
    for (const auto& finding : view.findings) this->finding(finding);
  }

  void finding(const core::Finding& finding) {
    const auto reasons = joined(finding.reasons);
    const auto part = finding.part ? fmt::format(" part {} of the claim", *finding.part + 1) : "";
    // How surely a sentence only touches the claim tells a reader nothing.
    const auto strength = finding.stance == Stance::touches
                              ? std::string()
                              : fmt::format("strength {:.2f}, ", finding.strength);
    line("{}{} ({}coverage {:.2f}){}\n", capitalized(core::to_string(finding.stance)), part,
         strength, finding.coverage, reasons.empty() ? "." : ": " + sentence(reasons));
  }

  // Where it came from, for whoever wants to look it up.
  void origin(const core::Source& source) {
    std::string text;
    const auto add = [&](std::string_view name, const std::string& value) {
      if (!value.empty()) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
    };
    if (!source.url.empty()) add("address", markdown_text(source.url));
    if (source.document != source.url) add("document", markdown_text(source.document));
    if (!source.text_blob.empty()) add("kept text", markdown_text(source.text_blob.substr(0, 12)));
    add("read by", markdown_text(source.extractor));
    if (!text.empty()) line("Source: {}.", text);
  }

  void missing() {
    if (view_.missing.empty()) return;
    heading("What is missing");
    for (const auto& item : view_.missing) line("- {}", markdown_text(item));
  }

  void turns() {
    heading("How it was checked");
    if (view_.without_evidence)
      return line("The model was asked for a verdict; nothing was planned and nothing searched.");
    line("{}: {} found, {} left out, {} failed; {} of evidence.",
         counted(view_.turns.size(), "turn"), counted(view_.found, "result"), view_.excluded,
         counted(view_.failed, "action"), counted(view_.evidence.size(), "item"));
    for (const auto& turn : view_.turns) this->turn(turn);
  }

  void turn(const TurnView& turn) {
    line("\n### Turn {}\n", turn.number);
    if (turn.plan) {
      if (!turn.plan->reasoning.empty()) line("{}\n", markdown_text(turn.plan->reasoning));
      if (turn.plan->dead_end) line("The last actions had brought nothing new.\n");
      if (!turn.plan->uncovered.empty())
        line("Not covered by evidence before this turn: {}\n",
             sentence(joined(turn.plan->uncovered)));
    }
    if (turn.searches.empty()) line("- Nothing was searched in this turn.");
    for (const auto& search : turn.searches) this->search(search);
    for (const auto& action : turn.not_performed)
      line("- {}: planned, but the record holds no result", markdown_text(action.to_string()));
    if (turn.summaries > 0)
      line("- Read {}; {} had nothing about the claim", counted(turn.summaries, "source"),
           turn.irrelevant);
    // A turn that brought nothing new leaves the development as it was.
    if (turn.development && turn.development->prose != prose_) {
      prose_ = turn.development->prose;
      line("- {}", prose_as_markdown_line(turn.prose, view_));
    }
    if (turn.judgement)
      line("- Verdict after this turn: {} ({})", core::to_string(turn.judgement->verdict),
           percent(turn.judgement->confidence));
  }

  void search(const SearchView& search) {
    line("- {}", markdown_text(search.result.action.to_string()));
    if (!search.reason.empty()) line("  - why: {}", markdown_text(search.reason));
    if (!search.result.error.empty()) {
      line("  - **failed:** {}", markdown_text(search.result.error));
    } else {
      line("  - found {}{}", counted(search.result.sources.size(), "source"),
           search.evidence.empty() ? std::string(", none of them new evidence")
                                   : "; new evidence: " + references(search.evidence));
    }
    std::size_t shown = 0;
    for (const auto& excluded : search.result.excluded) {
      if (++shown > most_shown) {
        line("  - and {} more were left out; the record lists them",
             search.result.excluded.size() - most_shown);
        break;
      }
      line("  - left out: {} ({}): {}",
           markdown_link(name_of(excluded.source), excluded.source.url), published(excluded.source),
           markdown_text(excluded.reason));
    }
  }

  void warnings() {
    if (view_.warnings.empty()) return;
    heading("Warnings");
    for (const auto& warning : view_.warnings) line("- {}", markdown_text(warning));
  }

  void time() {
    heading("Time");
    line("The check took {}{}.", duration(view_.seconds),
         view_.started ? ", from " + view_.started->to_string() : "");
    if (!view_.stages.empty()) {
      line("\n| stage | steps | time in all |\n|---|---:|---:|");
      for (const auto& stage : view_.stages)
        line("| {} | {} | {} |", markdown_text(stage.stage), stage.steps, duration(stage.seconds));
      line("\nSteps that ran side by side each count in full.");
    }
    if (!view_.program.empty())
      line("\nWritten by {}.", markdown_text(view_.program + " " + view_.version));
  }

  const ReportView& view_;
  std::string out_;
  std::string prose_;  // of the development shown last
};

}  // namespace

std::string markdown(const ReportView& view) { return Writer(view).run(); }

std::string markdown(const core::Record& record, const ReportOptions& options) {
  return markdown(view(record, options));
}

}  // namespace assay::report
