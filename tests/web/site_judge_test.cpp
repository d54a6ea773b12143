#include "web/sites/site_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/core/error.h"

namespace assay::web {
namespace {

using testing::HasSubstr;

const SiteLists& lists() {
  static const SiteLists all;
  return all;
}

SiteJudgement judge(const std::string& address) { return SiteJudge(lists()).judge(address); }

void expect_fact_check(const std::string& address, const std::string& site) {
  const auto judgement = judge(address);
  EXPECT_EQ(judgement.site, site) << address;
  EXPECT_EQ(judgement.site_class, SiteClass::fact_check) << address;
  EXPECT_TRUE(judgement.excluded) << address;
  EXPECT_FALSE(judgement.exclusion_reason.empty()) << address;
}

void expect_kept(const std::string& address, const std::string& site) {
  const auto judgement = judge(address);
  EXPECT_EQ(judgement.site, site) << address;
  EXPECT_NE(judgement.site_class, SiteClass::fact_check) << address;
  EXPECT_FALSE(judgement.excluded) << address << ": " << judgement.exclusion_reason;
  EXPECT_FALSE(judgement.reason().empty()) << address;
}

TEST(SiteJudge, DropsThePapersSites) {
  for (const char* site :
       {"snopes.com", "politifact.com", "factcheck.org", "truthorfiction.com", "fullfact.org",
        "leadstories.com", "hoax-slayer.net", "checkyourfact.com", "poynter.org", "factcheck.ge",
        "vishvasnews.com", "boomlive.in", "altnews.in", "factcheck.kz", "opensecrets.org",
        "hoax-slayer.com"}) {
    expect_fact_check(std::string("https://www.") + site + "/x", site);
    expect_fact_check(std::string("http://m.") + site, site);
    expect_kept(std::string("https://my") + site, std::string("my") + site);
  }
  for (const char* site : {"snopes.com", "politifact.com", "fullfact.org", "poynter.org"})
    expect_kept(std::string("https://") + site + ".example.org/", "example.org");
}

TEST(SiteJudge, DropsPathsAlone) {
  expect_fact_check("https://www.reuters.com/fact-check/a-b/", "reuters.com");
  expect_fact_check("https://www.reuters.com/Fact-Check", "reuters.com");
  expect_fact_check("https://mobile.reuters.com//fact%2Dcheck%2Fx", "reuters.com");
  expect_fact_check("https://www.reuters.com/world/..%2ffact-check/x", "reuters.com");
  expect_fact_check("https://www.reuters.com/article/fact-check-x-idUSKBN1", "reuters.com");
  expect_fact_check("https://apnews.com/APFactCheck", "apnews.com");
  expect_fact_check("https://apnews.com/apfactcheck/x", "apnews.com");
  expect_fact_check("https://www.thequint.com/news/webqoof/x", "thequint.com");
  expect_fact_check("https://factcheck.afp.com/doc", "afp.com");
  expect_fact_check("https://factuel.afp.com/doc", "afp.com");
  expect_fact_check("https://www.bbc.co.uk/news/reality_check", "bbc.co.uk");
  expect_fact_check("https://www.washingtonpost.com/politics/fact-checker/x", "washingtonpost.com");
  for (const char* kept :
       {"https://www.reuters.com/", "https://www.reuters.com/world/fact",
        "https://www.reuters.com/fact-checkers-paradise", "https://www.reuters.com/fact-checking",
        "https://www.reuters.com/?next=/fact-check", "https://www.reuters.com/#/fact-check"})
    expect_kept(kept, "reuters.com");
  expect_kept("https://www.afp.com/en", "afp.com");
  expect_kept("https://www.thequint.com/news/india", "thequint.com");
  expect_kept("https://notreuters.com/world", "notreuters.com");
}

TEST(SiteJudge, MatchesDomainsNotTexts) {
  EXPECT_TRUE(judge("https://x.com/a/status/1").excluded);
  EXPECT_TRUE(judge("https://mobile.x.com").excluded);
  expect_kept("https://www.netflix.com/", "netflix.com");
  expect_kept("https://max.com/", "max.com");
  expect_kept("https://x.com.example.org/", "example.org");
  expect_kept("https://example.com/?ref=snopes.com", "example.com");
  expect_kept("https://example.com/?u=https://www.snopes.com/", "example.com");
  expect_kept("https://news.example/snopes.com-sued", "news.example");
  expect_kept("https://news.example/snopes.com/history", "news.example");
  expect_kept("https://snopes.com@example.org/", "example.org");
  expect_kept("https://example.org/https://www.snopes.com/", "example.org");
  expect_kept("http://127.0.0.1/fact", "127.0.0.1");
  expect_kept("http://[::1]/", "[::1]");
}

TEST(SiteJudge, ReadsKeywordsAsWholeWords) {
  for (const char* address :
       {"https://fact-check.example.org/", "https://factcheck.example.org/a",
        "https://example.org/factcheck/a", "https://example.org/news/fact-check-no-the-moon",
        "https://example.org/news/fact_check_no", "https://example.org/FACT%20CHECK",
        "https://example.org/fact.check.html", "https://example.org/a+fact+check",
        "https://example.org/realitycheck", "https://example.org/faktencheck/mond",
        "https://example.org/%D1%84%D0%B0%D0%BA%D1%82%D1%87%D0%B5%D0%BA/1",
        "https://example.org/fact-checks/1", "https://example.org/cek-fakta-bulan"})
    expect_fact_check(address, "example.org");
  for (const char* address :
       {"https://example.org/artifact-checklist", "https://example.org/fact-checklist",
        "https://example.org/factchecking-policy", "https://example.org/artifactcheck",
        "https://example.org/fact/check", "https://example.org/check-fact",
        "https://example.org/fact-and-check", "https://example.org/?q=fact-check",
        "https://example.org/#fact-check", "https://my-factcheck.example.org/",
        "https://example.org/snopes", "https://example.org/politifact-wins-prize",
        "https://example.org/opensecrets", "https://example.org/a-reality-check-for-the-left",
        "https://snopes.example.org/"})
    expect_kept(address, "example.org");
}

TEST(SiteJudge, KeepsEncyclopediasArticlesAboutFactChecking) {
  for (const char* page : {"Snopes", "PolitiFact", "Fact-checking", "FactCheck.org", "Fact_check"})
    expect_kept(std::string("https://en.wikipedia.org/wiki/") + page, "wikipedia.org");
  expect_kept("https://www.britannica.com/topic/fact-check", "britannica.com");
}

TEST(SiteJudge, SeesThroughCopies) {
  for (const char* address :
       {"https://web.archive.org/web/20200101000000/https://www.snopes.com/x",
        "https://web.archive.org/web/2020id_/http://snopes.com:80/x",
        "https://web.archive.org/web/20200101im_/www.snopes.com/x",
        "https://web.archive.org/web/2020/https:/www.snopes.com/x",
        "https://web.archive.org/web/2020/https%3A%2F%2Fwww.snopes.com%2Fx",
        "https://web.archive.org/web/2020/HTTPS%253A%252F%252FWWW.SNOPES.COM/x",
        "https://web.archive.org/web/*/https://www.snopes.com/*",
        "https://web.archive.org/web/*/snopes.com*",
        "https://web.archive.org/save/https://www.snopes.com/",
        "http://WEB.ARCHIVE.ORG./web/2020/https://user@www.snopes.com/",
        "https://archive.org/wayback/available?url=snopes.com",
        "https://web.archive.org/https://www.snopes.com/",
        "https://web.archive.org/2020/snopes.com",
        "https://archive.ph/20200101/https://www.snopes.com/x",
        "https://archive.is/newest/https://www.snopes.com/",
        "https://archive.today/o/aBc12/https://www.snopes.com/",
        "https://archive.vn/2020.01.01-000000/https://www.snopes.com/",
        "https://archive.ph/?run=1&url=https%3A%2F%2Fwww.snopes.com%2F",
        "https://webcache.googleusercontent.com/search?q=cache:AbC-12:https://www.snopes.com/x+y",
        "https://webcache.googleusercontent.com/search?q=cache:www.snopes.com/x&hl=en",
        "https://webcache.googleusercontent.com/search?q=cache%3Ahttps%3A%2F%2Fwww.snopes.com",
        "https://www.google.com/search?q=cache:snopes.com",
        "https://www.google.com/amp/s/www.snopes.com/x",
        "https://google.de/amp/www.snopes.com/x",
        "https://www-snopes-com.cdn.ampproject.org/c/s/www.snopes.com/x",
        "https://www-snopes-com.cdn.ampproject.org",
        "https://cdn.ampproject.org/c/snopes.com/",
        "https://translate.google.com/translate?sl=a&tl=b&u=https%3A%2F%2Fwww.snopes.com%2Fx",
        "https://translate.google.co.uk/translate?u=www.snopes.com",
        "https://www-snopes-com.translate.goog/x?_x_tr_sl=auto&_x_tr_tl=de",
        "https://translated.turbopages.org/proxy_u/en-ru.ru.1-a/https/www.snopes.com/x",
        "https://www.translatetheweb.com/?from=&to=de&a=https%3A%2F%2Fwww.snopes.com",
        "https://cc.bingj.com/cache.aspx?q=a&u=https%3A%2F%2Fwww.snopes.com&w=1",
        "https://megalodon.jp/2021-0211-2225-12/https://www.snopes.com:443/x",
        "https://arquivo.pt/wayback/20200101/https://www.snopes.com/",
        "https://webarchive.nationalarchives.gov.uk/ukgwa/20200101000000/https://snopes.com/",
        "https://12ft.io/https://www.snopes.com/",
        "https://12ft.io/proxy?q=https://snopes.com",
        "https://r.jina.ai/https://www.snopes.com/",
        "https://www.google.com/url?q=https://snopes.com",
        "https://l.facebook.com/l.php?u=https%3A%2F%2Fwww.snopes.com%2Fx&h=1",
        "https://perma-archives.org/warc/AAAA-BBBB/https://www.snopes.com/",
        "https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=https%3a%2f%2fsnopes.com%2f/RK=2/"
        "RS=a",
        "https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly93d3cuc25vcGVzLmNvbS94&ntb=1"})
    expect_fact_check(address, "snopes.com");
  // The host's own hyphens, and what stands behind it.
  expect_fact_check("https://dpa--factchecking-com.translate.goog/x", "dpa-factchecking.com");
  expect_fact_check("https://www-reuters-com.translate.goog/fact-check/x?_x_tr_sl=en",
                    "reuters.com");
  expect_kept("https://www-reuters-com.translate.goog/world/x?_x_tr_sl=en", "reuters.com");
  const auto kept =
      judge("https://web.archive.org/web/2020/https://www.example.org/p?q=1&u=https://snopes.com");
  EXPECT_EQ(kept.copy_of, "https://www.example.org/p?q=1&u=https://snopes.com");
  EXPECT_FALSE(kept.excluded);
  EXPECT_TRUE(kept.needs_browser);
  expect_kept("https://web.archive.org/web/2020/http://example.org/go/https://snopes.com/",
              "example.org");
}

TEST(SiteJudge, SeesThroughCopiesOfCopies) {
  expect_fact_check(
      "https://web.archive.org/web/1/https://archive.ph/2020/https%3A%2F%2Fwww.google.com%2Famp%2Fs"
      "%2Fwww.snopes.com%2Fx",
      "snopes.com");
  std::string nested = "https://example.org/";
  for (int i = 0; i < 20; ++i) nested = "https://web.archive.org/web/2020/" + nested;
  const auto deep = judge(nested);
  EXPECT_TRUE(deep.excluded);
  EXPECT_THAT(deep.reason(), HasSubstr("deeper than eight"));
}

TEST(SiteJudge, DropsWhatMayLeadAnywhere) {
  for (const char* address :
       {"https://archive.ph/aBc12", "https://perma.cc/AAAA-BBBB",
        "https://ghostarchive.org/archive/abc", "https://t.co/abc", "https://bit.ly/3x",
        "https://cc.bingj.com/cache.aspx?d=1&w=2", "https://news.google.com/articles/CBMi",
        "https://web.archive.org/web/2020/https://t.co/abc"}) {
    const auto judgement = judge(address);
    EXPECT_TRUE(judgement.excluded) << address;
    EXPECT_TRUE(judgement.must_follow) << address;
    EXPECT_EQ(judgement.site_class, SiteClass::unsure) << address;
    EXPECT_THAT(judgement.reason(), HasSubstr("not known until")) << address;
  }
  EXPECT_EQ(judge("https://archive.ph/aBc12").site, "archive.ph");
  expect_kept("https://archive.ph/", "archive.ph");
  expect_kept("https://t.co/", "t.co");
  expect_kept("https://attraction.co/abc", "attraction.co");
  expect_kept("https://web.archive.org/", "archive.org");
  expect_kept("https://archive.org/details/book", "archive.org");
  expect_kept("https://www.google.com/search?q=snopes.com", "google.com");
  expect_kept("https://translate.google.com/?text=snopes.com", "google.com");
}

TEST(SiteJudge, JudgesChainsByTheirEnd) {
  const SiteJudge judge(lists());
  const auto chain = [&](std::vector<std::string> steps) { return judge.judge(steps); };
  const auto kept = chain({"https://t.co/abc", "https://bit.ly/x", "https://example.org/a"});
  EXPECT_EQ(kept.site, "example.org");
  EXPECT_FALSE(kept.excluded);
  EXPECT_TRUE(chain({"https://t.co/abc", "https://www.snopes.com/x"}).excluded);
  EXPECT_TRUE(chain({"https://example.org/a", "https://t.co/abc"}).excluded);
  // One that forbids programs led to a page that doesn't.
  EXPECT_FALSE(chain({"https://x.com/a", "https://example.org/a"}).excluded);
  const auto through = chain({"https://www.snopes.com/x", "https://example.org/a"});
  EXPECT_TRUE(through.excluded);
  EXPECT_EQ(through.site, "example.org");
  EXPECT_THAT(through.reason(), HasSubstr("came by https://www.snopes.com/x"));
  EXPECT_THROW(chain({}), core::InputError);
  EXPECT_THROW(chain({"https://example.org/a", "mailto:a@b.c"}), core::InputError);
}

TEST(SiteJudge, DropsSitesThatForbidPrograms) {
  for (const char* site :
       {"facebook.com", "twitter.com", "x.com", "instagram.com", "youtube.com", "tiktok.com",
        "reddit.com", "ebay.com", "microsoft.com", "researchhub.com", "pinterest.com", "irs.gov"}) {
    const auto judgement = judge(std::string("https://www.") + site + "/page");
    EXPECT_TRUE(judgement.excluded) << site;
    EXPECT_THAT(judgement.reason(), HasSubstr("DEFAME, appendix A, table 6")) << site;
  }
  EXPECT_TRUE(judge("https://www.ebay.co.uk/itm/1").excluded);
  EXPECT_TRUE(judge("https://www.pinterest.de/pin/1").excluded);
  expect_kept("https://ebay.github.io/", "ebay.github.io");
  expect_kept("https://notebay.com/", "notebay.com");
}

TEST(SiteJudge, ClassifiesSources) {
  EXPECT_EQ(judge("https://www.theonion.com/x").site_class, SiteClass::satire);
  EXPECT_EQ(judge("https://www.newyorker.com/humor/x").site_class, SiteClass::satire);
  EXPECT_EQ(judge("https://www.newyorker.com/news/x").site_class, SiteClass::reliable);
  EXPECT_EQ(judge("https://www.infowars.com/").site_class, SiteClass::unreliable);
  EXPECT_EQ(judge("https://www.reuters.com/world/").site_class, SiteClass::reliable);
  EXPECT_EQ(judge("https://www.reuters.com/fact-check/").site_class, SiteClass::fact_check);
  EXPECT_EQ(judge("https://nobody-knows.example/").site_class, SiteClass::unsure);
  EXPECT_EQ(judge("https://nobody-knows.example/").reason(), "no list names this site");
}

}  // namespace
}  // namespace assay::web
