// That ordinary pages are not taken for attempts on a model, on real ones (not part of the project;
// skipped where they are missing).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "language/instructions.h"
#include "support/support.h"
#include "web/article.h"

namespace assay::web {
namespace {

TEST(InstructionsInPages, NoOrdinaryPageIsFlagged) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  std::vector<std::string> flagged;
  std::size_t pages = 0, bytes = 0;
  std::chrono::duration<double> seconds{0};
  for (const auto& file :
       std::filesystem::directory_iterator(*shared / "data" / "extraction" / "html")) {
    const auto page = test::read(file.path());
    std::string text;
    try {
      text = extract_article(page).text;
    } catch (const Unreadable&) {
    }
    // The page as such too: more words, and none of them meant for a model.
    const auto start = std::chrono::steady_clock::now();
    for (const auto& whole : {text, page}) {
      bytes += whole.size();
      for (const auto& [kind, span] : language::instructions_to_models(whole))
        flagged.push_back(file.path().filename().string() + ": " + std::string(kind) + ": " +
                          whole.substr(span.begin, span.end - span.begin));
    }
    seconds += std::chrono::steady_clock::now() - start;
    ++pages;
  }
  EXPECT_GT(pages, 100U);
  EXPECT_THAT(flagged, testing::IsEmpty());
  RecordProperty("megabytes_a_second",
                 std::to_string(static_cast<double>(bytes) / 1e6 / seconds.count()));
}

}  // namespace
}  // namespace assay::web
