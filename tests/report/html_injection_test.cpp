#include <gtest/gtest.h>

#include <set>

#include "hostile_record.h"
#include "html_pages.h"
#include "html_tree.h"
#include "records.h"
#include "report/html.h"
#include "report/html/index_script.h"

// Text of claims and sources never becomes markup or script: what a parser finds on a page is what
// it finds with harmless text.
namespace assay::report::test {
namespace {

const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts{
      "<script>alert(1)</script>",
      "</title><script>alert(1)</script>",
      "</style><script>alert(1)</script><style>",
      "</script><script>alert(1)</script>",
      "\"><img src=x onerror=alert(1)>",
      "' onmouseover='alert(1)",
      "\" onfocus=\"alert(1)\" autofocus x=\"",
      "` onload=`alert(1)",
      "javascript:alert(1)",
      "<svg/onload=alert(1)>",
      "<!-- ",
      "--><script>x</script>",
      "<![CDATA[<script>x</script>]]>",
      "&lt;script&gt;alert(1)&lt;/script&gt;",
      "&#60;script&#62;",
      "<a href='javascript:alert(1)'>x</a>",
      "<iframe srcdoc='<script>x</script>'></iframe>",
      "<base href='https://evil.example/'>",
      "<meta http-equiv=refresh content='0;url=https://evil.example'>",
      "<form action=https://evil.example><input name=q></form>",
      "</bdi></p></li></section></main><h1>Supported</h1>",
      "<b>\u202Ebold</b>\u2066",
      std::string("a\0<script>b", 11),
      "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
      "<scr\nipt>",
      "x\uFDD0\uFFFE<i>",
      "[E1]<script>[image:1]",
  };
  return texts;
}

ReportPicture small_picture(std::string_view, const PictureSize&) { return {"JPEG", 4, 3, ""}; }

std::string page_of(const std::string& text) {
  HtmlOptions options;
  options.picture = small_picture;
  return html(view(hostile(text)), options);
}

std::string index_of(const std::string& text) {
  IndexRow row{text, text, core::Verdict::refuted, text, 0.5, text, ""};
  IndexRow failed{text, text, {}, "", 0, "", text};
  return html_index({row, failed});
}

// Names and classes of the elements, in order.
std::string frame(const std::string& page) {
  std::string names;
  for (const auto& element : parse_html(page))
    names += element.name + "." + element.attribute("class") + "\n";
  return names;
}

void expect_harmless(const std::string& page, const std::string& text, const std::string& script) {
  static const std::set<std::string> known{"aria-hidden",
                                           "aria-label",
                                           "aria-labelledby",
                                           "autocomplete",
                                           "alt",
                                           "charset",
                                           "checked",
                                           "class",
                                           "colspan",
                                           "content",
                                           "d",
                                           "dir",
                                           "dx",
                                           "dy",
                                           "for",
                                           "height",
                                           "hidden",
                                           "href",
                                           "http-equiv",
                                           "id",
                                           "lang",
                                           "name",
                                           "rel",
                                           "scope",
                                           "src",
                                           "type",
                                           "viewbox",
                                           "viewBox",
                                           "width",
                                           "x",
                                           "y"};
  std::size_t scripts = 0, policies = 0;
  for (const auto& element : parse_html(page)) {
    for (const char* name :
         {"iframe", "object", "embed", "base", "form", "link", "b", "i", "frame"})
      EXPECT_NE(element.name, name) << text;
    for (const auto& [name, value] : element.attributes)
      EXPECT_TRUE(known.contains(name)) << name << " of " << element.name << ": " << text;
    if (element.name == "script") {
      ++scripts;
      EXPECT_EQ(element.text, script) << text;
    }
    if (element.attributes.contains("http-equiv")) {
      ++policies;
      EXPECT_EQ(element.attribute("http-equiv"), "Content-Security-Policy") << text;
    }
    const auto link = element.attribute("href");
    EXPECT_EQ(link.find(':'), std::string::npos) << link;  // no address here is one to be linked
    if (element.attributes.contains("src"))
      EXPECT_EQ(element.attribute("src"), "data:image/jpeg;base64,SlBFRw==");
  }
  EXPECT_EQ(scripts, script.empty() ? 0U : 1U) << text;
  EXPECT_EQ(policies, 1U) << text;
  for (const char* part : {"\u202E", "\u2066"}) EXPECT_EQ(page.find(part), std::string::npos);
  EXPECT_EQ(page.find('\0'), std::string::npos);
}

TEST(HtmlInjection, NoTextBecomesMarkupOfAReport) {
  for (const auto& text : hostile_texts()) expect_harmless(page_of(text), text, "");
}

TEST(HtmlInjection, NoTextBecomesMarkupOfAnIndex) {
  for (const auto& text : hostile_texts())
    expect_harmless(index_of(text), text, std::string(index_script));
}

TEST(HtmlInjection, HostileTextLeavesTheFrameAsItIs) {
  ASSERT_NE(frame(page_of("harmless")).find("img."), std::string::npos);
  for (const auto& text : hostile_texts()) {
    if (text.find("[image:1]") != std::string::npos) continue;  // is a link to the picture
    // The text is also an item's ID, and only one of a single word can be cited.
    const bool word = text.find_first_of(" ,;]") == std::string::npos;
    const std::string harmless = word ? "harmless" : "quite harmless";
    EXPECT_EQ(frame(page_of(text)), frame(page_of(harmless))) << text;
    EXPECT_EQ(frame(index_of(text)), frame(index_of(harmless))) << text;
  }
}

TEST(HtmlInjection, BytesThatAreNotUtf8AreNoWayRound) {
  const std::string text = "\xff\xfe<script>\xc0\xaf\xe2\x80";
  expect_harmless(index_of(text), text, std::string(index_script));
  EXPECT_EQ(frame(index_of(text)), frame(index_of("harmless")));
}

TEST(HtmlInjection, TheTextItselfIsShown) {
  const std::string text = "</style><script>alert(1)</script> & \"x\"";
  std::size_t shown = 0;
  for (const auto& element : parse_html(page_of(text)))
    if (element.text.find(text) != std::string::npos) ++shown;
  EXPECT_GE(shown, 20U);
}

}  // namespace
}  // namespace assay::report::test
