#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "language/utf8.h"
#include "retrieval/passages/chunks.h"
#include "retrieval/passages/repeats.h"
#include "retrieval/passages/table.h"
#include "retrieval/search/fusion.h"

namespace assay::retrieval {
namespace {

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) language::decode(text, at);
  return count;
}

std::string_view of(std::string_view text, language::Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

std::string sentence(int number) {
  return "Sentence number " + std::to_string(number) + " says what happened on that day in town.";
}

std::string sentences(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += (text.empty() ? "" : " ") + sentence(i);
  return text;
}

TEST(Chunks, PackWholeSentences) {
  const auto text = sentences(0, 200);
  const auto found = chunks(text);
  ASSERT_GT(found.size(), 4U);
  std::size_t before = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_LE(characters(of(text, found[i])), passage_characters);
    EXPECT_THAT(std::string(of(text, found[i])), testing::StartsWith("Sentence number"));
    EXPECT_EQ(of(text, found[i]).back(), '.');
    EXPECT_GE(found[i].begin, before);
    before = found[i].end;
    // As many as fit: the next sentence would not.
    if (i + 1 < found.size()) {
      const auto next = of(text, found[i + 1]);
      EXPECT_GT(characters(of(text, found[i])) + 1 + next.find('.') + 1, passage_characters);
    }
  }
  EXPECT_EQ(found.front().begin, 0U);
  EXPECT_EQ(found.back().end, text.size());
}

TEST(Chunks, CountCharactersAndSplitNone) {
  // Each of three bytes, without any place to end a sentence.
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "木";
  for (const std::size_t most : {1U, 7U, 100U, 2048U}) {
    std::string together;
    for (const auto& span : chunks(text, most)) {
      EXPECT_LE(characters(of(text, span)), most);
      EXPECT_TRUE(language::is_utf8(of(text, span)));
      together += of(text, span);
    }
    EXPECT_EQ(together, text);
  }
  // 2,048 characters of three bytes are one passage.
  const auto whole = sentences(0, 20);
  EXPECT_EQ(chunks(whole, characters(whole)).size(), 1U);
  EXPECT_EQ(chunks(whole, characters(whole) - 1).size(), 2U);
}

TEST(Chunks, OfKnownSentencesArePackedOfThem) {
  const std::string text = "One. Two.\nThree.\n" + sentences(0, 60) + "\nFour.";
  const std::size_t long_one = text.find("Sentence");
  const std::size_t last = text.rfind("Four.");
  const std::vector<language::Span> known{
      {0, 9}, {10, 16}, {long_one, last - 1}, {last, text.size()}};
  const auto found = chunks(text, known);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found.front().begin, 0U);
  EXPECT_EQ(of(text, found.front()).back(), '.');
  EXPECT_LE(characters(of(text, found.front())), passage_characters);
  EXPECT_EQ(found.back().end, text.size());
}

TEST(Chunks, OfABlankTextIsOneEmptyOne) {
  for (const auto* text : {"", " ", "\n\t \n"})
    EXPECT_EQ(chunks(text), std::vector<language::Span>({{0, 0}}));
}

std::optional<std::uint32_t> second_repeats(const std::string& first, const std::string& second) {
  RepeatFinder finder;
  EXPECT_FALSE(finder.add(passage_sketch(first)));
  return finder.add(passage_sketch(second));
}

TEST(Repeats, AreFoundExactlyAndNearly) {
  const auto text = sentences(0, 25);
  EXPECT_EQ(second_repeats(text, text), 0U);
  auto other = text;  // case and punctuation make no difference
  for (auto& c : other) c = c == '.' ? ';' : static_cast<char>(std::toupper(c));
  EXPECT_EQ(second_repeats(text, other), 0U);
  auto changed = text;  // one word of 275
  changed.replace(changed.find("happened"), 8, "occurred");
  EXPECT_EQ(second_repeats(text, changed), 0U);
  EXPECT_EQ(second_repeats(text, sentences(100, 125)), std::nullopt);
}

TEST(Repeats, AreNotWhereANumberOrANegationDiffers) {
  const auto text = sentences(0, 25);
  auto number = text;
  number.replace(number.find("number 3 "), 9, "number 4 ");
  EXPECT_EQ(second_repeats(text, number), std::nullopt);
  auto negation = text;
  negation.replace(negation.find("says what"), 9, "says not what");
  EXPECT_EQ(second_repeats(text, negation), std::nullopt);
  auto shortened = text;
  shortened.replace(shortened.find("says what"), 9, "doesn't say what");
  EXPECT_EQ(second_repeats(text, shortened), std::nullopt);
}

