#include "report/prose.h"

#include <gtest/gtest.h>

#include "model_records.h"
#include "report/prose_text.h"

namespace assay::report::test {
namespace {

const std::string address = "https://bridges.example/golden-gate";

const References& known() {
  static const References references{
      [](std::string_view id) { return id == "E1" || id == "E2"; },
      [](int number) { return number == 1 || number == 2; },
      [](std::string_view url) { return url == address || url == "javascript:alert(1)"; }};
  return references;
}

// Each span as one character of its kind and its text, `|` between paragraphs.
std::string drawn(const Prose& prose) {
  std::string text;
  for (const auto& paragraph : prose.paragraphs) {
    if (!text.empty()) text += " | ";
    if (paragraph.item) text += std::to_string(paragraph.number) + "- ";
    for (const auto& span : paragraph.spans) {
      const std::string look = std::string(span.emphasized ? "/" : "") + (span.strong ? "*" : "") +
                               (span.code ? "`" : "");
      const char* const kinds[] = {"", "@", "#", "="};
      text += "{" + look + kinds[static_cast<int>(span.kind)] + span.text + "}";
    }
  }
  return text;
}
std::string markdown_drawn(std::string_view text) { return drawn(read_markdown(text, known())); }

TEST(PlainProse, HasParagraphsCitationsAndPictures) {
  EXPECT_EQ(drawn(read_plain("It *is* so [E1], [E9].\n\nSee [image:2] and [image:7].", known())),
            "{It *is* so }{@E1}{, [E9].} | {See }{#[image:2]}{ and [image:7].}");
  EXPECT_EQ(drawn(read_plain("", known())), "");
}

TEST(MarkdownProse, KeepsEmphasisListsAndCode) {
  EXPECT_EQ(markdown_drawn("A *b* **c** ***d*** `e`\nf\n\n# g\n\n- h\n- i [E2]\n\n3. j\n4. k"),
            "{A }{/b}{ }{*c}{ }{/*d}{ }{`e}{ f} | {*g} | 0- {h} | 0- {i }{@E2} | 3- {j} | 4- {k}");
  EXPECT_EQ(markdown_drawn("**It was [E1] [image:2]**"), "{*It was }{*@E1}{* }{*#[image:2]}");
  EXPECT_EQ(markdown_drawn("```\na\n```"), "{`a}");
}

TEST(MarkdownProse, LinksOnlyToKnownAddresses) {
  EXPECT_EQ(markdown_drawn("[the page](" + address + ")"), "{=the page}");
  EXPECT_EQ(markdown_drawn("[the *page*](<" + address + ">)."), "{=the page}{.}");
  EXPECT_EQ(markdown_drawn("<" + address + ">"), "{=" + address + "}");
  for (const std::string other : {"http://evil.example", "javascript:alert(2)", "/golden-gate",
                                  "https://bridges.example/golden-gate/x", "//bridges.example",
                                  "https://bridges.example/golden-gate#x", "data:text/html,x", ""})
    EXPECT_EQ(markdown_drawn("[words](" + other + ")"), "{words}") << other;
  EXPECT_EQ(markdown_drawn("![words](" + address + ")"), "{words}");
  EXPECT_EQ(markdown_drawn("[a][b]\n\n[b]: http://evil.example"), "{a}");
}

TEST(MarkdownProse, ACitationStaysOneWhateverItsAddress) {
  EXPECT_EQ(markdown_drawn("[E1](http://evil.example) [E2]"), "{@E1}{ }{@E2}");
  EXPECT_EQ(markdown_drawn("[E1]\n\n[E1]: http://evil.example"), "{@E1}");
  EXPECT_EQ(markdown_drawn("[E1, E2]"), "{@E1}{@E2}");
  EXPECT_EQ(markdown_drawn("[image:2](http://evil.example)"), "{#[image:2]}");
  EXPECT_EQ(markdown_drawn("[image:9](http://evil.example)"), "{[image:9]}");
}

TEST(MarkdownProse, HtmlIsTheTextThatItIs) {
  EXPECT_EQ(markdown_drawn("a <b>c</b> [E1]"), "{a <b>c</b> }{@E1}");
  EXPECT_EQ(markdown_drawn("<script>alert(1)</script>"), "{<script>alert(1)</script>}");
  EXPECT_EQ(markdown_drawn("&lt;i&gt;"), "{<i>}");
}

TEST(MarkdownProse, IsBounded) {
  const auto prose = read_markdown(std::string(100'000, 'x'), known());
  EXPECT_TRUE(prose.cut);
  EXPECT_LE(prose.paragraphs.at(0).spans.at(0).text.size(), 20'000U);
  std::string citations;
  while (citations.size() < 200'000) citations += "[E1]";
  const auto cited = read_plain(citations, known());
  EXPECT_TRUE(cited.cut);
  EXPECT_LE(cited.citations("E1"), 1000U);
  for (const std::string part : {"[", "*", "`", "<!--", "> ", "- ", "![", "](", "**_", "\\", "<"}) {
    std::string text;
    while (text.size() < 60'000) text += part;
    EXPECT_TRUE(read_markdown(text, known()).cut || !text.empty()) << part;
  }
  // In the middle of a character.
  std::string umlauts;
  while (umlauts.size() < 30'001) umlauts += "ä";
  EXPECT_EQ(read_markdown("x" + umlauts, known()).paragraphs.at(0).spans.at(0).text.find("\uFFFD"),
            std::string::npos);
}

TEST(ProseText, IsMarkdownWithWordsForPictures) {
  const auto view = report::view(models_check().record());
  EXPECT_EQ(prose_as_markdown(view.justification_prose, view),
            "It opened in **1937** [E1](#e1), as picture 2 (of E1) shows; see [the "
            "page](<https://bridges.example/golden-gate>).");
  EXPECT_EQ(prose_as_markdown(view.turns.at(0).prose, view),
            "- *First*, [E1](#e1) says 1937.\n- Then, \\[E8\\] is nothing.");
  EXPECT_EQ(prose_as_text(view.justification_prose, view),
            "It opened in 1937 [E1], as picture 2 (of E1) shows; see the page "
            "(https://bridges.example/golden-gate).");
  EXPECT_EQ(prose_as_text(view.turns.at(0).prose, view),
            "- First, [E1] says 1937.\n- Then, [E8] is nothing.");
}

TEST(ProseText, NothingBecomesMarkdown) {
  const auto written = [](const std::string& justification) {
    const auto view = report::view(models_check(justification).record());
    return prose_as_markdown(view.justification_prose, view);
  };
  // A picture would be fetched from where its address says.
  EXPECT_EQ(written("Wow![E1]"), "Wow\\![E1](#e1)");
  EXPECT_EQ(written("Wow\\![the page](https://bridges.example/golden-gate)"),
            "Wow\\![the page](<https://bridges.example/golden-gate>)");
  EXPECT_EQ(written("![x](https://bridges.example/golden-gate)"), "x");
  EXPECT_EQ(written("\\[x\\](http://evil.example)"), "\\[x\\]\\(http\\://evil.example)");
  EXPECT_EQ(written("<img src=x>"), "&lt;img src=x&gt;");
  EXPECT_EQ(written("\\# x"), "\\# x");
  EXPECT_EQ(written("[a](javascript:alert(1))"), "a");
  EXPECT_EQ(written("a \u202Eb"), "a b");
  EXPECT_EQ(written("[a](http://evil.example) [E1](http://evil.example)"), "a [E1](#e1)");
}

TEST(ProseText, NoControlCharacterReachesATerminal) {
  const auto view = report::view(models_check("a\x1b[31mb \u202Ec `\x1b]0;x\x07` [E1]").record());
  const auto text = prose_as_text(view.justification_prose, view);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\x07'), std::string::npos);
  EXPECT_EQ(text.find("\u202E"), std::string::npos);
}

}  // namespace
}  // namespace assay::report::test
