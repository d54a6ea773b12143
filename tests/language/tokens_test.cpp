#include "language/tokens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "language/segments.h"
#include "language/utf8.h"

namespace assay::language {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

std::vector<std::string> texts(std::string_view text, std::string_view language = "en") {
  std::vector<std::string> words;
  for (const auto& token : tokenize(text, language)) words.push_back(token.text);
  return words;
}

std::vector<std::string> stems(std::string_view text, std::string_view language) {
  std::vector<std::string> words;
  for (const auto& token : tokenize(text, language)) words.push_back(token.stem);
  return words;
}

// What stands beside the words: parts and compounds.
std::vector<std::string> beside(std::string_view text) {
  std::vector<Segment> segments;
  Segmenter().split(text, segments);
  std::vector<std::string> found;
  for (const auto& segment : segments)
    if (segment.kind == SegmentKind::part || segment.kind == SegmentKind::compound)
      found.emplace_back(text.substr(segment.begin, segment.end - segment.begin));
  return found;
}

TEST(Tokens, SplitsEnglish) {
  EXPECT_THAT(texts("The quick—brown fox, (\"jumped\")."),
              ElementsAre("the", "quick", "brown", "fox", "jumped"));
  EXPECT_THAT(texts("don't O'Neill's rock'n'roll 'quoted'"),
              ElementsAre("don't", "o'neill's", "rock'n'roll", "quoted"));
  EXPECT_THAT(texts("user_name #tag @me bbc.co.uk end.Next"),
              ElementsAre("user", "name", "tag", "me", "bbc", "co", "uk", "end", "next"));
  EXPECT_THAT(texts(""), ElementsAre());
  EXPECT_THAT(texts(" .,;-'\n"), ElementsAre());
}

TEST(Tokens, KeepsNumbersTogether) {
  EXPECT_THAT(texts("27.6 1,000 1,000,000.5 1.000.000 27,6"),
              ElementsAre("27.6", "1000", "1000000.5", "1000000", "27.6"));
  EXPECT_THAT(texts("1,2,3"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(texts("in 2020, 2021."), ElementsAre("in", "2020", "2021"));
  EXPECT_THAT(texts("$27.6bn 45% 5G 1970s"), ElementsAre("27.6bn", "45", "5g", "1970s"));
  EXPECT_EQ(tokenize("1,000", "en").at(0).kind, TokenKind::number);
  EXPECT_EQ(tokenize("5G", "en").at(0).kind, TokenKind::word);
}

TEST(Tokens, JoinsAcronyms) {
  EXPECT_THAT(texts("the U.S. and the U.S.A., e.g. J.K. Rowling"),
              ElementsAre("the", "us", "and", "the", "usa", "eg", "jk", "rowling"));
  EXPECT_THAT(texts("A. B.See x.y1"), ElementsAre("a", "b", "see", "x", "y1"));
}

TEST(Tokens, SeesCompoundsAndParts) {
  EXPECT_THAT(texts("COVID-19 e-mail well-known"),
              ElementsAre("covid", "19", "e", "mail", "well", "known"));
  EXPECT_THAT(beside("COVID-19"), ElementsAre("COVID-19"));
  EXPECT_THAT(beside("e-mail"), ElementsAre("e-mail"));
  EXPECT_THAT(beside("well-known 2019-20"), ElementsAre());
  EXPECT_THAT(beside("covid19"), ElementsAre("covid", "19"));
  EXPECT_THAT(beside("27.6bn 1970s"), ElementsAre("27.6", "1970"));
  EXPECT_THAT(beside("5G g20 H1N1"), ElementsAre());
}

TEST(Tokens, FoldsCaseWidthAndAccents) {
  EXPECT_THAT(texts("Café ÉCOLE ＡＢＣ Straße Łódź ëˈ", ""), Contains("cafe"));
  EXPECT_THAT(texts("Café ÉCOLE ＡＢＣ Straße Łódź", ""),
              ElementsAre("cafe", "ecole", "abc", "strasse", "lodz"));
  EXPECT_THAT(texts("co\xC2\xADoperate", ""), ElementsAre("cooperate"));  // a soft hyphen
  EXPECT_THAT(texts("e\xCC\x81t\xC3\xA9", ""), ElementsAre("ete"));  // e and a combining accent
}

TEST(Tokens, StemsByLanguage) {
  EXPECT_THAT(stems("Elections elected electing", "en"), ElementsAre("elect", "elect", "elect"));
  EXPECT_EQ(stem("dog's", "en"), stem("dogs", "en"));
  EXPECT_EQ(stem("résumés", "en"), stem("resume", "en"));
  EXPECT_EQ(stem("Häuser", "de"), stem("Haus", "de"));
  EXPECT_EQ(stem("правительства", "ru"), stem("правительство", "ru"));
  EXPECT_EQ(stem("العاصمة", "ar"), stem("عاصمة", "ar"));
  EXPECT_EQ(stem("والانتخابات", "ar"), stem("انتخابات", "ar"));
  EXPECT_EQ(stem("الحُكومةُ", "ar"), stem("حكومه", "ar"));
  EXPECT_EQ(stem("l'école", "fr"), stem("écoles", "fr"));
  EXPECT_EQ(stem("naciones", "es"), stem("nación", "es"));
}

TEST(Tokens, LeavesOtherScriptsAsTheyAre) {
  EXPECT_THAT(stems("новости elections", "ru"), Contains("elections"));
  EXPECT_THAT(stems("elections", "xx"), ElementsAre("elections"));
  EXPECT_THAT(stems("elections 2020 5g", "en"), ElementsAre("elect", "2020", "5g"));
}

TEST(Tokens, PairsChineseJapaneseAndKorean) {
  EXPECT_THAT(texts("北京是首都", "zh"), ElementsAre("北京", "京是", "是首", "首都"));
  EXPECT_THAT(texts("東京タワー。", "ja"), ElementsAre("東京", "京タ", "タワ", "ワー"));
  EXPECT_THAT(texts("서울은", "ko"), ElementsAre("서울", "울은"));
  EXPECT_THAT(texts("猫", "zh"), ElementsAre("猫"));
  EXPECT_EQ(tokenize("北京", "zh").at(0).kind, TokenKind::pair);
  EXPECT_THAT(texts("在2020年有5G", "zh"), ElementsAre("在", "2020", "年有", "5g"));
}

TEST(Tokens, SplitsThaiByDictionary) {
  const auto words = texts("กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย", "th");
  EXPECT_THAT(words, Contains("เป็น"));
  EXPECT_THAT(words, Contains("ประเทศไทย"));
  EXPECT_GT(words.size(), 4U);
}

TEST(Tokens, StandWhereTheyWereRead) {
  const std::string text = "Mr. Müller's 27.6bn für 北京市 — กรุงเทพ, und COVID-19!";
  std::size_t last = 0;
  for (const auto& token : tokenize(text, "de")) {
    ASSERT_LT(token.begin, token.end);
    ASSERT_LE(token.end, text.size());
    EXPECT_TRUE(is_utf8(text.substr(token.begin, token.end - token.begin)));
    EXPECT_GE(token.begin, last);
    last = token.begin;
  }
  const auto tokens = tokenize(text, "de");
  EXPECT_EQ(text.substr(tokens[1].begin, tokens[1].end - tokens[1].begin), "Müller's");
}

TEST(Tokens, SurvivesBytesThatAreNoText) {
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  EXPECT_NO_THROW(tokenize(all + all, "en"));
  EXPECT_THAT(texts("caf\xFF latte\xC3"), ElementsAre("caf", "latte"));
  EXPECT_THAT(texts(std::string(5000, 'a')).at(0).size(), 96U);
  EXPECT_NO_THROW(tokenize(std::string(200, '\'') + "a'" + std::string(50, '-'), "en"));
}

TEST(Segments, CountPlacesAcrossCalls) {
  std::vector<Segment> segments;
  Segmenter segmenter;
  EXPECT_EQ(segmenter.split("one two", segments), 2U);
  EXPECT_EQ(segmenter.split("北京市", segments, 10), 13U);
  EXPECT_EQ(segments.front().position, 0U);
  EXPECT_EQ(segments.back().position, 12U);
}

}  // namespace
}  // namespace assay::language
