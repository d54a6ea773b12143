#include "report/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "demo_report.h"
#include "hostile_record.h"
#include "records.h"
#include "report/index.h"
#include "report/markdown_escape.h"

namespace assay::report::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MarkdownText, EscapesWhatCouldBeMarkup) {
  EXPECT_EQ(markdown_text("*a* _b_ `c` [d](e) <f> &lt; |~$"),
            "\\*a\\* \\_b\\_ \\`c\\` \\[d\\]\\(e) &lt;f&gt; &amp;lt; \\|\\~\\$");
  EXPECT_EQ(markdown_text("back\\slash"), "back\\\\slash");
  EXPECT_EQ(markdown_text("# no heading"), "\\# no heading");
  EXPECT_EQ(markdown_text("- no list"), "\\- no list");
  EXPECT_EQ(markdown_text("1937. A year"), "1937\\. A year");
  EXPECT_EQ(markdown_text("2) b"), "2\\) b");
  EXPECT_EQ(markdown_text("a\n# b\n===\n---"), "a # b === ---");  // one line: none of it begins one
}

TEST(MarkdownText, LeavesProseReadable) {
  EXPECT_EQ(markdown_text("It is 2,737 metres (8,981 ft) long - at 3.5 % & more, by a_b."),
            "It is 2,737 metres (8,981 ft) long - at 3.5 % & more, by a_b.");
}

TEST(MarkdownText, StopsBareAddresses) {
  EXPECT_EQ(markdown_text("see http://a.example, HTTPS://b or www.c.example, mail d@e.example"),
            "see http\\://a.example, HTTPS\\://b or www\\.c.example, mail d\\@e.example");
}

TEST(MarkdownLink, LinksSafeAddressesAlone) {
  EXPECT_EQ(markdown_link("a]b", "https://a.example/x?a=1&lt=2"),
            "[a\\]b](<https://a.example/x?a=1&amp;lt=2>)");
  EXPECT_EQ(markdown_link("a", "javascript:alert(1)"), "a");
  EXPECT_EQ(markdown_link("a", "https://a.example/>)<script>"),
            "[a](<https://a.example/%3E%29%3Cscript%3E>)");
}

