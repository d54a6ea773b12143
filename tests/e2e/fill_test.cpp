// `assay index fill`, through the built program: the pages of many hosts, spoken by one server that
// the program uses as its proxy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/loopback_server.h"
#include "support/small_web.h"
#include "support/support.h"
#include "vision/encoders.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Asked;
using test::Reply;
using test::says;
using testing::HasSubstr;

std::string article(const std::string& title, const std::string& date, const std::string& text) {
  return "<html lang='en'><head><title>" + title + "</title>" +
         (date.empty() ? "" : "<meta property='article:published_time' content='" + date + "'>") +
         "</head><body><article><h1>" + title + "</h1><p>" + text +
         "</p><p>More of it stands here, so that the page is long enough to be an article that "
         "somebody wrote, and not a list of links or a line that says next to nothing, and it goes "
         "on for a while yet, with one thing after another told of what happened on that "
         "day.</p></article></body></html>";
}

std::string line(const std::string& url, const json& text) {
  return json{{"claim_id", 0},
              {"type", "question"},
              {"query", "q"},
              {"url", url},
              {"url2text", text}}
             .dump() +
         "\n";
}

class Fill : public testing::Test {
 protected:
  Fill() : web_([this](const Asked& asked) { return answer(asked); }) {
    pages_["http://news.example.org/tower"] =
        says(article("The tower", "2019-05-01", "The tower was opened to the public in 1889."));
    pages_["http://news.example.org/short"] =
        says(article("The bridge", "2018-05-01", "The bridge was opened in 1937."));
    pages_["http://late.example.org/x"] =
        says(article("Later", "2024-05-01", "The tower was opened in 1889, says a later story."));
    pages_["http://closed.example.org/robots.txt"] =
        says("User-agent: *\nDisallow: /\n", "text/plain");
    pages_["http://closed.example.org/x"] = says(article("Closed", "2019-01-01", "Closed."));
    pages_["http://wall.example.org/x"] =
        says("<html><body><p>Please log in to continue reading this page.</p></body></html>");
    test::write(folder_ / "assay.toml",
                "[web]\nproxy = \"" + web_.url() + "\"\npause = 0\nbrowser = \"none\"\n");
    test::write(folder_ / "kb/0.json",
                line("http://news.example.org/tower", json::array()) +
                    line("http://news.example.org/short", {"Read more."}) +
                    line("http://news.example.org/good",
                         {std::string(300, 'a') + " is a text that is long enough as it is."}) +
                    line("http://late.example.org/x", json::array()) +
                    line("http://closed.example.org/x", json::array()) +
                    line("http://wall.example.org/x", {"You must log in to continue."}) +
                    line("http://www.snopes.com/fact-check/tower", json::array()) +
                    line("http://www.facebook.com/post/1", json::array()) +
                    line("http://gone.example.org/x", json::array()));
    test::write(folder_ / "dev.json",
                R"([{"claim":"The tower was opened in 1899.","claim_date":"25-8-2020"}])");
  }

