#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "assay/core/record.h"
#include "io/sha256.h"
#include "report/view.h"
#include "support/support.h"

// The example of docs/record.md is a record of this version.
namespace assay::report {
namespace {

using core::EntryType;
using core::Json;

std::vector<std::string> example_lines() {
  const auto page = assay::test::read(assay::test::source_dir() / "docs" / "record.md");
  const std::string fence = "```jsonl\n";
  const auto begin = page.find(fence) + fence.size();
  std::istringstream in(page.substr(begin, page.find("```", begin) - begin));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(RecordDocument, ItsExampleIsARecordAsItIsWritten) {
  core::Record record;
  std::set<EntryType> types;
  for (const auto& line : example_lines()) {
    auto entry = Json::parse(line).get<core::Entry>();
    EXPECT_EQ(Json(entry).dump(), line);
    types.insert(entry.type);
    record.append(std::move(entry));
  }
  EXPECT_TRUE(record.complete());
  EXPECT_EQ(Json::parse(record.start())["schema"], core::record_schema_version);
  // Every type but a repeat, a warning and a limit.
  EXPECT_EQ(types.size(), 10U);
  EXPECT_FALSE(types.contains(EntryType::warning));
}

TEST(RecordDocument, ItsQuotationStandsInItsText) {
  core::Record record;
  for (const auto& line : example_lines()) record.append(Json::parse(line).get<core::Entry>());
  const auto page = assay::test::read(assay::test::source_dir() / "docs" / "record.md");
  const auto begin = page.find("`Paris is the capital of France.") + 1;
  const auto text = page.substr(begin, page.find('`', begin) - begin);
  ReportOptions options;
  options.kept_text = [&](std::string_view) { return std::optional(text); };
  const auto view = report::view(record, options);
  ASSERT_EQ(view.evidence.size(), 1U);
  EXPECT_TRUE(view.evidence[0].cited);
  EXPECT_EQ(view.evidence[0].stance, core::Stance::contradicts);
  EXPECT_EQ(view.evidence[0].quotations.at(0).standing, Standing::stands);
}

TEST(RecordDocument, ItsCallIsOneAsItIsWritten) {
  const auto page = assay::test::read(assay::test::source_dir() / "docs" / "record.md");
  const std::string fence = "```json\n";
  const auto begin = page.find(fence) + fence.size();
  const auto line = page.substr(begin, page.find('\n', begin) - begin);
  EXPECT_EQ(Json(Json::parse(line).get<core::ModelCall>()).dump(), line);
}

TEST(RecordDocument, TellsOfEveryFieldOfACall) {
  core::ModelCall call;
  for (auto* text : {&call.model, &call.answered_by, &call.prompt, &call.purpose, &call.answer,
                     &call.thinking, &call.finish, &call.error, &call.error_kind, &call.problem})
    *text = "x";
  call.parameters = "{}";
  call.dropped = {"x"};
  call.cost = 1;
  call.from_cache = true;
  const auto page = assay::test::read(assay::test::source_dir() / "docs" / "record.md");
  const Json json = call;
  for (const auto& [name, value] : json.items())
    EXPECT_NE(page.find("| `" + name + "`"), std::string::npos) << name;
}

TEST(RecordDocument, TellsOfEveryType) {
  const auto page = assay::test::read(assay::test::source_dir() / "docs" / "record.md");
  for (const auto type :
       {EntryType::start, EntryType::claim, EntryType::plan, EntryType::tool_result,
        EntryType::summary, EntryType::evidence, EntryType::repeat, EntryType::development,
        EntryType::judgement, EntryType::justification, EntryType::warning, EntryType::limit,
        EntryType::end})
    EXPECT_NE(page.find("**`" + std::string(core::to_string(type)) + "`**"), std::string::npos)
        << core::to_string(type);
}

}  // namespace
}  // namespace assay::report
