#include "report/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "demo_report.h"
#include "hostile_record.h"
#include "html_pages.h"
#include "html_tree.h"
#include "records.h"
#include "report/html/base64.h"

namespace assay::report::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t times(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

void expect_order(const std::string& page, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const auto& part : parts) {
    const auto found = page.find(part, at);
    ASSERT_NE(found, std::string::npos) << part;
    at = found;
  }
}

// Every link within the page leads somewhere, and no two elements share an id.
void expect_links_lead_somewhere(const std::string& page) {
  std::set<std::string> ids;
  const auto elements = parse_html(page);
  for (const auto& element : elements)
    if (const auto id = element.attribute("id"); !id.empty())
      EXPECT_TRUE(ids.insert(id).second) << id;
  for (const auto& element : elements) {
    const auto link = element.attribute("href");
    if (link.starts_with('#')) EXPECT_TRUE(ids.contains(link.substr(1))) << link;
    if (const auto label = element.attribute("aria-labelledby"); !label.empty())
      EXPECT_TRUE(ids.contains(label)) << label;
  }
}

TEST(Html, TellsTheVerdictFirstAndEverythingElse) {
  const auto page = demo_page();
  expect_order(page, {"<!DOCTYPE html>",
                      "<body class=\"refuted\">",
                      "<h1>",
                      "Refuted</h1>",
                      "<strong>91 %</strong> confidence",
                      "label: <bdi>Out of context</bdi>",
                      "fourteen years before the flood",
                      "1 quotation was not found",
                      "This check used no language model",
                      "The claim</h2>",
                      "after the dam broke",
                      "A user of a social network",
                      "2023-06-01",
                      "<img src=\"data:image/jpeg;base64,",
                      "Picture 7 is not shown: its bytes are not kept here.",
                      "They said the dam was safe",
                      "Why</h2>",
                      "The photograph is not from May 2023.",
                      "href=\"#E1\"",
                      "Evidence</h2>",
                      "id=\"E1\"",
                      "Contradicts the claim",
                      "The lake of Ormeley in autumn",
                      "Valley Pictures",
                      "published <time>2009-10-21</time>",
                      "cropped, with a text overlay",
                      "<img ",
                      "class=\"regions\"",
                      "<img ",
                      "class=\"regions\"",
                      "Match score 97 %",
                      "<mark>",
                      "Stands word for word",
                      "the caption names no flood",
                      "Also at",
                      "nearly the same text",
                      "id=\"E4\"",
                      "no date known",
                      "This quotation was not found in the kept text",
                      "What is missing</h2>",
                      "Warnings</h2>",
                      "How it was checked</h2>",
                      "Turn 1",
                      "The picture decides",
                      "Not covered by evidence before this turn",
                      "why: <bdi>where the picture was before",
                      "1 source left out, and why",
                      "published on or after 2023-06-01",
                      "failed: <bdi>the index can&#39;t be read",
                      "Turn 2",
                      "planned, but the record holds no result",
                      "Refuted, 91 % confidence.",
                      "What was searched</h2>",
                      "Time</h2>",
                      "The check took",
                      "Written by",
                      "Configuration",
                      "cr2024plus"});
}

TEST(Html, NeedsNothingElse) {
  for (const auto& page : {demo_page(), demo_index()}) {
    EXPECT_THAT(page,
                HasSubstr("default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-"));
    for (const char* part : {"<link", "@import", "url(", "<iframe", " style=", " onclick"})
      EXPECT_THAT(page, Not(HasSubstr(part)));
  }
  EXPECT_EQ(times(demo_page(), "<script"), 0U);
  EXPECT_EQ(times(demo_index(), "<script>"), 1U);
}