  Reply answer(const Asked& asked) {
    asked_.insert(asked.target);
    const auto page = pages_.find(asked.target);
    return page == pages_.end() ? says("nothing here", "text/html", 404) : page->second;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  test::Ran assay(const std::vector<std::string>& arguments) {
    return test::assay(arguments, test::web_environment(path("cache")));
  }
  test::Ran build() {
    return assay({"index", "build", "--from", "averitec-kb", path("kb"), "--out", path("store"),
                  "--claims", path("dev.json")});
  }
  test::Ran fill(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{
        "index", "fill", path("store"), "--config", path("assay.toml"), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return assay(arguments);
  }
  std::size_t found(const std::string& query) {
    const auto ran = assay(
        {"index", "search", path("store"), query, "--claim", "0", "--json", "--embedding", "none"});
    EXPECT_EQ(ran.status, 0) << ran.err;
    std::size_t count = 0;
    const auto found_now = json::parse(ran.out);
    for (const auto& hit : found_now.at("hits")) count += hit.contains("filled") ? 1 : 0;
    return count;
  }

  test::TempDir folder_;
  std::map<std::string, Reply> pages_;
  std::set<std::string> asked_;
  test::LoopbackServer web_;
};

TEST_F(Fill, TakesWhatIsOfUseAndNothingElse) {
  ASSERT_EQ(build().status, 0);
  const auto dry = json::parse(fill({"--dry-run"}).out);
  EXPECT_EQ(dry.at("needs"), (json{{"missing", 6}, {"short", 1}, {"wall", 1}}));
  EXPECT_TRUE(asked_.empty());

  const auto ran = fill();
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto result = json::parse(ran.out);
  EXPECT_EQ(result.at("filled"), 2);
  EXPECT_EQ(result.at("left"), (json{{"fact_check", 1},
                                     {"failed", 1},
                                     {"forbids_programs", 1},
                                     {"needs_browser", 1},  // a wall
                                     {"robots", 1},
                                     {"too_late", 1}}));
  EXPECT_EQ(result.at("before").at("text").at("with_text"), 3);
  EXPECT_EQ(result.at("after").at("text").at("with_text"), 4);
  EXPECT_EQ(result.at("before").at("text").at("useful"), 1);
  EXPECT_EQ(result.at("after").at("text").at("useful"), 3);
  EXPECT_EQ(found("tower opened 1889"), 2U);
  EXPECT_EQ(found("bridge opened 1937"), 2U);
  EXPECT_EQ(asked_.count("http://www.snopes.com/fact-check/tower"), 0U);
  EXPECT_EQ(asked_.count("http://www.facebook.com/post/1"), 0U);
  EXPECT_EQ(asked_.count("http://closed.example.org/x"), 0U);
  EXPECT_EQ(asked_.count("http://news.example.org/good"), 0U);

  // Again: nothing is fetched; and the store is still that of its input.
  asked_.clear();
  const auto again = json::parse(fill().out);
  EXPECT_EQ(again.at("filled"), 0);
  EXPECT_EQ(again.at("tried_before"), 4);
  EXPECT_EQ(again.at("left"), (json{{"fact_check", 1}, {"forbids_programs", 1}}));
  EXPECT_TRUE(asked_.empty());
  EXPECT_THAT(build().out, HasSubstr("unchanged"));
  EXPECT_EQ(found("tower opened 1889"), 2U);
  const auto info = json::parse(assay({"index", "info", path("store"), "--json"}).out);
  EXPECT_EQ(info.at("filled"), 2);
  // What was gone and is there now is had by trying again.
  pages_["http://gone.example.org/x"] =
      says(article("Back", "2017-01-01", "The harbour was built in 1850."));
  EXPECT_EQ(json::parse(fill({"--retry"}).out).at("filled"), 1);
}

TEST_F(Fill, KeepsPicturesAndOtherClaims) {
  const auto base = path("set");
  const auto picture = test::png(test::pattern(200, 160));
  test::write(
      base + "/text_related/text_related_store_text_val/4.json",
      json{{"claim_id", 4}, {"url", "http://news.example.org/tower"}, {"url2text", json::array()}}
              .dump() +
          "\n");
  test::write(
      base + "/text_related/text_related_store_text_val/5.json",
      json{{"claim_id", 5}, {"url", "http://news.example.org/tower"}, {"url2text", json::array()}}
              .dump() +
          "\n");
  test::write(base + "/image_related/image_related_store_image_val/4/a.png", picture);
  ASSERT_EQ(assay({"index", "build", "--from", "averimatec", base, "--out", path("store")}).status,
            0);
  const auto result = json::parse(fill({"--claim", "4"}).out);
  EXPECT_EQ(result.at("filled"), 1);
  EXPECT_EQ(result.at("claims_changed"), 1);
  const auto info = json::parse(assay({"index", "info", path("store"), "--json"}).out);
  EXPECT_EQ(info.at("pictures"), 1);
  EXPECT_EQ(info.at("claims")[0].at("filled"), 1);
  EXPECT_EQ(info.at("claims")[1].at("filled"), 0);
  test::write(path("query.png"), picture);
  EXPECT_THAT(assay({"index", "search", path("store"), "--claim", "4", "--image", path("query.png"),
                     "--json"})
                  .out,
              HasSubstr("images:a.png"));
}

TEST_F(Fill, DatesAreTheClaimsOrThoseThatAreGiven) {
  ASSERT_EQ(build().status, 0);
  EXPECT_EQ(json::parse(fill({"--before", "2019-01-01"}).out).at("left").at("too_late"), 2);
  EXPECT_EQ(json::parse(fill({"--before", "2025-01-01", "--retry"}).out).at("filled"), 2);
}

TEST_F(Fill, GoesOnWhereItWasStopped) {
  std::string kb;
  for (int i = 0; i < 30; ++i) {
    const auto page = "http://news" + std::to_string(i) + ".example.org/page";
    pages_[page] = says(article("Page " + std::to_string(i), "2019-05-01", "A page about towers."));
    test::write(folder_ / ("kb/" + std::to_string(i) + ".json"),
                json{{"claim_id", i}, {"url", page}, {"url2text", json::array()}}.dump() + "\n");
  }
  ASSERT_EQ(
      assay({"index", "build", "--from", "averitec-kb", path("kb"), "--out", path("store")}).status,
      0);
  EXPECT_EQ(json::parse(fill({"--limit", "7"}).out).at("filled"), 7);
  const auto before = web_.asked_count();
  EXPECT_EQ(json::parse(fill().out).at("filled"), 23);
  EXPECT_LE(web_.asked_count() - before, 46U);  // each page and its robots.txt, none twice
  EXPECT_EQ(json::parse(assay({"index", "info", path("store"), "--json"}).out).at("filled"), 30);
}

TEST_F(Fill, SaysWhatIsWrong) {
  const auto error = [&](const test::Ran& ran, const std::string& part) {
    EXPECT_NE(ran.status, 0);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr(part));
  };
  error(fill(), "does not exist");
  ASSERT_EQ(build().status, 0);
  error(fill({"--claim", "9"}), "no claim '9'");
  error(fill({"--before", "soon"}), "'soon' is none");
  ASSERT_EQ(
      assay({"index", "build", path("kb/0.json"), "--out", path("plain"), "--skip-bad"}).status, 1);
}

}  // namespace
}  // namespace assay
