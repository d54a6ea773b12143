#include "web/browser/needs_browser.h"

#include <gtest/gtest.h>

#include <optional>

namespace assay::web {
namespace {

// As a plain fetch reads it.
std::string why(const std::string& html, const std::string& type = "text/html") {
  std::optional<Article> article;
  try {
    article = extract_article(html, {"http://news.example/a", "utf-8"});
  } catch (const Unreadable&) {
  }
  return why_browser({type, html, article ? &*article : nullptr});
}

std::string page(const std::string& body, int scripts = 0) {
  std::string html = "<!DOCTYPE html><html><head><title>News of the day</title>";
  for (int i = 0; i < scripts; ++i) html += "<script src=/a.js></script>";
  return html + "</head><body>" + body + "</body></html>";
}

const std::string sentence =
    "The council voted on Tuesday to close the bridge over the river for repairs until the "
    "spring. ";

std::string paragraphs(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "<p>" + sentence + std::to_string(i) + "</p>";
  return text;
}

TEST(NeedsBrowser, EmptyRootsOfApplications) {
  for (const auto* root :
       {"<div id=\"root\"></div>", "<div id='app' class=x>\n </div>", "<div id=__next></div>",
        "<app-root></app-root>", "<main><DIV ID=\"react-root\"></DIV></main>"})
    EXPECT_EQ(why(page(root, 2)), "its text is made by scripts") << root;
  EXPECT_EQ(why(page("<div id=root></div><noscript>You need to enable JavaScript to run this "
                     "app.</noscript>",
                     1)),
            "its text is made by scripts");
  EXPECT_NE(why(page("<p>Loading</p>", 12)), "");
}

TEST(NeedsBrowser, WallsInSeveralLanguages) {
  for (const auto* text :
       {"Please enable JavaScript to view this page.", "Bitte aktivieren Sie JavaScript.",
        "Veuillez activer JavaScript.", "Включите JavaScript в браузере.",
        "このページを表示するにはJavaScriptを有効にしてください"})
    EXPECT_EQ(why(page("<p>" + std::string(text) + "</p>")), "its text is made by scripts") << text;
  EXPECT_EQ(why(page("<h1>News</h1><p>You must log in to continue.</p>")),
            "a login stands before it");
  EXPECT_EQ(why(page("<p>Войдите, чтобы продолжить чтение.</p>")), "a login stands before it");
  EXPECT_EQ(why(page("<p>Before you continue to the site, choose which cookies we may use.</p>")),
            "a question about cookies stands before it");
  EXPECT_EQ(why(page("<p>Checking your browser before accessing news.example.</p>", 3)),
            "it checks its visitors first");
}

TEST(NeedsBrowser, ArticlesStay) {
  EXPECT_EQ(why(page(paragraphs(8), 30)), "");
  // Short, but an article; with scripts, a note for those without, and a filled root.
  EXPECT_EQ(why(page("<article><h1>Bridge closed</h1>" + paragraphs(2) + "</article>")), "");
  EXPECT_EQ(why(page("<article><h1>Bridge closed</h1><p>" + sentence + "</p></article>", 2)), "");
  EXPECT_EQ(why(page("<div id=root><article>" + paragraphs(4) +
                         "</article></div><noscript>Enable JavaScript for comments.</noscript>",
                     20)),
            "");
  // About the words, not made of them.
  EXPECT_EQ(why(page("<p>Sites that ask visitors to log in to continue lose readers, and those "
                     "that enable cookies keep them, a study says.</p>" +
                     paragraphs(12))),
            "");
  EXPECT_EQ(why("a text about enable javascript", "text/plain"), "");
  EXPECT_EQ(why("%PDF-1.7", "application/pdf"), "");
  EXPECT_EQ(why("", ""), "");
}

TEST(NeedsBrowser, OddBytesAreNoTrouble) {
  for (const std::string& html :
       {std::string("<html><script>"), std::string("<html><!-- "), std::string("<html><"),
        std::string("<html>\0\xFF<div id=root>", 20), "<html>" + std::string(100'000, '<'),
        "<html>" + std::string(50'000, 'x')})
    why_browser({"text/html", html, nullptr});
}

}  // namespace
}  // namespace assay::web