TEST(Html, ThePolicyAllowsItsOwnStyleAndScript) {
  const auto page = demo_index();
  for (const char* tag : {"style", "script"}) {
    const auto begin = page.find("<" + std::string(tag) + ">") + std::string(tag).size() + 2;
    const auto content = page.substr(begin, page.find("</" + std::string(tag), begin) - begin);
    const auto hash = csp_hash(content);
    EXPECT_THAT(page, HasSubstr(std::string(tag) + "-src &#39;" + hash.substr(1, hash.size() - 2)));
  }
}

TEST(Html, Base64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("a"), "YQ==");
  EXPECT_EQ(base64("JPEG"), "SlBFRw==");
  EXPECT_EQ(csp_hash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
}

TEST(Html, CitationsLeadToCardsAndBack) {
  const auto page = demo_page();
  expect_links_lead_somewhere(page);
  EXPECT_THAT(page, HasSubstr("id=\"cites-E1-2\" href=\"#E1\">E1</a>"));
  EXPECT_THAT(page, HasSubstr("href=\"#cites-E1-2\""));
  EXPECT_THAT(page, Not(HasSubstr("cites-E4-")));
}

TEST(Html, HighlightsQuotationsInTheirContext) {
  EXPECT_THAT(
      demo_page(),
      HasSubstr("autumn. <mark>A photograph of the lake of Ormeley, taken on 3 October 2009 "
                "by Ines Falk, shows the old bridge before it was rebuilt.</mark> The "
                "bridge was opened"));
}

TEST(Html, OutlinesDifferencesOnBothPictures) {
  const auto page = demo_page();
  EXPECT_THAT(page, HasSubstr("<rect class=\"edge\" x=\"5.00%\" y=\"72.00%\" width=\"50.00%\" "
                              "height=\"20.00%\">"));
  EXPECT_THAT(page, HasSubstr("<rect class=\"edge\" x=\"12.00%\" y=\"68.00%\" width=\"42.00%\" "
                              "height=\"17.00%\">"));
  EXPECT_EQ(times(page, "class=\"regions\""), 2U);
  EXPECT_EQ(times(page, "<rect class=\"edge\""), 4U);
}

TEST(Html, EveryPictureHasItsWords) {
  std::size_t pictures = 0;
  for (const auto& element : parse_html(demo_page())) {
    if (element.name != "img") continue;
    ++pictures;
    EXPECT_NE(element.attribute("alt"), "");
    EXPECT_NE(element.attribute("width"), "");
    EXPECT_NE(element.attribute("height"), "");
  }
  EXPECT_EQ(pictures, 4U);  // the claim's; beside the found one; the found one; the Arabic page's
  EXPECT_THAT(demo_page(), HasSubstr("alt=\"Picture 2, found on this page: A lake between hills"));
}

TEST(Html, SetsForeignTextInItsLanguageAndDirection) {
  const auto page = demo_page();
  EXPECT_THAT(page, HasSubstr("<p dir=\"auto\" lang=\"ar\">"));
  EXPECT_THAT(page, HasSubstr("<p dir=\"auto\" lang=\"zh\">"));
  EXPECT_THAT(page, HasSubstr("<bdi lang=\"zh\">网传湖景照片并非近期拍摄</bdi>"));
  EXPECT_THAT(page, HasSubstr("<bdi>أخبار الشمال</bdi>"));
  EXPECT_THAT(demo_index(), HasSubstr("<bdi lang=\"ar\">افتُتح"));
}

TEST(Html, HasOneHeadingAndNoGapsBelowIt) {
  for (const auto& page : {demo_page(), demo_index(), html(view(core::Record()))}) {
    int last = 0, first_level = 0;
    for (const auto& element : parse_html(page)) {
      if (element.name.size() != 2 || element.name[0] != 'h' || element.name[1] > '6') continue;
      const int level = element.name[1] - '0';
      EXPECT_LE(level, last + 1) << element.text;
      first_level += level == 1;
      last = level;
    }
    EXPECT_EQ(first_level, 1);
  }
}

