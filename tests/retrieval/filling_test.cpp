// What of a knowledge store needs filling, what is noted of it, and a store with documents
// replaced.
#include "retrieval/knowledge/filling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "io/clock.h"
#include "retrieval/documents/sources.h"
#include "retrieval/knowledge/fill_notes.h"
#include "retrieval/store/build.h"
#include "retrieval/store/store.h"
#include "support/support.h"
#include "web/article.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

FillNeed need(const std::string& text) { return need_of_text(text, {}); }

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(FillNeed, ATextOfSentencesNeedsNothing) {
  EXPECT_EQ(need(repeated("The bridge was opened in 1937, and it is red. ", 6)), FillNeed::none);
  EXPECT_EQ(need(repeated("The bridge was opened in 1937, he said: \"It is red.\"\n", 8)),
            FillNeed::none);
  // In any script; one without spaces too.
  EXPECT_EQ(need(repeated("这座桥于一九三七年开通，至今仍然是红色的。\n", 12)), FillNeed::none);
  EXPECT_EQ(need(repeated("Мост был открыт в 1937 году и остаётся красным.\n", 8)), FillNeed::none);
  EXPECT_EQ(need(repeated("تم افتتاح الجسر في عام 1937 وما زال لونه أحمر؟\n", 10)), FillNeed::none);
}

TEST(FillNeed, NoTextAndShortTexts) {
  EXPECT_EQ(need(""), FillNeed::missing);
  EXPECT_EQ(need(" \n\t "), FillNeed::missing);
  EXPECT_EQ(need("The bridge was opened in 1937."), FillNeed::too_short);
  const std::string exact(200, 'a');
  EXPECT_EQ(need(exact), FillNeed::none);
  EXPECT_EQ(need(exact.substr(1)), FillNeed::too_short);
  EXPECT_EQ(need_of_text("Short.", {.least_characters = 5}), FillNeed::none);
}

TEST(FillNeed, WallsAreNoTextsUnlessTheyAreLong) {
  EXPECT_EQ(need("You must log in to continue."), FillNeed::wall);
  EXPECT_EQ(need("Before you continue to YouTube\n" + repeated("We use cookies and data to. ", 9)),
            FillNeed::wall);
  EXPECT_EQ(need("Bitte melden Sie sich an, um weiterzulesen."), FillNeed::wall);
  EXPECT_EQ(need("You must log in, says the law. " +
                 repeated("The bridge was opened in 1937, and it is red. ", 40)),
            FillNeed::none);
}

TEST(FillNeed, MenusAreNavigation) {
  const std::string menu =
      "Home\nNews\nSport\nBusiness\nCulture\nTravel and leisure\nWeather\nTelevision\nRadio\nMore\n"
      "About us\nTerms of use\nPrivacy policy\nCookies\nAccessibility help\nParental guidance\n"
      "Contact\nGet personalised newsletters\nAdvertise with us\nAd choices\nLegal notes\n";
  EXPECT_EQ(need(menu), FillNeed::navigation);
  // An article behind the menu of its page stays one.
  EXPECT_EQ(need(menu + repeated("The bridge was opened in 1937, and it is red.\n", 10)),
            FillNeed::none);
}

TEST(FillNeed, OnlyDocumentsThatCanBeFetchedAndWereNot) {
  Document document;
  document.url = "https://a.example/x";
  EXPECT_EQ(need_of(document, {}), FillNeed::missing);
  for (const char* none :
       {"", "x", "ftp://a.example/x", "javascript:alert(1)", "file:///etc/passwd"}) {
    document.url = none;
    EXPECT_EQ(need_of(document, {}), FillNeed::none) << none;
  }
  document.url = "https://a.example/x";
  document.filled = "plain";
  EXPECT_EQ(need_of(document, {}), FillNeed::none);
  document.filled.clear();
  document.media_type = "picture";
  EXPECT_EQ(need_of(document, {}), FillNeed::none);
}

// On real pages: their articles need nothing.
TEST(FillNeed, ArticlesOfRealPagesAreNoNavigation) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  int articles = 0;
  for (const auto& file : fs::directory_iterator(*shared / "data/extraction/html")) {
    std::string text;
    try {
      text = web::extract_article(test::read(file.path())).text;
    } catch (const web::Unreadable&) {
      continue;
    }
    if (text.size() < 1000) continue;
    ++articles;
    EXPECT_EQ(need(text), FillNeed::none) << file.path();
  }
  EXPECT_GT(articles, 100);
}

