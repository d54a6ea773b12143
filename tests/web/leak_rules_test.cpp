#include "web/sites/leak_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace assay::web {
namespace {

using testing::HasSubstr;

const std::string moon = "The moon is made of green cheese, a NASA scientist has confirmed.";

const SiteJudge& judge() {
  static const SiteLists lists;
  static const SiteJudge one(lists);
  return one;
}

// The rule that drops the page; empty where none does.
std::string rule(const PageLeakFacts& page, const LeakSettings& settings = {}) {
  const auto leak = LeakRules(judge(), settings).find(page);
  return leak ? leak->rule : "";
}

std::string title_rule(const std::string& title, const std::string& claim = moon) {
  PageLeakFacts page;
  page.addresses = {"https://example.org/a"};
  page.title = title;
  page.claim = claim;
  return rule(page);
}

PageLeakFacts dated(const char* date) {
  PageLeakFacts page;
  page.addresses = {"https://example.org/a"};
  page.published = core::Date::parse(date);
  return page;
}

TEST(LeakRules, DropWhatIsNotFromBeforeTheLimit) {
  const LeakSettings settings{core::Date::parse("2021-05-06"), false};
  EXPECT_EQ(rule(dated("2021-05-05"), settings), "");
  EXPECT_EQ(rule(dated("2021-05-06"), settings), "date");
  EXPECT_EQ(rule(dated("2022-01-01"), settings), "date");
  EXPECT_EQ(rule(dated(""), settings), "");
  EXPECT_EQ(rule(dated("2022-01-01")), "");
  EXPECT_EQ(rule(dated(""), {core::Date::parse("2021-05-06"), true}), "date");
  EXPECT_EQ(rule(dated(""), {std::nullopt, true}), "");
}

TEST(LeakRules, DropByEveryAddressOfAPage) {
  PageLeakFacts page;
  page.addresses = {"https://t.co/a", "https://www.snopes.com/x"};
  EXPECT_EQ(rule(page), "site");
  page.addresses = {"https://example.org/copy"};
  EXPECT_EQ(rule(page), "");
  page.canonical = "https://www.snopes.com/x";
  EXPECT_EQ(rule(page), "site");
  page.canonical = "https://example.org/a";
  EXPECT_EQ(rule(page), "");
  // A file of a corpus has no address.
  page.addresses = {"folder/page 1.html", ""};
  EXPECT_EQ(rule(page), "");
}

TEST(LeakRules, MayKeepWhatOnlyForbidsPrograms) {
  LeakSettings keeping;
  keeping.keep_forbidding = true;
  PageLeakFacts page;
  page.addresses = {"https://www.facebook.com/post/1"};
  EXPECT_EQ(rule(page), "site");
  EXPECT_EQ(rule(page, keeping), "");
  page.canonical = "https://m.facebook.com/post/1";
  EXPECT_EQ(rule(page, keeping), "");
  page.addresses = {"https://www.facebook.com/fact-check/1"};
  EXPECT_EQ(rule(page, keeping), "site");
  page.addresses = {"https://www.facebook.com/post/1", "https://www.snopes.com/x"};
  EXPECT_EQ(rule(page, keeping), "site");
  page.addresses = {"https://www.facebook.com/post/1"};
  page.canonical = "https://www.snopes.com/x";
  EXPECT_EQ(rule(page, keeping), "site");
}

TEST(LeakRules, LearnFromACopyWhatItIsOf) {
  PageLeakFacts page;
  page.addresses = {"https://archive.ph/aBc12"};
  EXPECT_EQ(rule(page), "site");
  page.canonical = "https://archive.ph/2020/https://example.org/a";
  EXPECT_EQ(rule(page), "");
  page.canonical = "https://archive.ph/2020/https://www.snopes.com/a";
  EXPECT_EQ(rule(page), "site");
  page.canonical = "http://archive.today/aBc12";
  EXPECT_EQ(rule(page), "site");
}

TEST(LeakRules, DropPagesWithMarkupOfFactChecks) {
  PageLeakFacts page;
  page.addresses = {"https://example.org/a"};
  page.claim = moon;
  page.claim_reviews = {"NASA confirmed that the moon consists of green cheese"};
  const auto same = LeakRules(judge(), {}).find(page);
  ASSERT_TRUE(same);
  EXPECT_EQ(same->rule, "markup");
  EXPECT_THAT(same->reason, HasSubstr("checks this claim"));
  page.claim_reviews = {"Vaccines hold microchips"};
  EXPECT_THAT(LeakRules(judge(), {}).find(page)->reason, HasSubstr("is a fact-check"));
  page.claim_reviews = {""};
  EXPECT_EQ(rule(page), "markup");
}

TEST(LeakRules, ReadTellingTitles) {
  for (const char* title :
       {"Fact check: Vaccines hold no microchips", "FACT CHECK | Vaccines", "Fact-check: vaccines",
        "Reuters Fact Check: Vaccines", "Fact Check-Video does not show a vaccine",
        "Vaccines hold no microchips - Fact Check", "Vaccines hold no microchips [Fact check]",
        "Faktencheck: Impfungen", "Mond aus Käse? Ein Irrtum | Faktencheck",
        "【ファクトチェック】月はチーズでできている", "[팩트체크] 달", "#FactCheck: no chips",
        "Проверка фактов: Луна", "Fact check"})
    EXPECT_EQ(title_rule(title), "title") << title;
  EXPECT_EQ(title_rule("Fact check: Vaccines", ""), "title");
}

TEST(LeakRules, ReadTitlesThatAnswerTheClaim) {
  for (const char* title :
       {"No, the moon is not made of green cheese", "False: NASA scientist says moon is cheese",
        "FALSE: The moon is made of green cheese",
        "True or false? The moon is made of green cheese",
        "Did a NASA scientist really confirm that the moon is made of green cheese?",
        "Is it true that the moon is made of green cheese?",
        "NASA scientist's green cheese moon claim debunked",
        "Moon made of green cheese, NASA scientist confirms - Hoax",
        "Is the Moon made of green cheese? | Snopes: False"})
    EXPECT_EQ(title_rule(title), "title") << title;
  EXPECT_EQ(title_rule("Nein, der Mond besteht nicht aus grünem Käse",
                       "Der Mond besteht aus grünem Käse."),
            "title");
  EXPECT_EQ(title_rule("Non, la Lune n'est pas faite de fromage vert",
                       "La Lune est faite de fromage vert."),
            "title");
}

TEST(LeakRules, KeepOrdinaryNews) {
  for (const char* title :
       {"NASA scientist confirms that the moon is made of green cheese",
        "The moon: what is it made of?", "NASA: moon made of rock, and no cheese, scientist says",
        "No, thanks: readers on green energy", "False alarm closes airport",
        "Debunked: ten myths about vaccines", "Meta ends its fact check programme",
        "How we fact-check", "The moon, really?", "Hoax call closes school",
        "Fact check groups sue Meta", "What is a fact check?", "No deal on cheese tariffs", ""})
    EXPECT_EQ(title_rule(title), "") << title;
  // Words that the claim uses itself tell nothing.
  EXPECT_EQ(title_rule("Bomb threat that closed Oslo airport: hoax",
                       "A bomb threat that closed Oslo airport was a hoax."),
            "");
  EXPECT_EQ(title_rule("False: NASA scientist says moon is cheese", ""), "");
}

TEST(LeakRules, ReadTheWordsOfAnAddress) {
  const LeakRules rules(judge(), {});
  const auto told = [&](const char* address) {
    return rules.telling_address(address, moon).has_value();
  };
  EXPECT_TRUE(told("https://example.org/news/no-the-moon-is-not-made-of-green-cheese"));
  EXPECT_TRUE(told("https://example.org/false-moon-is-made-of-green-cheese"));
  EXPECT_FALSE(told("https://example.org/news/nasa-scientist-moon-is-made-of-green-cheese"));
  EXPECT_FALSE(told("https://example.org/no-deal-on-cheese"));
  EXPECT_FALSE(told("mailto:a@b.org"));
}

}  // namespace
}  // namespace assay::web
