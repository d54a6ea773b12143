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

}  // namespace
}  // namespace assay