TEST(FillTable, CountsAClaimAtATime) {
  FillCounts counts;
  counts.add_claim(10, 4, 6, 600);
  counts.add_claim(2, 2, 2, 1000);
  EXPECT_EQ(counts.claims, 2U);
  EXPECT_EQ(counts.documents, 12U);
  EXPECT_EQ(counts.useful, 6U);
  EXPECT_EQ(counts.least, 2U);
  EXPECT_EQ(counts.most, 6U);
  EXPECT_DOUBLE_EQ(counts.mean(), 4);
  EXPECT_DOUBLE_EQ(FillCounts().mean(), 0);
}

TEST(FillNotes, StayAndPassOverWhatIsBroken) {
  const test::TempDir folder;
  const auto file = folder / "filling.jsonl";
  {
    FillNotes notes(file);
    EXPECT_EQ(notes.find("1", "https://a.example/"), nullptr);
    notes.add("1", {{"https://a.example/", "failed"}});
    notes.add("1", {{"https://b.example/", "robots"}});
    notes.add("2", {{"https://a.example/", "too_late 2020-01-02"}});
  }
  test::write(file, test::read(file) + "[1]\n{\"claim\":3,\"tried\":{}}\n{\"claim\":\"1\",\"tr");
  FillNotes notes(file);
  ASSERT_NE(notes.find("1", "https://a.example/"), nullptr);
  EXPECT_EQ(*notes.find("1", "https://b.example/"), "robots");
  EXPECT_EQ(*notes.find("2", "https://a.example/"), "too_late 2020-01-02");
  EXPECT_EQ(notes.find("2", "https://b.example/"), nullptr);
  // What is added behind a line that was cut short is a line of its own.
  notes.add("4", {{"https://a.example/", "failed"}});
  EXPECT_NE(FillNotes(file).find("4", "https://a.example/"), nullptr);
}

class ReplacedTest : public testing::Test {
 protected:
  ReplacedTest() {
    options_.read.program = test::program();
    options_.version = "test";
    options_.now = io::SystemClock().now();
    test::write(folder_ / "in.jsonl",
                "{\"id\":\"a\",\"text\":\"The bridge is red.\",\"date\":\"2020-01-02\"}\n"
                "{\"id\":\"b\",\"text\":\"x\",\"url\":\"https://b.example/\"}\n"
                "{\"id\":\"c\",\"text\":\"The tower is tall.\"}\n");
    const std::array<fs::path, 1> inputs{folder_ / "in.jsonl"};
    build_store(inputs, folder_ / "old", options_);
  }
  Manifest write(const std::map<std::uint32_t, Document>& replaced, const std::string& name) {
    std::array<std::unique_ptr<DocumentSource>, 1> sources{
        open_store_source(folder_ / "old", replaced)};
    return write_store(sources, folder_ / name, options_);
  }

  test::TempDir folder_;
  BuildOptions options_;
};

TEST_F(ReplacedTest, OneDocumentIsAnotherAndTheOthersStay) {
  const auto old = Store::open(folder_ / "old");
  auto document = old.document(1);
  document.text = "The harbour was built in 1850.";
  document.date = core::Date::parse("2019-05-01");
  document.filled = "plain";
  const auto manifest = write({{1, document}}, "new");
  EXPECT_EQ(manifest.filled, 1U);
  const auto store = Store::open(folder_ / "new");
  ASSERT_EQ(store.documents(), 3U);
  EXPECT_EQ(store.document(0), old.document(0));
  EXPECT_EQ(store.document(2), old.document(2));
  const auto filled = store.document(1);
  EXPECT_EQ(filled.id, "b");
  EXPECT_EQ(filled.url, "https://b.example/");
  EXPECT_EQ(filled.text, document.text);
  EXPECT_EQ(filled.date, document.date);
  EXPECT_EQ(filled.filled, "plain");
  EXPECT_NE(manifest.fingerprint, old.manifest().fingerprint);
}

TEST_F(ReplacedTest, WithoutReplacementsItIsTheSameStore) {
  EXPECT_EQ(write({}, "new").fingerprint, Store::open(folder_ / "old").manifest().fingerprint);
}

}  // namespace
}  // namespace assay::retrieval
