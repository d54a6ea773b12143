#include "eval/text/wordnet.h"

#include <gtest/gtest.h>

#include <string>

#include "assay/core/error.h"
#include "eval/text/meteor.h"
#include "support/support.h"

namespace assay::eval {
namespace {

// A WordNet of two nouns in one synset.
class SmallWordNet : public testing::Test {
 protected:
  SmallWordNet() {
    for (const char* name : {"verb", "adj", "adv"})
      for (const char* kind : {"index.", "data."})
        test::write(folder_ / (kind + std::string(name)), "");
    for (const char* name : {"noun.exc", "verb.exc", "adj.exc", "adv.exc"})
      test::write(folder_ / name, "");
    test::write(folder_ / "data.noun",
                "  1 a head\n00000011 06 n 03 auto 0 motor_car 0 Car(p) 0 000 | a vehicle\n");
    test::write(folder_ / "index.noun",
                "  1 a head\nauto n 1 0 1 0 00000011  \n"
                "car n 1 0 1 0 00000011  \n");
  }

  std::string refusal(const std::string& word) const {
    try {
      WordNet(folder_.path()).synonyms(word);
    } catch (const core::InputError& e) {
      return e.what();
    }
    return "";
  }

  test::TempDir folder_;
};

TEST_F(SmallWordNet, GivesTheNamesOfOneWord) {
  const WordNet wordnet(folder_.path());
  const std::vector<std::string> names{"Car", "auto"};
  EXPECT_EQ(wordnet.synonyms("car"), names);
  EXPECT_EQ(wordnet.synonyms("cars"), names);
  EXPECT_EQ(wordnet.synonyms("carss"), names);
  for (const char* word : {"", "s", "sss", "ca", "caro", "1", " ", "car n", "zebra", "\n", "  1"})
    EXPECT_TRUE(wordnet.synonyms(word).empty()) << word;
  EXPECT_TRUE(wordnet.synonyms(std::string(1'000'000, 's')).empty());
  EXPECT_TRUE(wordnet.synonyms(std::string("\0\xFF", 2)).empty());
}

TEST_F(SmallWordNet, ExceptionsGoBeforeEndings) {
  test::write(folder_ / "noun.exc", "\n \ncarses bus\ncarses car\nautos\n");
  const WordNet wordnet(folder_.path());
  EXPECT_EQ(wordnet.synonyms("carses").size(), 2U);
  EXPECT_TRUE(wordnet.synonyms("autos").empty());
}

TEST_F(SmallWordNet, AMissingFileSaysWhatToInstall) {
  std::filesystem::remove(folder_ / "data.verb");
  const auto line = refusal("car");
  EXPECT_NE(line.find("data.verb is missing"), line.npos) << line;
  EXPECT_NE(line.find("wordnet-base"), line.npos) << line;
  EXPECT_THROW(WordNet(folder_ / "nowhere"), core::InputError);
}

TEST_F(SmallWordNet, DamagedLinesAreRefused) {
  for (const char* index :
       {"car", "car n", "car n x 0 1 0 00000011", "car n 1", "car n 1 0 1 0", "car n 1 0 1 0 99",
        "car n 1 0 1 0 12", "car n 99999999999999999999 0 1 0 11", "car n 3 0 1 0 00000011",
        "car n 1 999999999 1 0 00000011", "car n 1 0 1 0 -11"}) {
    test::write(folder_ / "index.noun", index);
    const auto line = refusal("car");
    EXPECT_NE(line.find("damaged at byte"), line.npos) << index;
    EXPECT_EQ(line.find('\n'), line.npos) << index;
  }
  test::write(folder_ / "index.noun", "car n 1 0 1 0 0\n");
  for (const char* data :
       {"", "\n", "00000000", "00000000 06 n", "00000000 06 n zz car 0", "00000000 06 n ffff car 0",
        "00000000 06 n 02 car 0", "00000007 06 n 00"}) {
    test::write(folder_ / "data.noun", data);
    EXPECT_NE(refusal("car").find("data.noun: damaged"), std::string::npos) << data;
  }
}

TEST_F(SmallWordNet, AnyIndexIsSurvived) {
  for (const char* index : {"", "\n", "\n\n\n", "x", "b\na\nc\n", "car", "car\n", " \n \n"}) {
    test::write(folder_ / "index.noun", index);
    for (const char* word : {"a", "b", "c", "d", "car", "cars"}) refusal(word);
  }
}

TEST_F(SmallWordNet, MeteorOfNothingIsZero) {
  const WordNet wordnet(folder_.path());
  Meteor meteor(wordnet);
  const auto nothing = meteor.prepare("");
  const auto text = meteor.prepare("A car.");
  EXPECT_EQ(meteor.score(nothing, text), 0);
  EXPECT_EQ(meteor.score(text, nothing), 0);
  EXPECT_EQ(meteor.score(nothing, nothing), 0);
  EXPECT_EQ(meteor.score(text, meteor.prepare("unrelated")), 0);
}

TEST_F(SmallWordNet, SynonymsAreLookedForInTheHypothesisAlone) {
  const WordNet wordnet(folder_.path());
  Meteor meteor(wordnet);
  // Names keep their case, and texts are in lower case: "Car" is found for neither.
  EXPECT_GT(meteor.score(meteor.prepare("auto"), meteor.prepare("cars")), 0);
  EXPECT_EQ(meteor.score(meteor.prepare("cars"), meteor.prepare("auto")), 0);
}

// The work must not grow with the product of two long texts' lengths.
TEST_F(SmallWordNet, LongTextsAreComparedSoon) {
  const WordNet wordnet(folder_.path());
  Meteor meteor(wordnet);
  const std::vector<std::string> one(300'000, "auto");
  const std::vector<std::string> other(300'000, "car");
  EXPECT_NEAR(meteor.score(meteor.prepare(one), meteor.prepare(other)), 1, 1e-9);
}

}  // namespace
}  // namespace assay::eval
