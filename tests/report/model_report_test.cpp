#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "html_pages.h"
#include "html_tree.h"
#include "model_records.h"
#include "report/html.h"
#include "report/json_report.h"
#include "report/markdown.h"

// Reports of checks by language models, in every format.
namespace assay::report::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page_of(const core::Record& record) {
  HtmlOptions options;
  options.picture = [](std::string_view, const PictureSize&) {
    return ReportPicture{"JPEG", 4, 3, ""};
  };
  return html(view(record, with_kept()), options);
}

std::vector<HtmlElement> links(const std::string& page) {
  std::vector<HtmlElement> result;
  for (auto& element : parse_html(page))
    if (element.name == "a") result.push_back(std::move(element));
  return result;
}

TEST(ModelReport, ShowsLimitsAndUseBesideTheVerdict) {
  const auto page = page_of(models_check().record());
  keep_for_people("models.html", page);
  const auto head = page.substr(0, page.find("<main"));
  EXPECT_THAT(head, HasSubstr("Gathering stopped for the budget of 0.05 USD"));
  EXPECT_THAT(head, HasSubstr("6 calls (1 from the cache): 5,000 tokens in"));
  EXPECT_THAT(head, HasSubstr("It opened in <em>1937</em> <a class=\"cite\" href=\"#E1\">E1</a>."));
  EXPECT_THAT(head, Not(HasSubstr("Made without evidence")));
  EXPECT_THAT(head, HasSubstr("href=\"#models\""));
}

TEST(ModelReport, ShowsEveryCallWithItsAnswerAndItsThinkingApart) {
  const auto page = page_of(models_check().record());
  const auto section = page.substr(page.find("id=\"models\""));
  for (const auto* part :
       {"unreachable: the server does not answer", "E7, E9", "a fence around it",
        "{&quot;verdict&quot;: &quot;&lt;b&gt;Refuted&lt;/b&gt;&quot;}",
        "The model’s thinking, no part of its answer", "&lt;b&gt;Hm&lt;/b&gt;, 1937 then.",
        "temperature", "1,000 → 50 tokens", "from the cache", "openai:cheap", "anthropic:strong"})
    EXPECT_THAT(section, HasSubstr(part));
  EXPECT_THAT(section, HasSubstr(io::sha256("a prompt")));
}

TEST(ModelReport, ReferencesOfTheJustificationLeadToTheirPlaces) {
  const auto page = page_of(models_check("See [image:1], [image:2] and [image:9].").record());
  std::set<std::string> ids;
  for (const auto& element : parse_html(page)) ids.insert(element.attribute("id"));
  EXPECT_TRUE(ids.contains("picture-1"));
  EXPECT_TRUE(ids.contains("picture-2"));
  EXPECT_THAT(page, HasSubstr("See <a href=\"#picture-1\">picture 1</a>, "
                              "<a href=\"#picture-2\">picture 2</a> and [image:9]."));
  for (const auto& link : links(page))
    if (const auto to = link.attribute("href"); to.starts_with('#'))
      EXPECT_TRUE(ids.contains(to.substr(1))) << to;
}

TEST(ModelReport, OnlyAddressesOfTheEvidenceAreLinks) {
  const auto page = page_of(
      models_check(
          "[a](https://bridges.example/golden-gate) [b](https://evil.example) "
          "[c](javascript:alert(1)) ![d](https://evil.example/x.png) <https://evil.example> "
          "<a href='https://evil.example'>e</a> <script>alert(1)</script>")
          .record());
  for (const auto& element : parse_html(page)) {
    EXPECT_NE(element.name, "script");
    EXPECT_THAT(element.attribute("src"), Not(HasSubstr("evil")));
  }
  for (const auto& link : links(page)) {
    const auto to = link.attribute("href");
    EXPECT_TRUE(to.starts_with('#') || to == "https://bridges.example/golden-gate") << to;
  }
}

