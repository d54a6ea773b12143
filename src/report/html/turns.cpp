#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/html/icons.h"
#include "report/html/parts.h"
#include "report/words.h"

namespace assay::report {
namespace {

constexpr std::size_t most_turns = 30;
constexpr std::size_t most_actions = 40;   // of a turn
constexpr std::size_t most_excluded = 20;  // of an action
constexpr std::size_t most_searches = 200;
constexpr std::size_t most_bytes = 220'000;         // of the page, for all turns
constexpr std::size_t most_search_bytes = 100'000;  // of the page, for the list of searches
constexpr std::size_t longest_configuration = 8000;

std::string joined(const std::vector<std::string>& texts) {
  std::string line;
  for (std::size_t i = 0; i < std::min<std::size_t>(texts.size(), 20); ++i)
    line += (line.empty() ? "" : "; ") + texts[i];
  return line;
}

// `limit` is the size of the page beyond which nothing more is listed.
void write_excluded(Markup& out, const std::vector<core::ExcludedSource>& excluded,
                    std::size_t limit) {
  if (excluded.empty()) return;
  const auto details = out.open("details");
  out.element("summary", {},
              fmt::format("{} left out, and why", counted(excluded.size(), "source")));
  const auto list = out.open("ul");
  std::size_t shown = 0;
  for (; shown < std::min(excluded.size(), most_excluded) && out.size() < limit; ++shown) {
    const auto li = out.open("li");
    const auto& source = excluded[shown].source;
    out.link(name_of(source), source.url, language_tag(source.language));
    out.words(" (");
    write_published(out, source);
    out.words("): ");
    out.isolated(excluded[shown].reason, {}, 300);
  }
  if (excluded.size() > shown)
    out.element("li", {},
                fmt::format("and {} more; the record lists them", excluded.size() - shown));
}

void write_error(Markup& out, std::string_view error) {
  const auto span = out.open("span", {{"class", "failed"}});
  out.raw(icon(core::Stance::contradicts));
  out.words("failed: ");
  out.isolated(error, {}, 400);
}

void write_action(Markup& out, const core::Action& action) {
  const auto code = out.open("code", {{"dir", "auto"}});
  out.text(action.to_string(), 400);
}

void write_search(Markup& out, const PageContext& page, const SearchView& search,
                  std::size_t limit) {
  const auto li = out.open("li");
  write_action(out, search.result.action);
  if (!search.reason.empty()) {
    const auto why = out.open("span", {{"class", "reason"}});
    out.words(" — why: ");
    out.isolated(search.reason, {}, 400);
  }
  const auto div = out.open("div", {{"class", "outcome"}});
  if (!search.result.error.empty()) {
    write_error(out, search.result.error);
  } else {
    out.words("found " + counted(search.result.sources.size(), "source"));
    if (search.evidence.empty()) {
      out.words(", none of them new evidence");
    } else {
      out.words("; new evidence: ");
      write_references(out, page, search.evidence);
    }
  }
  if (search.seconds) out.words(" · " + duration(*search.seconds));
  write_excluded(out, search.result.excluded, limit);
}

void write_plan(Markup& out, const core::Plan& plan) {
  const auto step = out.open("li", {{"class", "step"}});
  out.element("h4", {}, "Plan");
  if (!plan.reasoning.empty()) out.paragraph(plan.reasoning, {}, {}, 2000);
  if (plan.dead_end) out.element("p", {}, "The last actions had brought nothing new.");
  if (!plan.uncovered.empty())
    out.paragraph("Not covered by evidence before this turn: " + joined(plan.uncovered), {}, {},
                  2000);
  if (plan.actions.empty()) out.element("p", {}, "Nothing was left to try.");
}

void write_actions(Markup& out, const PageContext& page, const TurnView& turn, std::size_t limit) {
  const auto step = out.open("li", {{"class", "step"}});
  out.element("h4", {}, "Actions");
  if (turn.searches.empty() && turn.not_performed.empty())
    return out.element("p", {}, "Nothing was searched in this turn.");
  const auto list = out.open("ul", {{"class", "actions"}});
  std::size_t left = turn.searches.size() + turn.not_performed.size();
  std::size_t shown = 0;
  const auto room = [&] { return shown < most_actions && out.size() < limit; };
  for (const auto& search : turn.searches) {
    if (!room()) break;
    write_search(out, page, search, limit);
    ++shown, --left;
  }
  for (const auto& action : turn.not_performed) {
    if (!room()) break;
    ++shown, --left;
    const auto li = out.open("li");
    write_action(out, action);
    const auto div = out.open("div", {{"class", "outcome"}});
    out.words("planned, but the record holds no result");
  }
  if (left > 0) out.element("li", {}, fmt::format("and {} more; the record lists them", left));
}

void write_turn(Markup& out, const PageContext& page, const TurnView& turn, std::string& prose,
                std::size_t limit) {
  const auto li = out.open("li", {{"class", "turn"}});
  out.element("h3", {}, fmt::format("Turn {}", turn.number));
  const auto steps = out.open("ol", {{"class", "steps"}});
  if (turn.plan) write_plan(out, *turn.plan);
  write_actions(out, page, turn, limit);
  if (turn.summaries > 0) {
    const auto step = out.open("li", {{"class", "step"}});
    out.element("h4", {}, "Reading");
    out.element("p", {},
                fmt::format("Read {}; {} had nothing about the claim.",
                            counted(turn.summaries, "source"), turn.irrelevant));
  }
  if (turn.development) {
    const auto step = out.open("li", {{"class", "step"}});
    out.element("h4", {}, "Development");
    // A turn that brought nothing new leaves it as it was.
    if (turn.development->prose == prose)
      out.element("p", {}, "As before: nothing new was found.");
    else
      write_prose(out, page, turn.prose);
    prose = turn.development->prose;
  }
  if (!turn.judgement) return;
  const auto step = out.open("li", {{"class", "step judged"}});
  out.element("h4", {}, "Judgement");
  const auto p = out.open("p");
  out.raw(icon(turn.judgement->verdict));
  out.words(fmt::format("{}, {} confidence.", capitalized(core::to_string(turn.judgement->verdict)),
                        percent(turn.judgement->confidence)));
}

void write_row(Markup& out, const PageContext& page, int turn, const SearchView& search) {
  const auto tr = out.open("tr");
  out.element("td", {{"class", "number"}}, std::to_string(turn));
  {
    const auto th = out.open("th", {{"scope", "row"}});
    write_action(out, search.result.action);
  }
  if (!search.result.error.empty()) {
    const auto td = out.open("td", {{"colspan", "3"}});
    write_error(out, search.result.error);
  } else {
    out.element("td", {{"class", "number"}}, std::to_string(search.result.sources.size()));
    out.element("td", {{"class", "number"}}, std::to_string(search.result.excluded.size()));
    const auto td = out.open("td");
    if (search.evidence.empty()) out.words("none");
    write_references(out, page, search.evidence);
  }
  out.element("td", {{"class", "number"}}, search.seconds ? duration(*search.seconds) : "");
}

void write_stage(Markup& out, const StageTime& stage, double longest) {
  const auto tr = out.open("tr");
  {
    const auto th = out.open("th", {{"scope", "row"}});
    out.isolated(stage.stage, {}, 60);
  }
  {
    const auto td = out.open("td", {{"class", "chart"}});
    const auto svg = out.open("svg", {{"class", "bar"}, {"aria-hidden", "true"}});
    const double share = longest > 0 ? std::clamp(stage.seconds / longest, 0.0, 1.0) : 0.0;
    const auto rect =
        out.open("rect", {{"width", fmt::format("{:.1f}%", share * 100)}, {"height", "100%"}});
  }
  out.element("td", {{"class", "number"}}, std::to_string(stage.steps));
  out.element("td", {{"class", "number"}}, duration(stage.seconds));
}

// The configuration, readable where it is JSON.
std::string configuration_text(const std::string& configuration) {
  const auto json = core::Json::parse(configuration, nullptr, false);
  if (json.is_discarded()) return configuration;
  return json.dump(2, ' ', false, core::Json::error_handler_t::replace);
}

void write_configuration(Markup& out, const std::string& configuration) {
  if (configuration.empty()) return;
  const auto details = out.open("details");
  out.element("summary", {}, "Configuration");
  const auto pre = out.open("pre");
  std::string_view text = configuration;
  const auto readable = configuration_text(configuration);
  text = std::string_view(readable).substr(0, longest_configuration);
  while (!text.empty()) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    // one_line() would take the indent away.
    const auto indent = std::min(line.find_first_not_of(' '), line.size());
    out.words(line.substr(0, indent));
    out.text(line.substr(indent), 1000);
    out.words("\n");
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (readable.size() > longest_configuration) out.words("…\n");
}

}  // namespace

void write_turns(Markup& out, const PageContext& page) {
  const auto& view = page.view;
  const auto section = out.open("section", {{"id", "turns"}, {"aria-labelledby", "turns-title"}});
  out.element("h2", {{"id", "turns-title"}}, "How it was checked");
  if (view.without_evidence)
    return out.element(
        "p", {}, "The model was asked for a verdict; nothing was planned and nothing searched.");
  out.element(
      "p", {},
      fmt::format("{}: {} found, {} left out, {} failed; {} of evidence.",
                  counted(view.turns.size(), "turn"), counted(view.found, "result"), view.excluded,
                  counted(view.failed, "action"), counted(view.evidence.size(), "item")));
  if (view.turns.empty()) return;
  const auto list = out.open("ol", {{"class", "timeline"}});
  std::string prose;
  const std::size_t limit = out.size() + most_bytes;
  std::size_t shown = 0;
  for (const auto& turn : view.turns) {
    if (shown == most_turns || out.size() > limit) break;
    write_turn(out, page, turn, prose, limit);
    ++shown;
  }
  if (shown < view.turns.size())
    out.element(
        "li", {{"class", "turn"}},
        fmt::format("And {} more turns; the record holds them.", view.turns.size() - shown));
}

void write_searches(Markup& out, const PageContext& page) {
  const auto section =
      out.open("section", {{"id", "searches"}, {"aria-labelledby", "searches-title"}});
  out.element("h2", {{"id", "searches-title"}}, "What was searched");
  std::size_t left = 0;
  for (const auto& turn : page.view.turns) left += turn.searches.size();
  if (left == 0) return out.element("p", {}, "Nothing was searched.");
  {
    const auto scroll = out.open("div", {{"class", "scroll"}});
    const auto table = out.open("table");
    header_row(out, {"Turn", "Search", "Found", "Left out", "New evidence", "Time"});
    const auto body = out.open("tbody");
    const std::size_t limit = out.size() + most_search_bytes;
    std::size_t shown = 0;
    for (const auto& turn : page.view.turns)
      for (const auto& search : turn.searches) {
        if (shown == most_searches || out.size() > limit) break;
        write_row(out, page, turn.number, search);
        ++shown;
      }
    left -= shown;
  }
  if (left > 0)
    out.element("p", {}, fmt::format("And {} more searches; the record lists them.", left));
}

void write_time(Markup& out, const PageContext& page) {
  const auto& view = page.view;
  const auto section = out.open("section", {{"id", "time"}, {"aria-labelledby", "time-title"}});
  out.element("h2", {{"id", "time-title"}}, "Time");
  {
    const auto p = out.open("p");
    out.words("The check took " + duration(view.seconds));
    if (view.started) out.words(", from " + readable(*view.started));
    if (view.ended) out.words(" to " + readable(*view.ended));
    out.words(".");
  }
  if (view.stages.empty()) return;
  double longest = 0;
  for (const auto& stage : view.stages) longest = std::max(longest, stage.seconds);
  {
    const auto scroll = out.open("div", {{"class", "scroll"}});
    const auto table = out.open("table", {{"class", "times"}});
    header_row(out, {"Stage", "Share", "Steps", "Time in all"});
    const auto body = out.open("tbody");
    for (std::size_t i = 0; i < std::min<std::size_t>(view.stages.size(), 40); ++i)
      write_stage(out, view.stages[i], longest);
  }
  out.element("p", {{"class", "standing"}}, "Steps that ran side by side each count in full.");
}

void write_about(Markup& out, const PageContext& page) {
  const auto& view = page.view;
  const auto footer = out.open("footer");
  const auto column = out.open("div", {{"class", "column"}});
  {
    const auto p = out.open("p");
    out.words("Written by ");
    if (view.program.empty())
      out.words("Assay");
    else
      out.isolated(view.program + (view.version.empty() ? "" : " " + view.version), {}, 200);
    out.words(". Every quotation can be compared with the kept bytes in the folder of this check.");
  }
  write_configuration(out, view.configuration);
}

}  // namespace assay::report
