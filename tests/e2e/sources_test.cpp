// `assay sources check`, as it is shipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/support.h"

namespace assay::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::vector<json> lines_of(const std::string& out) {
  std::vector<json> lines;
  std::istringstream in(out);
  for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(SourcesCommand, AnswersEachAddressWithOneObject) {
  const auto ran = assay({"sources", "check", "--json", "https://www.snopes.com/x",
                          "https://netflix.com/", "https://x.com/a"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].at("url"), "https://www.snopes.com/x");
  EXPECT_EQ(lines[0].at("site"), "snopes.com");
  EXPECT_EQ(lines[0].at("class"), "fact-check");
  EXPECT_EQ(lines[0].at("excluded"), true);
  EXPECT_THAT(lines[0].at("reason").get<std::string>(), HasSubstr("DEFAME"));
  EXPECT_EQ(lines[1].at("excluded"), false);
  EXPECT_EQ(lines[1].at("class"), "unsure");
  EXPECT_EQ(lines[2].at("excluded"), true);
}

TEST(SourcesCommand, AnswersTheOthersWhereOneIsBad) {
  const auto ran = assay(
      {"sources", "check", "--json", "https://a.example/", "javascript:x", "https://b.example/"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.err,
            "assay: 'javascript:x' is no address: only http and https addresses are "
            "judged\n");
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].at("site"), "a.example");
  EXPECT_EQ(lines[1].at("url"), "javascript:x");
  EXPECT_TRUE(lines[1].contains("error"));
  EXPECT_EQ(lines[2].at("site"), "b.example");
  const auto alone = assay({"sources", "check", "--json", "javascript:x"});
  EXPECT_EQ(alone.status, 1);
  EXPECT_EQ(alone.out, "");
}

TEST(SourcesCommand, ReadsStandardInput) {
  const TempDir folder;
  write(folder / "addresses", "https://www.snopes.com/\r\n\n  \nhttps://a.example/" +
                                  std::string(20'000, 'a') + "\nhttps://b.example");
  const auto ran =
      run({"sh", "-c",
           program().string() + " sources check --json - < " + (folder / "addresses").string()});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, HasSubstr("longer than 8,192 bytes"));
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].at("url"), "https://www.snopes.com/");
  EXPECT_EQ(lines[2].at("site"), "b.example");
}

TEST(SourcesCommand, IsReadableWithoutJson) {
  const auto ran =
      assay({"sources", "check", "https://web.archive.org/web/2020/http://snopes.com"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out,
            "https://web.archive.org/web/2020/http://snopes.com\n"
            "  site: snopes.com\n  class: fact-check\n  benchmark mode: drops it\n"
            "  reason: leads to http://snopes.com/: a fact-checking site: snopes.com (DEFAME, "
            "appendix A, table 5)\n  leads to: http://snopes.com/\n");
}

TEST(SourcesCommand, TakesListsOfTheUsers) {
  const TempDir folder;
  write(folder / "mine.tsv", "fact-check\tcheck.example\tmy list\n");
  const auto ran = assay({"sources", "check", "--json", "--lists", (folder / "mine.tsv").string(),
                          "https://check.example/"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(lines_of(ran.out).at(0).at("class"), "fact-check");
  write(folder / "mine.tsv", "# mine\nfact-chek\tcheck.example\n");
  const auto bad = assay(
      {"sources", "check", "--lists", (folder / "mine.tsv").string(), "https://check.example/"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("mine.tsv:2: 'fact-chek' is no kind of entry"));
}

TEST(SourcesCommand, LooksForAClaimInTheAddress) {
  const std::string address = "https://a.example/no-the-moon-is-not-made-of-green-cheese";
  EXPECT_EQ(lines_of(assay({"sources", "check", "--json", address}).out).at(0).at("excluded"),
            false);
  const auto ran = assay(
      {"sources", "check", "--json", "--claim", "The moon is made of green cheese.", address});
  EXPECT_EQ(lines_of(ran.out).at(0).at("excluded"), true);
}

TEST(SourcesCommand, HelpsAndRefuses) {
  const auto help = assay({"sources", "check", "--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("Examples"));
  EXPECT_EQ(assay({"sources"}).status, 2);
  EXPECT_EQ(assay({"sources", "check"}).status, 2);
}

}  // namespace
}  // namespace assay::test