TEST(Html, OfAnUnfinishedCheckSaysSo) {
  RecordBuilder builder;
  builder.add(EntryType::claim, {{"id", "c"}, {"text", "x"}});
  const auto page = html(view(builder.record()));
  expect_order(page, {"No verdict yet</h1>", "its record ends before a verdict", "<bdi>not known",
                      "<bdi>no date known"});
  expect_links_lead_somewhere(page);
  expect_links_lead_somewhere(html(view(core::Record())));
}

TEST(Html, TenPicturesStayUnderTwoMegabytes) {
  const auto demo = picture_report(10);
  const auto page = html(demo.view(), demo.options());
  EXPECT_EQ(times(page, "<img "), 30U);  // each claimed, and beside the one that was found
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_GT(page.size(), 600'000U);  // and they are not made smaller than need be
}

TEST(Html, ManyPicturesStayUnderTwoMegabytes) {
  const auto demo = picture_report(40);
  const auto page = html(demo.view(), demo.options());
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_GT(times(page, "<img "), 50U);
  EXPECT_THAT(page, HasSubstr("is not shown: there are too many for one page."));
}

TEST(Html, ThousandsOfItemsStayUnderTwoMegabytes) {
  RecordBuilder builder;
  const std::string filler(3000, '&');
  builder.add(EntryType::claim, {{"id", "c"}, {"text", filler}});
  for (int i = 1; i <= 3000; ++i)
    builder.add(EntryType::evidence,
                {{"id", "E" + std::to_string(i)},
                 {"source", {{"title", filler}, {"url", "https://a.example/" + filler}}},
                 {"takeaways", filler}});
  const Json action{{"tool", filler}, {"arguments", {filler}}};
  for (int turn = 1; turn <= 100; ++turn)
    builder.step(EntryType::plan, "plan", turn, 0, {{"actions", {action}}, {"reasoning", filler}})
        .step(EntryType::tool_result, "web_search", turn, 0,
              {{"action", action}, {"sources", Json::array()}});
  builder.step(EntryType::justification, "justify", 100, 0, {{"text", "Two say so [E2999, E1]."}})
      .add(EntryType::end, Json::object());
  const auto page = html(view(builder.record()));
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_THAT(page, HasSubstr("id=\"E2999\""));  // what is cited is shown
  EXPECT_THAT(page, HasSubstr("of evidence that this page has no room for"));
  expect_links_lead_somewhere(page);
}

TEST(Html, EndlessTextsStayUnderTwoMegabytes) {
  for (const std::string& text : {std::string(300'000, 'a'), std::string(300'000, '\'')}) {
    const auto page = html(view(hostile(text)), {[](std::string_view, const PictureSize&) {
                             return ReportPicture{"JPEG", 4, 3, ""};
                           }});
    EXPECT_LT(page.size(), 2'000'000U);
    EXPECT_EQ(times(page, "<img "), 4U);
  }
}

TEST(HtmlIndex, CountsAndLinks) {
  const auto page = demo_index();
  expect_order(page,
               {"8 claims checked</h1>", "class=\"counts\"", "Supported <strong>2</strong>",
                "Refuted <strong>2</strong>", "Without a verdict <strong>2</strong>",
                "<a href=\"claims/bridge/report.html\">", "The bridge opened in 1937.", "97 %",
                "Out of context", "افتُتح", "Failed", "the disk is full", "Not finished"});
  expect_links_lead_somewhere(page);
  // Filters: a radio button for each verdict, without script; the search hides itself without it.
  EXPECT_EQ(times(page, "<input type=\"radio\""), 6U);
  EXPECT_THAT(page, HasSubstr("<div id=\"search\" hidden>"));
}

TEST(HtmlIndex, LinksWhateverTheFoldersAreCalled) {
  IndexRow row;
  row.claim = "x";
  row.link = "claims/a b\"<#?%/report.html";
  EXPECT_THAT(html_index({row}), HasSubstr("<a href=\"claims/a%20b%22%3C%23%3F%25/report.html\">"));
}

}  // namespace
}  // namespace assay::report::test
