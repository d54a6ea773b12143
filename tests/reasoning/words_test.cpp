// Lexicon, cues, views, parts and slots.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reasoning/extractive/lexicon.h"
#include "reasoning/extractive/parts.h"
#include "reasoning/extractive/queries.h"
#include "reasoning/extractive/slots.h"
#include "reasoning/extractive/text_view.h"
#include "support/support.h"

namespace assay::reasoning::extractive {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::filesystem::path installed = "/usr/share/wordnet";

TEST(Lexicon, WorksWithoutWordNetAndSaysSo) {
  const Lexicon lexicon(std::filesystem::path("/nowhere"));
  EXPECT_FALSE(lexicon.has_wordnet());
  EXPECT_THAT(lexicon.describe(), HasSubstr("wordnet-base"));
  EXPECT_THAT(lexicon.antonym_stems("largest", "en"), Contains("smallest"));
  EXPECT_THAT(lexicon.antonym_stems("illegal", "en"), Contains("legal"));
}

TEST(Lexicon, ReadsWordNet) {
  if (!std::filesystem::exists(installed / "data.adj"))
    GTEST_SKIP() << "wordnet-base is not installed";
  const Lexicon lexicon(installed);
  ASSERT_TRUE(lexicon.has_wordnet());
  EXPECT_THAT(lexicon.describe(), HasSubstr("WordNet"));
  // Neither pair is in the built-in lists.
  EXPECT_THAT(lexicon.antonym_stems("opaque", "en"), Contains("clear"));
  EXPECT_THAT(lexicon.antonym_stems("ascending", "en"), Contains("descend"));
  EXPECT_THAT(lexicon.synonym_stems("purchased", "en"), Contains("buy"));
  EXPECT_TRUE(lexicon.is_common("bananas"));
  EXPECT_FALSE(lexicon.is_common("russia"));
}

TEST(Lexicon, NeverGivesAWordItsOwnStemAsOpposite) {
  const Lexicon lexicon(installed);
  for (const auto* word : {"large", "won", "increase", "true", "open", "child"})
    EXPECT_THAT(lexicon.antonym_stems(word, "en"), Not(Contains(language::stem(word, "en"))))
        << word;
}

TEST(Lexicon, SurvivesDamagedFiles) {
  const test::TempDir folder;
  for (const auto* part : {"noun", "verb", "adj", "adv"}) {
    test::write(folder / (std::string("index.") + part),
                "large a 1 1 ! 9 9 99999999\nsmall a 255 255\n");
    test::write(folder / (std::string("data.") + part),
                "00000000 00 a ff large 0 999 ! 77 a 0101\n");
  }
  const Lexicon lexicon(folder.path());
  EXPECT_TRUE(lexicon.has_wordnet());
  EXPECT_THAT(lexicon.antonym_stems("large", "en"), Contains("small"));
  EXPECT_NO_THROW(lexicon.synonym_stems("small", "en"));
  EXPECT_NO_THROW(lexicon.synonym_stems(std::string(1000, 'x'), "en"));
}

TEST(Lexicon, BringsIrregularFormsToTheirBase) {
  for (const Lexicon& lexicon : {Lexicon(), Lexicon(installed)}) {
    auto tokens = language::tokenize("she wrote what he bought", "en");
    lexicon.bring_to_base(tokens, "en");
    EXPECT_EQ(tokens[1].stem, language::stem("write", "en"));
    EXPECT_EQ(tokens[4].stem, language::stem("buy", "en"));
  }
}

std::vector<Cue> cues_of(std::string_view text, std::string_view language = "en") {
  std::vector<Cue> cues;
  for (const auto& hit : find_cues(text, language::tokenize(text, language)))
    cues.push_back(hit.cue);
  return cues;
}

TEST(Cues, AreFoundInManyLanguages) {
  EXPECT_THAT(cues_of("This is not so"), Contains(Cue::negation));
  EXPECT_THAT(cues_of("It doesn't work"), Contains(Cue::negation));
  EXPECT_THAT(cues_of("Das ist nicht so", "de"), Contains(Cue::negation));
  EXPECT_THAT(cues_of("Это не так", "ru"), Contains(Cue::negation));
  EXPECT_THAT(cues_of("公司没有获得批准", "zh"), Contains(Cue::negation));
  EXPECT_THAT(cues_of("รัฐบาลไม่อนุมัติ", "th"), Contains(Cue::negation));
  EXPECT_THAT(cues_of("The story is a hoax"), Contains(Cue::debunking));
  EXPECT_THAT(cues_of("Это фейковая новость", "ru"), Contains(Cue::debunking));
  EXPECT_THAT(cues_of("There is no evidence for it"), Contains(Cue::no_evidence));
  EXPECT_THAT(cues_of("a satirical website"), Contains(Cue::satire));
  EXPECT_THAT(cues_of("He denied it"), Contains(Cue::denial));
  EXPECT_THAT(cues_of("Imports increased"), Contains(Cue::up));
  EXPECT_THAT(cues_of("人口下降了", "zh"), Contains(Cue::down));
  EXPECT_THAT(cues_of("a viral post"), Contains(Cue::hearsay));
}

TEST(Cues, AreNotFoundWhereNoneIs) {
  EXPECT_THAT(cues_of("not only good"), Not(Contains(Cue::negation)));
  EXPECT_THAT(cues_of("人口不到三万", "zh"), Not(Contains(Cue::negation)));
  EXPECT_THAT(cues_of("The bridge opened to traffic"), IsEmpty());
}

TEST(Cues, TakeTheLongestAtAPlace) {
  const std::string text = "There is no evidence for it";
  const auto hits = find_cues(text, language::tokenize(text, "en"));
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(hits[0].text, "no evidence");
  EXPECT_EQ(text.substr(hits[0].begin, hits[0].end - hits[0].begin), "no evidence");
}

std::vector<std::string> names_in(std::string_view text) {
  const auto view = view_of(text, "en");
  std::vector<std::string> names;
  for (const auto& group : name_groups(view)) {
    const auto begin = view.words[group.first].token.begin;
    names.push_back(view.text.substr(begin, view.words[group.last - 1].token.end - begin));
  }
  return names;
}

TEST(View, FindsNames) {
  EXPECT_THAT(names_in("the mayor met Angela Merkel and NATO in Berlin"),
              ElementsAre("Angela Merkel", "NATO", "Berlin"));
  EXPECT_THAT(names_in("the composer Ludwig van Beethoven died"),
              ElementsAre("Ludwig van Beethoven"));
}

TEST(View, MarksTheReachOfANegation) {
  const auto view = view_of("Vaccines do not cause autism, doctors say.", "en");
  const auto negated = [&](std::string_view word) {
    return std::ranges::any_of(view.words,
                               [&](const Word& w) { return w.token.text == word && w.negated; });
  };
  EXPECT_TRUE(negated("cause"));
  EXPECT_TRUE(negated("autism"));
  EXPECT_FALSE(negated("vaccines"));
  EXPECT_FALSE(negated("doctors"));
}

TEST(Parts, SplitCompoundClaimsOnly) {
  EXPECT_THAT(claim_parts("Canberra is the capital of Australia and was founded in 1913.", "en"),
              ElementsAre("Canberra is the capital of Australia", "was founded in 1913."));
  EXPECT_THAT(claim_parts("Salt and pepper are common spices.", "en"),
              ElementsAre("Salt and pepper are common spices."));
  EXPECT_THAT(claim_parts("He said \"I came and was seen and it was late\" twice.", "en"),
              testing::SizeIs(1));
  EXPECT_THAT(claim_parts("The tower opened in 1889. It has two lifts.", "en"),
              ElementsAre("The tower opened in 1889.", "It has two lifts."));
  EXPECT_LE(
      claim_parts(std::string(200, ';') + " a b; c d; e f; g h; i j; k l; m n; o p; q r", "en")
          .size(),
      8U);
}

std::vector<Slot> slots_of(std::string_view claim, std::string_view sentence,
                           std::string_view language) {
  return differing_slots(view_of(claim, language), view_of(sentence, language));
}

TEST(Slots, AreWhereTwoTextsDiffer) {
  const auto found = slots_of("澳大利亚的首都是悉尼。", "澳大利亚的首都是堪培拉。", "zh");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].claimed, "悉尼");
  EXPECT_EQ(found[0].given, "堪培拉");
  EXPECT_DOUBLE_EQ(found[0].alike, 1);
  const auto words = slots_of("the sky is green today", "the sky is blue today", "en");
  ASSERT_EQ(words.size(), 1U);
  EXPECT_EQ(words[0].given, "blue");
  EXPECT_THAT(slots_of("one two three", "four five six", "en"), IsEmpty());
  EXPECT_THAT(slots_of("", "", "en"), IsEmpty());
}

TEST(AsQuery, IsOneLineOfBoundedLengthInWholeCharacters) {
  EXPECT_EQ(as_query("  a\n b\t c "), "a b c");
  EXPECT_EQ(as_query("alpha beta gamma", 11), "alpha beta");
  const auto cut = as_query("日本日本日本日本", 10);
  EXPECT_EQ(cut, "日本日");
}

TEST(QuotedPassages, AreOfThreeWordsAndMore) {
  EXPECT_THAT(quoted_passages("He said “I have a dream” and \"no\""),
              ElementsAre("I have a dream"));
  EXPECT_THAT(quoted_passages("an open \"quotation"), IsEmpty());
}

}  // namespace
}  // namespace assay::reasoning::extractive
