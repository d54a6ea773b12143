#include "language/detect.h"

#include <gtest/gtest.h>

#include "language/stemmers.h"
#include "language/terms.h"

namespace assay::language {
namespace {

TEST(Detect, KnowsTheLanguageOfAParagraph) {
  const auto language = [](std::string_view text) { return detect(text).language; };
  EXPECT_EQ(language("The government said on Tuesday that the new law would take effect in May."),
            "en");
  EXPECT_EQ(
      language(
          "Die Bundesregierung hat am Dienstag ein neues Gesetz über die Straßen beschlossen."),
      "de");
  EXPECT_EQ(language("Правительство объявило во вторник о новых мерах поддержки населения."), "ru");
  EXPECT_EQ(language("أعلنت الحكومة يوم الثلاثاء عن إجراءات جديدة لدعم السكان في العاصمة."), "ar");
  EXPECT_EQ(language("政府は火曜日に新しい法律を発表しました。"), "ja");
  EXPECT_EQ(language("政府在星期二宣布了新的法律，以支持当地居民。"), "zh");
  EXPECT_EQ(language("รัฐบาลประกาศกฎหมายใหม่เมื่อวันอังคารเพื่อช่วยเหลือประชาชน"), "th");
}

TEST(Detect, IsNotSureOfNothing) {
  EXPECT_FALSE(detect("").reliable);
  EXPECT_FALSE(detect("12345 !!").reliable);
  EXPECT_NO_THROW(detect("\xFF\xC3\x28\xE2\x82"));
}

TEST(StemmerOfText, IsEnglishWhereLatinTextIsTooShortToTell) {
  EXPECT_EQ(stemmer_language(stemmer_of_text("Elections")), "en");
  EXPECT_EQ(stemmer_language(stemmer_of_text(
                "It’s one of the reasons that they have been asked to leave, and to pay for the "
                "damage that was done by the storm of the century to this old house and to that")),
            "en");
  EXPECT_EQ(
      stemmer_language(stemmer_of_text(
          "Der Bürgermeister der Stadt sagte, die Häuser seien vor dem Krieg gebaut worden.")),
      "de");
  EXPECT_EQ(stemmer_of_text("政府は火曜日に新しい法律を発表しました。"), no_stemmer);
}

TEST(Stemmers, KeepTheirNumbers) {
  // They stand in the files of indexes.
  EXPECT_EQ(stemmer_for("en"), 1);
  EXPECT_EQ(stemmer_for("de"), 2);
  EXPECT_EQ(stemmer_for("ru"), 20);
  EXPECT_EQ(stemmer_for("ar"), 21);
  EXPECT_EQ(stemmer_for("pt-BR"), stemmer_for("pt"));
  EXPECT_EQ(stemmer_for("zh"), no_stemmer);
  EXPECT_EQ(stemmer_for(""), no_stemmer);
}

}  // namespace
}  // namespace assay::language
