#include "report/calls.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/call_words.h"
#include "report/html/parts.h"
#include "report/words.h"

namespace assay::report {
namespace {

constexpr std::size_t most_rows = 40;
constexpr std::size_t most_listed = 40;
constexpr std::size_t most_calls = 400;
constexpr std::size_t most_bytes = 250'000;   // of the page, for the calls
constexpr std::size_t longest_answer = 8000;  // code points
constexpr std::size_t longest_message = 400;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 10); ++i)
    text += (text.empty() ? "" : ", ") + names[i];
  return text;
}

void write_share(Markup& out, const CallSum& sum) {
  const auto td = out.open("td", {{"class", "share"}});
  {
    const auto svg = out.open("svg", {{"class", "bar"}, {"aria-hidden", "true"}});
    const auto rect = out.open(
        "rect", {{"width", fmt::format("{:.1f}%", sum.well_formed() * 100)}, {"height", "100%"}});
  }
  out.words(" " + percent(sum.well_formed()));
}

void write_row(Markup& out, std::string_view name, std::string_view others, const CallSum& sum) {
  const auto tr = out.open("tr");
  {
    const auto th = out.open("th", {{"scope", "row"}});
    out.isolated(name, {}, 100);
    if (!others.empty()) {
      const auto other = out.open("span", {{"class", "others"}});
      out.isolated(others, {}, 200);
    }
  }
  const auto number = [&](const std::string& text) {
    out.element("td", {{"class", "number"}}, text);
  };
  number(std::to_string(sum.calls));
  write_share(out, sum);
  number(std::to_string(sum.repaired));
  number(std::to_string(sum.unusable));
  number(grouped(sum.retries));
  number(grouped(sum.tokens_in));
  number(grouped(sum.tokens_cached));
  number(grouped(sum.tokens_out));
  number(cost_cell(sum));
  number(duration(sum.seconds));
}

// `with_others`: names beside each group what it is of.
void write_table(Markup& out, std::string_view name, const std::vector<CallGroup>& groups,
                 bool with_others, const CallSum* all) {
  const auto scroll = out.open("div", {{"class", "scroll"}});
  const auto table = out.open("table", {{"class", "calls"}});
  header_row(out, {name, "Calls", "Well-formed", "Repaired", "Unusable", "Retries", "Tokens in",
                   "Cached", "Tokens out", "USD", "Time"});
  const auto body = out.open("tbody");
  for (std::size_t i = 0; i < std::min(groups.size(), most_rows); ++i)
    write_row(out, groups[i].name, with_others ? joined(groups[i].others) : "", groups[i].sum);
  if (all) write_row(out, "all", {}, *all);
}

// A list of what `tell` has to say of the calls; nothing where it has nothing.
template <class Tell>
void write_list(Markup& out, std::string_view title, const std::vector<CallView>& calls,
                Tell tell) {
  Markup items;
  std::size_t count = 0;
  for (const auto& call : calls) {
    const std::string words = tell(call.call);
    if (words.empty() || ++count > most_listed) continue;
    const auto li = items.open("li");
    items.isolated(step_name(call), {}, 100);
    items.words(": ");
    items.isolated(words, {}, longest_message);
  }
  if (count == 0) return;
  out.element("h3", {}, title);
  const auto ul = out.open("ul");
  out.raw(items.take());
  if (count > most_listed)
    out.element("li", {}, fmt::format("and {} more; the record lists them", count - most_listed));
}

std::string dropped_of(const core::ModelCall& call) { return joined(call.dropped); }

// Text as it stands, line by line: one_line() alone would make one of it.
void write_block(Markup& out, std::string_view text, std::string_view style) {
  const auto pre = out.open("pre", {{"class", style}, {"dir", "auto"}});
  std::size_t left = longest_answer;
  while (!text.empty() && left > 0) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    const auto indent = std::min({line.find_first_not_of(' '), line.size(), std::size_t{40}});
    out.words(std::string(indent, ' '));
    out.text(line.substr(indent), left);
    out.words("\n");
    left -= std::min(left, line.size() + 1);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  if (!text.empty()) out.words("…\n");
}

