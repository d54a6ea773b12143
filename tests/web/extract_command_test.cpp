// `assay extract`, as it is shipped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/support.h"
#include "web/pdf_samples.h"

namespace assay::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string page =
    "<html lang=en><head><title>The bridge</title><meta name=date content=2021-03-04></head><body>"
    "<h1>The bridge</h1><p>The bridge over the river was opened in 1932, after six years of "
    "<a href='https://example.org/work'>work</a> by some two thousand people.</p><p>It carries "
    "eight lanes "
    "of traffic, two railway tracks, a footpath and a cycleway.</p></body></html>";

std::vector<json> lines_of(const std::string& out) {
  std::vector<json> lines;
  std::istringstream in(out);
  for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
  return lines;
}

TEST(ExtractCommand, PrintsOneObjectForOneFile) {
  const TempDir folder;
  write(folder / "bridge.html", page);
  const auto ran = assay({"extract", (folder / "bridge.html").string(), "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 1u);
  const auto& article = lines[0];
  EXPECT_EQ(article.at("file"), (folder / "bridge.html").string());
  EXPECT_EQ(article.at("title"), "The bridge");
  EXPECT_EQ(article.at("published"), "2021-03-04");
  EXPECT_EQ(article.at("language"), "en");
  EXPECT_THAT(article.at("text").get<std::string>(), HasSubstr("after six years of work by some"));
  EXPECT_THAT(article.at("text").get<std::string>(), HasSubstr("[work](https://example.org/work)"));
  for (const char* key : {"url", "author", "images"}) EXPECT_TRUE(article.contains(key)) << key;
}

TEST(ExtractCommand, KeepsTheOrderOfManyFilesAndNamesTheBadOnes) {
  const TempDir folder;
  std::vector<std::string> command{"extract", "--json"};
  for (int i = 0; i < 30; ++i) {
    const auto path = folder / ("page" + std::to_string(i) + ".txt");
    write(path, "This is text number " + std::to_string(i));
    command.push_back(path.string());
  }
  write(folder / "locked.pdf", encrypted_pdf());
  command.insert(command.begin() + 12, (folder / "locked.pdf").string());
  command.push_back((folder / "missing.html").string());
  const auto ran = assay(command);
  EXPECT_EQ(ran.status, 1);
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 32u);
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i].at("file"), command[i + 2]);
  EXPECT_THAT(lines[10].at("error").get<std::string>(), HasSubstr("encrypted"));
  EXPECT_EQ(lines[0].at("text"), "This is text number 0");
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 2);
}

TEST(ExtractCommand, IsReadableWithoutJson) {
  const TempDir folder;
  write(folder / "bridge.html", page);
  const auto ran = assay({"extract", (folder / "bridge.html").string()});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, testing::StartsWith("# The bridge\n\n"));
  EXPECT_THAT(ran.out, HasSubstr("Published: 2021-03-04\n"));
}

TEST(ExtractCommand, HelpsAndRefuses) {
  const auto help = assay({"extract", "--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_THAT(help.out, HasSubstr("Example"));
  EXPECT_EQ(assay({"extract"}).status, 2);
  EXPECT_EQ(assay({"extract", "a", "b", "--url", "https://a.org/"}).status, 2);
}

}  // namespace
}  // namespace assay::test
