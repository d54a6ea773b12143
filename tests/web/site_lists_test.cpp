#include "web/sites/site_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "assay/core/error.h"
#include "support/support.h"
#include "web/sites/site_judge.h"

namespace assay::web {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& text) {
  SiteLists lists(SiteLists::Empty{});
  try {
    lists.add(text, "mine.tsv", true);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SiteLists, TakeWhatAUserAdds) {
  const test::TempDir folder;
  const auto file = folder / "mine.tsv";
  test::write(file,
              "\xEF\xBB\xBF# mine\r\norigin my desk\nfact-check\twww.check.example/checks\tours\n"
              "reliable  news.example  I know them\nsatire\treuters.com\n"
              "drop\tsecret.example\tthe answers are there\nkeyword\ttruthometer\n"
              "no-bots\tshop.*\n");
  const SiteLists lists({file});
  const SiteJudge judge(lists);
  const auto check = judge.judge("https://m.check.example/checks/1");
  EXPECT_EQ(check.site_class, SiteClass::fact_check);
  EXPECT_EQ(check.reason(), "ours: www.check.example/checks (my desk)");
  EXPECT_FALSE(judge.judge("https://check.example/checked").excluded);
  EXPECT_EQ(judge.judge("https://news.example/").site_class, SiteClass::reliable);
  // A user's word counts before Assay's, but a fact-check stays one.
  EXPECT_EQ(judge.judge("https://reuters.com/world").site_class, SiteClass::satire);
  EXPECT_EQ(judge.judge("https://reuters.com/fact-check").site_class, SiteClass::fact_check);
  EXPECT_THAT(judge.judge("https://secret.example/").exclusion_reason,
              HasSubstr("the answers are there"));
  EXPECT_TRUE(judge.judge("https://a.example/truthometer/x").excluded);
  EXPECT_TRUE(judge.judge("https://www.shop.co.uk/").excluded);
  EXPECT_FALSE(judge.judge("https://shop.github.io/").excluded);
}

TEST(SiteLists, NameTheFileAsOriginWhereNoneIsGiven) {
  // One space does not separate fields.
  EXPECT_THAT(refusal("unreliable bad.example invents\n"), HasSubstr("is no site"));
  SiteLists mine(SiteLists::Empty{});
  mine.add("unreliable\tbad.example\n", "mine.tsv", true);
  EXPECT_EQ(SiteJudge(mine).judge("https://bad.example/").reason(),
            "listed: bad.example (mine.tsv)");
}

TEST(SiteLists, SayWhereALineIsWrong) {
  EXPECT_THAT(refusal("\n\nfactcheck\tsnopes.com\n"),
              HasSubstr("mine.tsv:3: 'factcheck' is no kind"));
  EXPECT_THAT(refusal("fact-check\n"), HasSubstr("mine.tsv:1: says nothing behind"));
  EXPECT_THAT(refusal("# a\nfact-check\tcom\n"), HasSubstr("mine.tsv:2: 'com' is everybody's"));
  EXPECT_THAT(refusal("fact-check\tco.uk\n"), HasSubstr("is everybody's"));
  EXPECT_THAT(refusal("fact-check\ta b.org\n"), HasSubstr("is no site"));
  EXPECT_THAT(refusal("fact-check\ta.org/?q=1\n"), HasSubstr("without '?'"));
  EXPECT_THAT(refusal("fact-check\ta.org\tb\tc\td\n"), HasSubstr("more than four fields"));
  EXPECT_THAT(refusal("keyword\t---\n"), HasSubstr("holds no word"));
  EXPECT_THAT(refusal("reliable\ta.org\t\xFF\n"), HasSubstr("is not UTF-8"));
  EXPECT_THAT(refusal("reliable\ta.org\t" + std::string(600, 'x')), HasSubstr("longer than 500"));
  EXPECT_THROW(SiteLists({"/nowhere/mine.tsv"}), core::InputError);
}

TEST(SiteLists, GiveEachOfAssaysOwnEntriesAnOrigin) {
  const SiteLists lists;
  for (const auto kind :
       {ListKind::fact_check, ListKind::satire, ListKind::unreliable, ListKind::unsure,
        ListKind::reliable, ListKind::no_bots, ListKind::browser, ListKind::shortener,
        ListKind::copy, ListKind::redirect, ListKind::encyclopedia, ListKind::keyword,
        ListKind::section, ListKind::title, ListKind::title_claim, ListKind::title_inside,
        ListKind::title_question, ListKind::title_answer}) {
    EXPECT_FALSE(lists.words(kind).empty()) << to_string(kind);
    for (const auto* entry : lists.words(kind)) {
      EXPECT_FALSE(entry->origin.empty()) << entry->what;
      EXPECT_FALSE(entry->reason.empty()) << entry->what;
    }
  }
}

TEST(SiteLists, SplitWords) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(words_of("Fact-check_no.The+Moon"), (Words{"fact", "check", "no", "the", "moon"}));
  EXPECT_EQ(words_of("artifact-checklist"), (Words{"artifact", "checklist"}));
  EXPECT_EQ(words_of("事實查核"), (Words{"事實查核"}));
  EXPECT_EQ(words_of("-- "), Words{});
}

}  // namespace
}  // namespace assay::web