TEST(Markdown, TellsTheVerdictFirstAndEverythingElse) {
  const auto text = markdown(refuted_check().record());
  EXPECT_THAT(text, testing::StartsWith("# Refuted, 87 % confidence\n"));
  for (const char* part :
       {"**Label:** Refuted",
        "**Confidence:** 0.87",
        "_This check used no language model; built-in rules",
        "> The bridge opened in 1947.",
        "- Made by: A. Speaker",
        "- Made on: 2020-03-01",
        "The bridge opened in 1937, not in 1947 [E1](#e1).",
        "### E1\n",
        "**[The Golden Gate Bridge](<https://bridges.example/golden-gate>)** · Bridge Notes · "
        "published 2012-05-27",
        "**Contradicts** the claim (strength 0.90); cited above.",
        "> The bridge opened on 27 May 1937 and is 2,737 metres long.",
        "Contradicts (strength 0.90, coverage 0.75): 1937 against 1947.",
        "## What is missing\n\n- who opened it",
        "### Turn 1",
        "Look for the year.",
        "- web_search(\"bridge 1937\")\n  - why: the year\n  - found 2 sources; new evidence: "
        "[E1](#e1)",
        "  - left out: A later page (published 2024-01-01): published on or after 2020-03-01",
        "  - **failed:** the index is gone",
        "- Read 2 sources; 1 had nothing about the claim",
        "- one file was skipped",
        "The check took 1.2 s",
        "| web_search | 2 | 100 ms |",
        "Written by assay 0.1.0"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(Markdown, TellsOfPicturesAndRepeats) {
  const auto text = markdown(demo_report().record);
  for (const char* part :
       {"- Picture 1: caption: “Unbelievable pictures from Ormeley!”, 960 × 720 pixels, from "
        "post-4711.jpg",
        "- Picture 7: its data ends too early, from broken.heic",
        "- Picture 2: caption: “The lake of Ormeley with the old bridge, 3 October 2009. Photo: "
        "Ines Falk”, described as: “A lake between hills, with a low sun”, 1200 × 800 pixels",
        "  - found by its likeness to picture 1: cropped, with a text overlay (score 0.97)",
        "  - it holds 94 % of the area of picture 1, which shows 78 % of it; 2 regions where they "
        "show different things",
        "Also at:\n\n- [Walking around the lake](<https://travel.example/",
        " · no date known: nearly the same text",
        "- [Map of the valley](<https://maps.example/ormeley>) · Maps · published 2011-01-01: the "
        "same picture and caption"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(Markdown, SaysWhenAQuotationDoesNotStand) {
  ReportOptions options;
  const auto builder = refuted_check();
  options.kept_text = [](std::string_view) { return std::optional(kept_page); };
  EXPECT_THAT(markdown(builder.record(), options), Not(HasSubstr("Do not rely on it")));
  options.kept_text = [](std::string_view) { return std::optional<std::string>("something else"); };
  EXPECT_THAT(markdown(builder.record(), options), HasSubstr("Do not rely on it"));
}

TEST(Markdown, OfAnUnfinishedCheckSaysSo) {
  RecordBuilder builder;
  builder.add(EntryType::claim, {{"id", "c"}, {"text", "x"}});
  const auto text = markdown(builder.record());
  EXPECT_THAT(text, testing::StartsWith("# No verdict yet\n"));
  EXPECT_THAT(text, HasSubstr("- Made on: no date known"));
  EXPECT_NO_THROW((void)markdown(core::Record()));
}

TEST(Markdown, NoTextBecomesMarkup) {
  const std::vector<std::string> texts{"<script>alert(1)</script>",
                                       "<img src=x onerror=alert(1)>",
                                       "[x](javascript:alert(1))",
                                       "![x](https://evil.example/pixel.png)",
                                       "</p><!-- ",
                                       "&lt;script&gt;",
                                       "`` ` ```<b>` <script>",
                                       "line\n\n# heading\n\n<script>\n\n```\ncode",
                                       "a | b\n|---|---|\n| c | d |",
                                       "[E1]: javascript:alert(1)",
                                       "<https://evil.example>",
                                       "\\<script\\>",
                                       "\\\\<script>",
                                       "x\n> quote\n* item\n\n    <b>indented",
                                       "***\n---\n===",
                                       "~~~\n<i>",
                                       "$x$ @someone #1",
                                       "\u202Emirrored <b>",
                                       "שלום <b>עולם</b>\n- x",
                                       "[^1]\n[^1]: note",
                                       "<a\nhref='javascript:x'>"};
  for (const auto& text : texts) {
    const auto report = markdown(hostile(text));
    EXPECT_THAT(report, Not(HasSubstr("](javascript"))) << text;
    EXPECT_THAT(report, Not(HasSubstr("](<javascript"))) << text;
    EXPECT_THAT(report, Not(HasSubstr("\u202E"))) << text;
    // The only angle brackets and links would be those of safe addresses, and none is safe here.
    EXPECT_THAT(report, Not(HasSubstr("<"))) << text;
    std::istringstream lines(report);
    for (std::string line; std::getline(lines, line);) {
      for (const char* start : {"```", "~~~", "===", "---", "    ", "+ ", "* ", "["})
        EXPECT_FALSE(line.starts_with(start)) << line;
      if (line.starts_with("#"))
        EXPECT_TRUE(line.starts_with("# Supported") || line.starts_with("## ") ||
                    line.starts_with("### "));
    }
  }
}

TEST(Markdown, HostileTextLeavesTheFrameAsItIs) {
  // Headings, list items and table rows are as many as with harmless text. Paragraphs of a
  // justification are its own.
  const auto frame = [](const std::string& report) {
    std::string starts;
    std::istringstream lines(report);
    for (std::string line; std::getline(lines, line);)
      if (line.find_first_of("#->|* ") == 0)
        starts += line.substr(0, line.find_first_not_of("#->|* ")).substr(0, 4) + "\n";
    return starts;
  };
  EXPECT_EQ(frame(markdown(hostile("a\n\n# b\n- c\n> d\n| e |\n"))),
            frame(markdown(hostile("harmless"))));
}

TEST(Markdown, IsolatesRightToLeftText) {
  EXPECT_THAT(markdown(hostile("שלום 12")), HasSubstr("> \u2068שלום 12\u2069\n"));
}

TEST(MarkdownIndex, ListsTheClaimsWithTheirVerdicts) {
  auto row = index_row(view(refuted_check().record()), "claims/c 1|/report.md");
  IndexRow failed;
  failed.claim_id = "c2";
  failed.error = "no | such <file>";
  const auto text = markdown_index({row, failed, {}});
  EXPECT_THAT(text, testing::StartsWith("# 3 claims: 1 refuted, 2 without a verdict\n"));
  EXPECT_THAT(text, HasSubstr("| c1 | refuted (Refuted) | 87 % | The bridge opened in 1947. | "
                              "[report](<claims/c%201%7C/report.md>) |\n"));
  EXPECT_THAT(text, HasSubstr("| c2 | failed: no \\| such &lt;file&gt; |"));
  EXPECT_THAT(text, HasSubstr("|  | not finished |"));
}

}  // namespace
}  // namespace assay::report::test