TEST(ModelReport, HostileAnswersAreText) {
  for (const std::string text :
       {"</pre></details><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
        "</bdi></section></main><h1>Supported</h1>", "a\u202Eb\u2066", "\x1b[31m", "`</code>`",
        "**</strong><b>x**", "[E1](javascript:alert(1))", "[x][E1]\n\n[E1]: javascript:x", "<!-- ",
        "]]>", "\xff\xfe<script>"}) {
    auto hostile = call(text, core::Form::repaired, text + "\n  " + text);
    hostile.problem = hostile.parameters = hostile.answered_by = hostile.finish = text;
    hostile.prompt = hostile.thinking = hostile.purpose = text;
    hostile.dropped = {text};
    auto failed = failed_call(text);
    failed.error = failed.error_kind = text;
    // Not through JSON: a record's file is UTF-8, and its parameters are JSON.
    const auto dumped = Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
    const auto valid = Json::parse(dumped).get<std::string>();
    RecordBuilder builder;
    builder.add(EntryType::claim, {{"id", "c"}, {"text", "x"}})
        .calls({hostile, failed})
        .step(EntryType::plan, valid, 1, 0, {{"actions", Json::array()}}, valid)
        .step(EntryType::judgement, "judge", 1, 0,
              {{"verdict", "refuted"}, {"label", "refuted"}, {"key_findings", valid}}, "openai:m")
        .step(EntryType::justification, "justify", 1, 0, {{"text", valid}}, "openai:m")
        .add(EntryType::limit, {{"message", valid}});
    const auto page = page_of(builder.record());
    std::size_t headings = 0;
    for (const auto& element : parse_html(page)) {
      for (const char* name : {"script", "b", "img", "iframe"})
        EXPECT_NE(element.name, name) << text;
      if (element.name == "h1") ++headings;
      if (element.name == "a") EXPECT_TRUE(element.attribute("href").starts_with('#')) << text;
    }
    EXPECT_EQ(headings, 1U) << text;
    for (const char* part : {"\u202E", "\u2066", "\x1b"})
      EXPECT_EQ(page.find(part), std::string::npos) << text;
    const auto report = markdown(view(builder.record()));
    for (const char* part : {"<", "](javascript", "](<javascript", "\u202E", "\x1b"})
      EXPECT_EQ(report.find(part), std::string::npos) << part << " of " << text;
  }
}

