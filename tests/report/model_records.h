#pragma once
#include <map>
#include <string>

#include "records.h"
#include "report/view.h"

// Checks that language models made.
namespace assay::report::test {

inline const std::string kept_thinking = "The user asks for a year.\n<b>Hm</b>, 1937 then.";

inline core::ModelCall call(const std::string& model, core::Form form, const std::string& answer) {
  core::ModelCall call;
  call.model = model;
  call.answered_by = model + "-2026";
  call.parameters = R"({"temperature":0.01,"top_p":0.9,"max_tokens":4096})";
  call.prompt = io::sha256("a prompt");
  call.purpose = "ask";
  call.answer = answer;
  call.finish = "complete";
  call.form = form;
  call.tokens_in = 1000;
  call.tokens_cached = 200;
  call.tokens_out = 50;
  call.cost = 0.002;
  call.seconds = 1.5;
  return call;
}

inline core::ModelCall failed_call(const std::string& model) {
  core::ModelCall failed;
  failed.model = model;
  failed.prompt = io::sha256("a prompt");
  failed.purpose = "ask";
  failed.error = "the server does not answer";
  failed.error_kind = "unreachable";
  failed.tries = 5;
  return failed;
}

// Gives the thinking of call() that names it.
inline std::optional<std::string> kept(std::string_view sha256) {
  if (sha256 == io::sha256(kept_thinking)) return kept_thinking;
  if (sha256 == io::sha256(kept_page)) return kept_page;
  return std::nullopt;
}

inline ReportOptions with_kept() {
  ReportOptions options;
  options.kept_text = kept;
  return options;
}

// One turn by two models: a cheap one plans and reads, a strong one judges. One call failed, one
// answer came from the cache, one was repaired, one prompt had no room for an item; the budget
// stopped it. `justification` is what the strong model wrote.
inline RecordBuilder models_check(const std::string& justification =
                                      "It opened in **1937** [E1], as [image:2] shows; see [the "
                                      "page](https://bridges.example/golden-gate).") {
  using core::Form;
  const std::string cheap = "openai:cheap", strong = "anthropic:strong";
  const Json search{{"tool", "web_search"}, {"arguments", {"bridge 1937"}}};
  const Json source{{"document", "bridge.html"},
                    {"url", "https://bridges.example/golden-gate"},
                    {"title", "The Golden Gate Bridge"},
                    {"published", "2012-05-27"},
                    {"text_blob", io::sha256(kept_page)},
                    {"images", {{{"number", 2}, {"caption", "The bridge"}}}}};
  auto cached = call(cheap, Form::exact, "{}");
  cached.from_cache = true;
  auto thought = call(strong, Form::repaired, "```json\n{\"verdict\": \"<b>Refuted</b>\"}\n```");
  thought.thinking = io::sha256(kept_thinking);
  thought.problem = "a fence around it";
  auto short_of_room = call(strong, Form::exact, "{\"analysis\": \"…\"}");
  short_of_room.dropped = {"E7", "E9"};
  RecordBuilder builder;
  builder
      .add(EntryType::start, {{"schema", 1},
                              {"program", "assay 0.1.0"},
                              {"configuration", {{"procedure", "defame"}, {"model", strong}}}})
      .add(EntryType::claim, {{"id", "c1"},
                              {"text", "The bridge opened in 1947. [image:1]"},
                              {"images", {{{"number", 1}, {"file", "bridge.jpg"}}}}})
      .calls({failed_call(cheap), cached})
      .step(EntryType::plan, "plan", 1, 0, {{"actions", {search}}, {"reasoning", "The year."}},
            cheap)
      .step(EntryType::tool_result, "web_search", 1, 0, {{"action", search}, {"sources", {source}}},
            "")
      .calls({call(cheap, Form::exact, "{\"takeaways\": \"1937\"}")})
      .step(EntryType::summary, "summarize", 1, 0,
            {{"takeaways", "It opened in 1937."}, {"quotations", {quotation()}}}, cheap)
      .add(EntryType::evidence, {{"id", "E1"},
                                 {"turn", 1},
                                 {"action", 0},
                                 {"source", source},
                                 {"takeaways", "It opened in 1937."},
                                 {"quotations", {quotation()}},
                                 {"images", {{{"number", 2}, {"caption", "The bridge"}}}}})
      .add(EntryType::limit,
           {{"message", "gathering stopped for the budget of 0.05 USD: 0.04 are spent"}})
      .calls({short_of_room})
      .step(EntryType::development, "develop", 1, 0,
            {{"prose", "- *First*, [E1] says 1937.\n- Then, [E8] is nothing."},
             {"findings", {{{"evidence", "E1"}, {"stance", "contradicts"}, {"strength", 1.0}}}}},
            strong)
      .calls({thought})
      .step(EntryType::judgement, "judge", 1, 0,
            {{"verdict", "refuted"},
             {"label", "refuted"},
             {"confidence", 0.9},
             {"key_findings", "It opened in *1937* [E1]."}},
            strong)
      .calls({call(strong, Form::exact, justification)})
      .step(EntryType::justification, "justify", 1, 0, {{"text", justification}}, strong)
      .add(EntryType::end, Json::object());
  return builder;
}

// A verdict without evidence, of a local model whose price is not known.
inline RecordBuilder baseline_check() {
  auto answer = call("openai:local@http://127.0.0.1:1/v1", core::Form::exact, "{}");
  answer.cost.reset();
  RecordBuilder builder;
  builder.add(EntryType::start, {{"schema", 1}, {"configuration", {{"procedure", "cot"}}}})
      .add(EntryType::claim, {{"id", "c1"}, {"text", "The bridge opened in 1947."}})
      .calls({answer})
      .step(EntryType::judgement, "cot", 1, 0,
            {{"verdict", "refuted"},
             {"label", "refuted"},
             {"confidence", 0.6},
             {"key_findings", "I remember **1937**."}},
            answer.model)
      .add(EntryType::justification,
           {{"text", "No search was made. Its reasoning: I remember **1937**."}})
      .add(EntryType::end, Json::object());
  return builder;
}

}  // namespace assay::report::test
