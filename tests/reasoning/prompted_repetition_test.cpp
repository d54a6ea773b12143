#include "reasoning/prompted/repetition.h"

#include <gtest/gtest.h>

namespace assay::reasoning::prompted {
namespace {

std::string repeated(const std::string& piece, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += piece;
  return all;
}

TEST(Repetition, OfAWordASentenceOrALetter) {
  EXPECT_TRUE(is_repetition(repeated("and so on ", 100)));
  EXPECT_TRUE(is_repetition(repeated("x", 300)));
  EXPECT_TRUE(
      is_repetition("The tower " + repeated("was opened in 1889, in Paris, by Eiffel. ", 60)));
  EXPECT_TRUE(is_repetition(repeated("一样。", 200) + "\r\n\t "));
  EXPECT_TRUE(is_repetition(repeated("a sentence that goes on and on and", 40) + "a sent"));
}

TEST(Repetition, NotOfWhatIsOnlyAlike) {
  std::string list;
  std::string table = "| place | year |\n|---|---|\n";
  for (int i = 0; i < 200; ++i) {
    list += std::to_string(i) + ". The same thing was found in another place.\n";
    table += "| town " + std::to_string(i * 7) + " | " + std::to_string(1800 + i) + " |\n";
  }
  EXPECT_FALSE(is_repetition(list));
  EXPECT_FALSE(is_repetition(table));
  EXPECT_FALSE(is_repetition(""));
  EXPECT_FALSE(is_repetition("no no no no no no"));
  EXPECT_FALSE(is_repetition(repeated("ha ", 20)));
  EXPECT_FALSE(is_repetition(R"({"key_findings": "It fell.", "verdict": "Refuted"})" +
                             std::string(500, ' ')));
  EXPECT_FALSE(is_repetition(std::string(10, '\n') + "Refuted" + std::string(1'000, '\n')));
}

TEST(Repetition, OfAHugeAnswerIsSeenSoon) {
  EXPECT_TRUE(is_repetition(repeated("ab", 4 << 20)));
  std::string end(8 << 20, 'x');
  end.back() = 'y';
  EXPECT_FALSE(is_repetition(end));
}

}  // namespace
}  // namespace assay::reasoning::prompted