TEST(Repeats, OfShortTextsAreExact) {
  EXPECT_EQ(second_repeats("The bridge is red.", "The bridge is red!"), 0U);
  EXPECT_EQ(second_repeats("The bridge is red.", "The bridge is old."), std::nullopt);
  EXPECT_EQ(second_repeats("", ""), std::nullopt);
  EXPECT_EQ(second_repeats("!!", "!!"), std::nullopt);
}

TEST(Repeats, NameTheEarliest) {
  RepeatFinder finder;
  const auto text = sentences(0, 25);
  auto changed = text;
  changed.replace(changed.find("happened"), 8, "occurred");
  EXPECT_FALSE(finder.add(passage_sketch("Something else.")));
  EXPECT_FALSE(finder.add(passage_sketch(text)));
  EXPECT_EQ(finder.add(passage_sketch(changed)), 1U);
  EXPECT_EQ(finder.add(passage_sketch(changed)), 1U);
}

TEST(PassageTable, KnowsNeighboursAndDocuments) {
  const PassageTable table(
      {{0, 0, 5, 0}, {0, 6, 9, 1}, {0, 10, 12, 0}, {2, 0, 4, 3}, {3, 0, 1, 9}});
  EXPECT_EQ(table.of(0), std::pair(0U, 3U));
  EXPECT_EQ(table.of(1), std::pair(3U, 3U));
  EXPECT_EQ(table.of(2), std::pair(3U, 4U));
  EXPECT_EQ(table.before(0), std::nullopt);
  EXPECT_EQ(table.after(0), 1U);
  EXPECT_EQ(table.before(2), 1U);
  EXPECT_EQ(table.after(2), std::nullopt);
  EXPECT_EQ(table.before(3), std::nullopt);
  EXPECT_EQ(table.group(2), 0U);
  EXPECT_EQ(table.group(4), 4U);  // what it says lies behind it: damaged
  EXPECT_THROW(table.row(5), std::out_of_range);
}

TEST(Fusion, AddsReciprocalRanks) {
  const std::vector<RankedPassage> words{{{0, 1}, 9}, {{0, 2}, 8}, {{0, 3}, 7}};
  const std::vector<RankedPassage> vectors{{{0, 3}, 0.9}, {{0, 1}, 0.8}};
  const std::array lists{words, vectors};
  const auto fused = fuse(lists);
  ASSERT_EQ(fused.size(), 3U);
  EXPECT_EQ(fused[0].id.passage, 1U);
  EXPECT_DOUBLE_EQ(fused[0].score, 1.0 / 61 + 1.0 / 62);
  EXPECT_EQ(fused[1].id.passage, 3U);
  EXPECT_DOUBLE_EQ(fused[1].score, 1.0 / 63 + 1.0 / 61);
  EXPECT_EQ(fused[2].id.passage, 2U);
  EXPECT_DOUBLE_EQ(fused[2].score, 1.0 / 62);
  EXPECT_TRUE(fuse({}).empty());
}

TEST(Diversity, LeavesOutWhatIsLikeWhatWasPicked) {
  const std::vector<double> scores{10, 9.5, 5, 0};
  // 0 and 1 are the same, the others differ.
  const auto likeness = [](std::size_t a, std::size_t b) { return a + b == 1 ? 1.0 : 0.0; };
  const auto places = [](const std::vector<Picked>& picked) {
    std::vector<std::size_t> found;
    for (const auto& one : picked) found.push_back(one.place);
    return found;
  };
  EXPECT_THAT(places(pick_diverse(scores, 1, 3, likeness)), testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(places(pick_diverse(scores, 0.5, 3, likeness)), testing::ElementsAre(0, 2, 3));
  EXPECT_THAT(places(pick_diverse(scores, 0.5, 9, likeness)), testing::ElementsAre(0, 2, 3, 1));
  const auto picked = pick_diverse(scores, 0.5, 2, likeness);
  EXPECT_DOUBLE_EQ(picked[0].value, 0.5);
  EXPECT_DOUBLE_EQ(picked[1].value, 0.25);
  EXPECT_TRUE(pick_diverse({}, 0.5, 3, likeness).empty());
}

}  // namespace
}  // namespace assay::retrieval
