#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/record.h"
#include "io/sha256.h"

// Records made by hand, entry by entry, with a clock that moves 100 ms an entry.
namespace assay::report::test {

using core::EntryType;
using core::Json;

class RecordBuilder {
 public:
  RecordBuilder& add(EntryType type, const Json& value) { return put(type, value, std::nullopt); }
  // A step that began 50 ms before it was recorded.
  RecordBuilder& step(EntryType type, const std::string& stage, int turn, int index,
                      const Json& value, const std::string& model = "embedded") {
    return put(type, value, core::StepKey{stage, "1", turn, index, model, "", ""});
  }
  // Calls that the next step made.
  RecordBuilder& calls(std::vector<core::ModelCall> calls) {
    calls_ = std::move(calls);
    return *this;
  }
  const core::Record& record() const { return record_; }

 private:
  RecordBuilder& put(EntryType type, const Json& value, std::optional<core::StepKey> step) {
    core::Entry entry;
    entry.type = type;
    entry.at = {now_};
    if (step) entry.started = core::Timestamp{now_ - 50};
    entry.step = std::move(step);
    entry.value = value.dump();
    entry.calls = std::exchange(calls_, {});
    record_.append(std::move(entry));
    now_ += 100;
    return *this;
  }

  core::Record record_;
  std::vector<core::ModelCall> calls_;
  std::int64_t now_ = 1'800'000'000'000;
};

inline const std::string kept_page =
    "Home of bridges. The bridge opened on 27 May 1937 and is 2,737 metres long. It is red.";
inline constexpr std::size_t quote_begin = 17;
inline const std::string quote = "The bridge opened on 27 May 1937 and is 2,737 metres long.";

inline Json quotation(const std::string& blob = io::sha256(kept_page)) {
  return {
      {"blob", blob}, {"begin", quote_begin}, {"end", quote_begin + quote.size()}, {"text", quote}};
}

// A check that refuted its claim in one turn: one source used, one without anything about the
// claim, one excluded, one action failed.
inline RecordBuilder refuted_check() {
  const Json source{
      {"document", "bridge.html"},         {"url", "https://bridges.example/golden-gate"},
      {"title", "The Golden Gate Bridge"}, {"publisher", "Bridge Notes"},
      {"published", "2012-05-27"},         {"text_blob", io::sha256(kept_page)},
      {"extractor", "article/1"},          {"score", 7.5}};
  const Json other{{"document", "tower.html"}, {"title", "A tower"}, {"score", 1.5}};
  const Json late{{"document", "late.html"},
                  {"title", "A later page"},
                  {"published", "2024-01-01"},
                  {"score", 3.5}};
  const Json search{{"tool", "web_search"}, {"arguments", {"bridge 1937"}}, {"reason", "the year"}};
  const Json broken{{"tool", "web_search"}, {"arguments", {"bridge length"}}};
  RecordBuilder builder;
  builder
      .add(EntryType::start, {{"schema", 1},
                              {"program", "assay 0.1.0"},
                              {"configuration", {{"model", "embedded"}, {"labels", "averitec"}}}})
      .add(EntryType::claim, {{"id", "c1"},
                              {"text", "The bridge opened in 1947."},
                              {"date", "2020-03-01"},
                              {"speaker", "A. Speaker"}})
      .step(EntryType::plan, "plan", 1, 0,
            {{"actions", {search, broken}},
             {"reasoning", "Look for the year."},
             {"uncovered", {"1947"}}})
      .step(EntryType::tool_result, "web_search", 1, 0,
            {{"action", search},
             {"sources", {source, other}},
             {"excluded", {{{"source", late}, {"reason", "published on or after 2020-03-01"}}}}},
            "")
      .step(EntryType::tool_result, "web_search", 1, 1,
            {{"action", broken}, {"sources", Json::array()}, {"error", "the index is gone"}}, "")
      .step(EntryType::summary, "summarize", 1, 0,
            {{"takeaways", "It opened in 1937."}, {"quotations", {quotation()}}})
      .step(EntryType::summary, "summarize", 1, 1, {{"none", true}})
      .add(EntryType::evidence, {{"id", "E1"},
                                 {"turn", 1},
                                 {"action", 0},
                                 {"source", source},
                                 {"takeaways", "It opened in 1937."},
                                 {"quotations", {quotation()}}})
      .step(EntryType::development, "develop", 1, 0,
            {{"prose", "One source contradicts."},
             {"findings",
              {{{"evidence", "E1"},
                {"quotation", 0},
                {"stance", "contradicts"},
                {"strength", 0.9},
                {"coverage", 0.75},
                {"reasons", {"1937 against 1947"}}}}},
             {"missing", {"who opened it"}}})
      .step(EntryType::judgement, "judge", 1, 0,
            {{"verdict", "refuted"}, {"label", "Refuted"}, {"confidence", 0.87}})
      .step(EntryType::justification, "justify", 1, 0,
            {{"text", "The bridge opened in 1937, not in 1947 [E1]."}})
      .add(EntryType::warning, {{"message", "one file was skipped"}})
      .add(EntryType::end, Json::object());
  return builder;
}

}  // namespace assay::report::test
