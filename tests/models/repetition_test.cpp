#include "models/repetition.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace assay::models {
namespace {

std::string times(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(Repetition, EndlessOnesAreSeen) {
  const std::string sentence =
      "The claim says that the bridge opened in 1937, which the page confirms as well. ";
  EXPECT_TRUE(is_repetitive("Let me think. " + times(sentence, 12)));
  EXPECT_TRUE(is_repetitive("So. " + times(sentence, 12) + "The claim says that"));  // cut
  EXPECT_TRUE(is_repetitive("{\"reason\": \"" + times("and so on ", 80) + "\"}"));
  EXPECT_TRUE(is_repetitive(times("a", 300)));
  EXPECT_TRUE(is_repetitive("The tower " + times("was opened in 1889, in Paris, by Eiffel. ", 60)));
  EXPECT_TRUE(is_repetitive(times("一样。", 200) + "\r\n\t "));
  EXPECT_TRUE(is_repetitive(times("a sentence that goes on and on and", 40) + "a sent"));
  EXPECT_TRUE(is_repetitive("x" + std::string(2000, '\n') + "-" + times("\n-", 400)));
  std::string steps;
  for (int i = 0; i < 60; ++i) steps += std::to_string(i) + ". Search for the bridge again.\n";
  EXPECT_TRUE(is_repetitive(steps));
}

TEST(Repetition, OrdinaryAnswersAreNone) {
  EXPECT_FALSE(is_repetitive(""));
  EXPECT_FALSE(is_repetitive("Yes."));
  EXPECT_FALSE(is_repetitive(times("NONE\n", 10)));
  EXPECT_FALSE(is_repetitive("| a | yes | yes | yes |\n| b | yes | yes | yes |\n"));
  std::string numbers = "Population by year:\n";
  for (int i = 0; i < 300; ++i)
    numbers += std::to_string(1700 + i) + ": " + std::to_string(i * 37) + "\n";
  EXPECT_FALSE(is_repetitive(numbers));
  std::string table = "| place | year |\n|---|---|\n";
  for (int i = 0; i < 200; ++i)
    table += "| town " + std::to_string(i * 7) + " | " + std::to_string(1800 + i) + " |\n";
  EXPECT_FALSE(is_repetitive(table));
  EXPECT_FALSE(is_repetitive("no no no no no no"));
  EXPECT_FALSE(is_repetitive(times("ha ", 20)));
  EXPECT_FALSE(is_repetitive(R"({"key_findings": "It fell.", "verdict": "Refuted"})" +
                             std::string(500, ' ')));
  EXPECT_FALSE(is_repetitive(std::string(10, '\n') + "Refuted" + std::string(1'000, '\n')));
  std::string prose;
  for (int i = 0; i < 300; ++i)
    prose += "Page " + std::string(1, static_cast<char>('a' + i % 26)) +
             std::string(static_cast<std::size_t>(i % 17), 'w') + " says that it was so. ";
  EXPECT_FALSE(is_repetitive(prose));
  // It caught itself.
  EXPECT_FALSE(is_repetitive(times("and so on ", 80) + "But no: the bridge opened in 1937, and "
                                                       "the pages that were found agree on it."));
}

TEST(Repetition, LongAnswersTakeNoTime) {
  const auto start = std::chrono::steady_clock::now();
  is_repetitive(std::string(8 << 20, 'a') + "b");
  std::string hard;
  for (int i = 0; i < 200'000; ++i) hard += i % 3 == 0 ? "ab" : "a";
  is_repetitive(hard);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
}

}  // namespace
}  // namespace assay::models
