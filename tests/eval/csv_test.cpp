#include "eval/csv.h"

#include <gmock/gmock.h>
#include <rapidcheck.h>

#include "assay/core/error.h"
#include "support/support.h"

namespace assay::eval {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string error_of(const std::string& bytes, const CsvLimits& limits = {}) {
  try {
    parse_csv(bytes, "t.csv", limits);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return {};
}

TEST(Csv, ReadsQuotesLineBreaksAndEveryLineEnd) {
  const auto table = parse_csv(
      "\xEF\xBB\xBFid,text\r\n1,\"a, \"\"b\"\"\r\nc\"\r\n\r\n2, spaced \n3,\r4,end", "t.csv");
  EXPECT_THAT(table.header, ElementsAre("id", "text"));
  ASSERT_EQ(table.rows.size(), 4);
  EXPECT_THAT(table.rows[0].cells, ElementsAre("1", "a, \"b\"\r\nc"));
  EXPECT_THAT(table.rows[1].cells, ElementsAre("2", " spaced "));
  EXPECT_THAT(table.rows[2].cells, ElementsAre("3", ""));
  EXPECT_THAT(table.rows[3].cells, ElementsAre("4", "end"));
  EXPECT_EQ(table.rows[0].line, 2);
  EXPECT_EQ(table.rows[1].line, 5);
  EXPECT_EQ(table.rows[3].line, 7);
  EXPECT_EQ(table.rows[3].number, 4);
  EXPECT_EQ(table.column("text"), 1);
  EXPECT_EQ(table.column("Text"), std::nullopt);
}

TEST(Csv, SaysWhichRowIsDamaged) {
  EXPECT_EQ(error_of(""), "'t.csv' has no header");
  EXPECT_EQ(error_of("\r\n\n"), "'t.csv' has no header");
  EXPECT_EQ(error_of("a,b\n1,2\n3\n"), "'t.csv' row 2 (line 3): 1 cells where the header has 2");
  EXPECT_EQ(error_of("a,b\n1,\"x\n\n3,4\n"), "'t.csv' row 1 (line 2): the quotes do not balance");
  EXPECT_EQ(error_of("a,b\n1,2\n3,x\"y\n"), "'t.csv' row 2 (line 3): the quotes do not balance");
  EXPECT_EQ(error_of("a,b\n\"1\"x,2\n"), "'t.csv' row 1 (line 2): the quotes do not balance");
  EXPECT_EQ(error_of("a,b\n1,\xFF\n"), "'t.csv' row 1 (line 2): not UTF-8");
  EXPECT_EQ(error_of("a,\xFF\n1,2\n"), "'t.csv' header (line 1): not UTF-8");
}

TEST(Csv, KeepsToItsLimits) {
  EXPECT_THAT(error_of("a,b,c\n", {.columns = 2}), HasSubstr("header (line 1): more than 2 cells"));
  EXPECT_THAT(error_of("a\n1\n2\n", {.cells = 2}), HasSubstr("more than 2 cells"));
  const test::TempDir folder;
  test::write(folder / "t.csv", "a,b\n1,2\n");
  EXPECT_THROW(read_csv(folder / "t.csv", {.bytes = 4}), core::InputError);
  EXPECT_THROW(read_csv(folder / "none.csv"), core::InputError);
  EXPECT_EQ(read_csv(folder / "t.csv").rows.size(), 1);
}

TEST(Csv, LeavesOutBadRowsWhereSomeoneTakesThem) {
  std::vector<std::string> said;
  const auto table = parse_csv("a,b\n1\n2,\xC3\n3,4\n", "t.csv", {},
                               [&](const std::string& message) { said.push_back(message); });
  EXPECT_THAT(said, ElementsAre("'t.csv' row 1 (line 2): 1 cells where the header has 2",
                                "'t.csv' row 2 (line 3): not UTF-8"));
  ASSERT_EQ(table.rows.size(), 1);
  EXPECT_EQ(table.rows[0].number, 3);
}

TEST(Csv, WhatIsWrittenIsReadTheSame) {
  EXPECT_EQ(csv_row(std::vector<std::string>{"a", "b,c", "say \"x\"", ""}),
            "a,\"b,c\",\"say \"\"x\"\"\",\"\"\r\n");
  const bool held = rc::check("cells", [] {
    const auto cell = rc::gen::container<std::string>(rc::gen::elementOf(std::string("a \",\r\n")));
    const auto rows = *rc::gen::container<std::vector<std::vector<std::string>>>(
        rc::gen::container<std::vector<std::string>>(3, cell));
    std::string bytes = "x,y,z\r\n";
    for (const auto& row : rows) bytes += csv_row(row);
    const auto table = parse_csv(bytes, "t.csv");
    RC_ASSERT(table.rows.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) RC_ASSERT(table.rows[i].cells == rows[i]);
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace assay::eval
