#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "assay/core/date.h"
#include "assay/core/verdict.h"
#include "support/support.h"

// examples/ holds together: each claim has what it should give, and the archive says so in these
// words.
namespace assay::report {
namespace {

using core::Json;

std::vector<Json> lines_of(const std::string& name) {
  std::istringstream in(assay::test::read(assay::test::source_dir() / "examples" / name));
  std::vector<Json> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  return lines;
}

std::string page(const std::string& name) {
  return assay::test::read(assay::test::source_dir() / "examples" / "archive" / name);
}

TEST(Examples, EachClaimHasWhatItShouldGive) {
  std::map<std::string, Json> expected;
  for (const auto& line : lines_of("expected.jsonl")) expected[line.at("id")] = line;
  std::set<std::string> verdicts;
  const auto claims = lines_of("claims.jsonl");
  ASSERT_EQ(claims.size(), expected.size());
  for (const auto& claim : claims) {
    ASSERT_TRUE(expected.contains(claim.at("id"))) << claim;
    EXPECT_TRUE(core::Date::parse(claim.at("date").get<std::string>())) << claim;
    const auto verdict = expected[claim.at("id")].at("verdict").get<std::string>();
    EXPECT_TRUE(core::verdict_from_string(verdict)) << verdict;
    verdicts.insert(verdict);
  }
  EXPECT_TRUE(verdicts.contains("supported") && verdicts.contains("refuted") &&
              verdicts.contains("not enough evidence"));
}

TEST(Examples, TheArchiveHoldsWhatIsToBeQuoted) {
  for (const auto& line : lines_of("expected.jsonl")) {
    if (!line.contains("document")) continue;
    const auto text = page(line["document"]);
    EXPECT_NE(text.find(line.at("quoted").get<std::string>()), std::string::npos) << line;
    if (line.contains("title"))
      EXPECT_NE(text.find(line["title"].get<std::string>()), std::string::npos) << line;
    if (line.contains("excluded")) EXPECT_FALSE(page(line["excluded"]).empty());
  }
}

TEST(Examples, EachPageNamesItsSources) {
  std::size_t pages = 0;
  const auto folder = assay::test::source_dir() / "examples" / "archive";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() == ".jpg") continue;  // README.md says whose the photographs are
    EXPECT_NE(assay::test::read(file.path()).find("Source"), std::string::npos) << file.path();
    if (file.path().extension() == ".html") ++pages;
  }
  EXPECT_GE(pages, 10U);
}

}  // namespace
}  // namespace assay::report
