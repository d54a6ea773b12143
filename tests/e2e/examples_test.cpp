#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assay/core/json.h"
#include "support/support.h"

// The example claims are decided rightly, and for the right reason: each expected line names the
// verdict, the document that must be cited, its stance, and what must stand in the quoted text.
namespace assay {
namespace {

using core::Json;
namespace fs = std::filesystem;

std::vector<Json> json_lines(const fs::path& file) {
  std::istringstream in(test::read(file));
  std::vector<Json> all;
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) all.push_back(Json::parse(line));
  return all;
}

bool cites(const Json& result, const Json& expected) {
  for (const auto& item : result["evidence"]) {
    const bool document = item["url"].get<std::string>().find(
                              expected["document"].get<std::string>()) != std::string::npos;
    const bool title = !expected.contains("title") || item["title"] == expected["title"];
    const bool quoted = item["text"].get<std::string>().find(
                            expected["quoted"].get<std::string>()) != std::string::npos;
    const bool stance = item["stance"] == expected["stance"];
    const auto citation = "[" + item["id"].get<std::string>() + "]";
    const bool cited =
        result["justification"].get<std::string>().find(citation) != std::string::npos;
    if ((document || title) && quoted && stance && cited) return true;
  }
  return false;
}

TEST(Examples, AreDecidedRightlyForTheRightReason) {
  const test::TempDir dir;
  const auto examples = test::source_dir() / "examples";
  const auto ran =
      test::assay({"check", "--batch", (examples / "claims.jsonl").string(), "--corpus",
                   (examples / "archive").string(), "--out", (dir / "run").string()},
                  {"XDG_CACHE_HOME=" + (dir / "cache").string()});
  ASSERT_EQ(ran.status, 0) << ran.err;
  std::map<std::string, Json> results;
  for (auto& line : json_lines(dir / "run" / "results.jsonl")) results[line["claim_id"]] = line;
  const auto expected = json_lines(examples / "expected.jsonl");
  ASSERT_EQ(expected.size(), results.size());
  for (const auto& line : expected) {
    const auto& result = results.at(line["id"]);
    EXPECT_EQ(result["verdict"], line["verdict"]) << result.dump(1);
    if (line.contains("picture"))
      EXPECT_NE(result["images"].dump().find(line["picture"].get<std::string>()), std::string::npos)
          << result.dump(1);
    if (line.contains("quoted")) EXPECT_TRUE(cites(result, line)) << line << result.dump(1);
    EXPECT_TRUE(fs::exists(result["report"].get<std::string>()));
    if (!line.contains("excluded")) continue;
    const auto record = test::read(result["record"].get<std::string>());
    EXPECT_NE(record.find("\"excluded\":[{"), std::string::npos) << line;
    for (const auto& item : result["evidence"])
      EXPECT_EQ(item["url"].get<std::string>().find(line["excluded"].get<std::string>()),
                std::string::npos);
  }
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// The photograph's report shows the original that a reverse search found.
TEST(Examples, ThePhotographsReportShowsTheOriginal) {
  const test::TempDir dir;
  const auto examples = test::source_dir() / "examples";
  Json claim;
  for (auto& line : json_lines(examples / "claims.jsonl"))
    if (line["id"] == "launch-pad") claim = line;
  ASSERT_TRUE(claim.is_object());
  const auto ran = test::assay(
      {"check", claim["claim"], "--image", (examples / claim["images"][0]).string(), "--date",
       claim["date"], "--corpus", (examples / "archive").string(), "--out", (dir / "run").string()},
      {"XDG_CACHE_HOME=" + (dir / "cache").string()});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_NE(ran.out.find("Verdict: refuted"), std::string::npos) << ran.out;
  const auto page = test::read(dir / "run" / "report.html");
  EXPECT_NE(page.find("mirrored and cropped"), std::string::npos);
  EXPECT_NE(page.find("A Falcon 9 rocket with the DSCOVR satellite"), std::string::npos);
  // The claim's picture with the claim, and again beside the one that was found.
  EXPECT_EQ(count(page, "src=\"data:image/jpeg;base64,"), 3U);
  EXPECT_LT(page.size(), 2'000'000U);
}

}  // namespace
}  // namespace assay