std::string call_title(const CallView& view) {
  const auto& call = view.call;
  std::string text = std::string(core::to_string(call.form)) + ", ";
  if (!call.error.empty()) return text + "no answer";
  text += fmt::format("{} → {} tokens, ", grouped(call.tokens_in), grouped(call.tokens_out));
  text += call.cost ? dollars(*call.cost) : std::string("cost not known");
  return text + (call.from_cache ? ", from the cache" : ", " + duration(call.seconds));
}

void write_facts(Markup& out, const core::ModelCall& call) {
  const auto list = out.open("ul", {{"class", "facts"}});
  write_fact(out, "Model", call.model);
  write_fact(out, "Answered by", call.answered_by);
  if (call.purpose != "ask") write_fact(out, "Asked again", call.purpose);
  if (!call.finish.empty() && call.finish != "complete") write_fact(out, "Ended", call.finish);
  if (call.tries > 1) write_fact(out, "Tries", std::to_string(call.tries));
  if (call.tokens_cached > 0) write_fact(out, "Tokens cached", grouped(call.tokens_cached));
  write_fact(out, "Parameters", call.parameters);
  write_fact(out, "Prompt", call.prompt);
}

void write_thinking(Markup& out, const CallView& view) {
  if (view.call.thinking.empty()) return;
  const auto details = out.open("details", {{"class", "thinking"}});
  out.element("summary", {}, "The model’s thinking, no part of its answer");
  if (view.thinking.empty())
    out.element("p", {{"class", "standing"}}, "Its kept text was not at hand.");
  else
    write_block(out, view.thinking, "thought");
  const auto list = out.open("ul", {{"class", "facts"}});
  write_fact(out, "Kept as", view.call.thinking);
}

void write_call(Markup& out, const CallView& view) {
  const auto& call = view.call;
  const auto li = out.open("li");
  const auto details = out.open("details", {{"class", "call"}});
  {
    const auto summary = out.open("summary");
    out.isolated(step_name(view), {}, 100);
    out.element("span", {{"class", "standing"}}, " " + call_title(view));
  }
  if (const auto failure = failure_of(call); !failure.empty()) {
    const auto p = out.open("p", {{"class", "failed"}});
    out.isolated(failure, {}, longest_message);
  } else if (!call.problem.empty()) {
    const auto p = out.open("p", {{"class", "standing"}});
    out.words("Repaired: ");
    out.isolated(call.problem, {}, longest_message);
  }
  if (!call.answer.empty()) write_block(out, call.answer, "answer");
  write_thinking(out, view);
  write_facts(out, call);
}

void write_each(Markup& out, const std::vector<CallView>& calls) {
  out.element("h3", {}, "Every call and its answer");
  std::size_t shown = 0;
  {
    const auto list = out.open("ol", {{"class", "call-list"}});
    const std::size_t limit = out.size() + most_bytes;
    for (; shown < std::min(calls.size(), most_calls) && out.size() < limit; ++shown)
      write_call(out, calls[shown]);
  }
  if (shown < calls.size())
    out.element(
        "p", {},
        fmt::format("And {} more; the record holds them.", counted(calls.size() - shown, "call")));
}

}  // namespace

void write_calls(Markup& out, const PageContext& page) {
  const auto& calls = page.view.calls;
  if (calls.calls.empty()) return;
  const auto section = out.open("section", {{"id", "models"}, {"aria-labelledby", "models-title"}});
  out.element("h2", {{"id", "models-title"}}, "What the models did");
  out.element("p", {}, calls_line(calls.all) + ".");
  // One model for all is named above.
  const bool several = calls.models.size() > 1;
  write_table(out, "Stage", calls.stages, several, calls.stages.size() > 1 ? &calls.all : nullptr);
  if (several) write_table(out, "Model", calls.models, true, nullptr);
  write_list(out, "Without a usable answer", calls.calls, failure_of);
  write_list(out, "Left out of a prompt, since the window had no room", calls.calls, dropped_of);
  write_each(out, calls.calls);
}

}  // namespace assay::report