TEST(ModelReport, OfManyLongAnswersStaysSmall) {
  RecordBuilder builder;
  builder.add(EntryType::claim, {{"id", "c"}, {"text", "x"}});
  for (int i = 0; i < 600; ++i)
    builder.calls({call("m", core::Form::exact, std::string(20'000, '<'))})
        .step(EntryType::plan, "plan", i + 1, 0, {{"actions", Json::array()}}, "m");
  const auto page = page_of(builder.record());
  EXPECT_LT(page.size(), 2'000'000U);
  EXPECT_THAT(page, HasSubstr("more; the record holds them."));
}

TEST(ModelReport, OfABaselineSaysThatThereIsNoEvidence) {
  const auto page = page_of(baseline_check().record());
  keep_for_people("baseline.html", page);
  for (const auto* part :
       {"Made without evidence", "No search was made, so there is none.", "cost not known",
        "nothing was planned and nothing searched", "I remember <strong>1937</strong>."})
    EXPECT_THAT(page, HasSubstr(part));
  EXPECT_THAT(page, Not(HasSubstr("id=\"searches\"")));
  const auto text = markdown(view(baseline_check().record()));
  EXPECT_THAT(text, HasSubstr("**Made without evidence: no search was made, and no source backs "
                              "this verdict.**"));
  EXPECT_THAT(text, HasSubstr("I remember **1937**."));
}

TEST(ModelReport, InMarkdown) {
  const auto text = markdown(view(models_check().record()));
  for (const auto* part :
       {"**Gathering stopped for the budget of 0.05 USD: 0.04 are spent.**",
        "It opened in *1937* [E1](#e1).", "## What the models did\n\n6 calls",
        "| plan | openai:cheap | 2 | 50 % | 0 | 1 | 4 | 1,000 | 200 | 50 | 0.002 | 1.5 s |",
        "| all |  | 6 | 67 % | 1 | 1 | 4 | 5,000 | 1,000 | 250 | 0.01 | 7.5 s |",
        "| anthropic:strong | develop, judge, justify | 3 |",
        "- plan (turn 1): unreachable: the server does not answer", "- develop (turn 1): E7; E9"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(markdown(view(refuted_check().record())), Not(HasSubstr("What the models did")));
}

TEST(ModelReport, InJson) {
  const auto json = json_report(models_check().record());
  EXPECT_EQ(json["limits"].size(), 1U);
  EXPECT_EQ(json["warnings"], Json::array());
  EXPECT_EQ(json["without_evidence"], false);
  const auto& use = json["models"]["use"];
  EXPECT_EQ(use["all"]["calls"], 6);
  EXPECT_EQ(use["all"]["forms"]["repaired"], 1);
  EXPECT_EQ(use["all"]["tokens"]["cached"], 1000);
  EXPECT_EQ(use["by_stage"][0]["stage"], "plan");
  EXPECT_EQ(use["by_stage"][0]["models"], Json::array({"openai:cheap"}));
  EXPECT_EQ(use["by_model"][1]["model"], "anthropic:strong");
  EXPECT_EQ(use["by_model"][1]["well_formed"], 2.0 / 3);
  ASSERT_EQ(json["calls"].size(), 6U);
  EXPECT_EQ(json["calls"][0]["error_kind"], "unreachable");
  EXPECT_EQ(json["calls"][1]["from_cache"], true);
  EXPECT_EQ(json["calls"][3]["stage"], "develop");
  EXPECT_EQ(json["calls"][3]["parameters"]["temperature"], 0.01);
  EXPECT_EQ(json_report(baseline_check().record())["without_evidence"], true);

  const auto result = result_object(models_check().record(), {});
  EXPECT_EQ(result["calls"], 6);
  EXPECT_DOUBLE_EQ(result["cost"].get<double>(), 0.01);
  EXPECT_EQ(result["tokens"], (Json{{"in", 5000}, {"cached", 1000}, {"out", 250}}));
  EXPECT_EQ(result_object(baseline_check().record(), {})["cost"], nullptr);
  EXPECT_EQ(result_object(refuted_check().record(), {})["cost"], 0.0);
}

TEST(ModelIndex, HasTokensAndCostOfEachClaimAndTheirSum) {
  const std::vector<IndexRow> rows{index_row(view(models_check().record()), "a.html"),
                                   index_row(view(baseline_check().record()), "b.html"),
                                   IndexRow{}};
  const auto text = markdown_index(rows);
  EXPECT_THAT(
      text,
      HasSubstr("7 calls (1 from the cache): 6,000 tokens in (1,200 cached), 300 "
                "out; at least 0.01 USD (the price of 1 answer is not known; 0.002 USD of it paid "
                "before)"));
  EXPECT_THAT(text, HasSubstr("| c1 | refuted | 90 % | 5,000 | 250 | 0.01 | "));
  EXPECT_THAT(text, HasSubstr("| c1 | refuted | 60 % | 1,000 | 50 | not known | "));
  const auto page = html_index(rows);
  keep_for_people("models-index.html", page);
  for (const auto* part : {"<th scope=\"col\">USD</th>", "5,000<span class=\"unit\"> tokens in",
                           "<tfoot>", "over 0.01<span"})
    EXPECT_THAT(page, HasSubstr(part));
  EXPECT_THAT(demo_index(), Not(HasSubstr("Tokens in")));
}

}  // namespace
}  // namespace assay::report::test
