#include "cli/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/core/record.h"

namespace assay::cli {
namespace {

using core::EntryType;
using core::Json;
using testing::HasSubstr;
using testing::Not;

core::ModelCall call() {
  core::ModelCall call;
  call.model = "openai:m";
  call.form = core::Form::exact;
  call.tokens_in = 1200;
  call.tokens_out = 30;
  call.cost = 0.003;
  return call;
}

void add(core::Record& record, EntryType type, const Json& value, const std::string& model = "") {
  core::Entry entry;
  entry.type = type;
  entry.value = value.dump();
  if (!model.empty()) {
    entry.step = core::StepKey{"judge", "1", 1, 0, model, "", ""};
    entry.calls = {call()};
  }
  record.append(std::move(entry));
}

core::Record record_of(const std::string& justification, const std::string& model) {
  core::Record record;
  add(record, EntryType::claim, {{"id", "c"}, {"text", "x"}});
  add(record, EntryType::plan, {{"actions", Json::array()}});
  add(record, EntryType::limit, {{"message", "gathering stopped for the deadline of 5 s"}});
  add(record, EntryType::judgement,
      {{"verdict", "refuted"}, {"label", "Refuted"}, {"confidence", 0.9}}, model);
  add(record, EntryType::justification, {{"text", justification}});
  return record;
}

std::string summary(const core::Record& record) {
  return check_summary(report::view(record), "run/report.html");
}

TEST(Summary, TellsLimitsAndWhatTheModelsUsedBehindTheVerdict) {
  EXPECT_THAT(
      summary(record_of("It is *so*.", "openai:m")),
      testing::StartsWith("Verdict: Refuted (confidence 90 %)\n"
                          "Gathering stopped for the deadline of 5 s.\n"
                          "openai:m · 1 call: 1,200 tokens in, 30 out; 0.003 USD; 100 % of the "
                          "answers were well-formed\n\nIt is so.\n"));
}

TEST(Summary, OfAVerdictWithoutEvidenceSaysSo) {
  core::Record record;
  add(record, EntryType::claim, {{"id", "c"}, {"text", "x"}});
  add(record, EntryType::judgement, {{"verdict", "refuted"}, {"label", "Refuted"}}, "openai:m");
  EXPECT_THAT(summary(record), HasSubstr("\nMade without evidence: "));
}

TEST(Summary, OfBuiltInStagesKeepsTheirTextAsItIs) {
  core::Record record;
  add(record, EntryType::claim, {{"id", "c"}, {"text", "x"}});
  add(record, EntryType::justification, {{"text", "“a *quoted* text_with_marks”"}});
  EXPECT_THAT(summary(record), HasSubstr("“a *quoted* text_with_marks”\n"));
  EXPECT_THAT(summary(record), Not(HasSubstr("call")));
}

TEST(Summary, NoTextMovesTheCursor) {
  const std::string text = "a\x1b[2Jb\u202E\r\n\n`\x1b[31m`";
  const auto shown = summary(record_of(text, "openai:\x1b[31mm"));
  EXPECT_EQ(shown.find('\x1b'), std::string::npos);
  EXPECT_EQ(shown.find('\r'), std::string::npos);
  EXPECT_EQ(shown.find("\u202E"), std::string::npos);
}

TEST(Summary, OfABatchHasTheSum) {
  BatchResult result;
  result.completed = 2;
  result.results = "run/results.jsonl";
  EXPECT_THAT(batch_summary(result), Not(HasSubstr("call")));
  result.calls.add(call());
  result.calls.add(call());
  EXPECT_THAT(batch_summary(result), HasSubstr("2 calls: 2,400 tokens in, 60 out; 0.006 USD; "));
}

}  // namespace
}  // namespace assay::cli
