#include "assay/core/record.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>

#include "assay/core/error.h"

namespace assay::core {
namespace {

Entry entry(EntryType type, const Json& value) {
  return {type, Timestamp{1000}, {}, {}, {}, value.dump(), {}};
}

std::string any_text() {
  return *rc::gen::container<std::string>(rc::gen::inRange<char>(' ', '~'));
}

Source any_source() {
  Source source;
  source.document = any_text();
  source.url = any_text();
  source.title = any_text();
  if (*rc::gen::arbitrary<bool>()) source.published = Date::of(2020, *rc::gen::inRange(1, 13), 7);
  if (*rc::gen::arbitrary<bool>())
    source.retrieved = Timestamp{*rc::gen::inRange<std::int64_t>(0, 1'000'000)};
  source.score = *rc::gen::inRange(0, 1000) / 8.0;
  source.text_blob = any_text();
  source.reliability = any_text();
  source.reliability_reason = any_text();
  source.site = any_text();
  if (*rc::gen::arbitrary<bool>()) source.links.push_back({any_text(), 7});
  if (*rc::gen::arbitrary<bool>()) source.suspicious.push_back({any_text(), 3, 9, any_text()});
  return source;
}

Evidence any_evidence() {
  Evidence item;
  item.id = "E" + std::to_string(*rc::gen::inRange(1, 99));
  item.turn = *rc::gen::inRange(1, 4);
  item.action = *rc::gen::inRange<std::size_t>(0, 9);
  item.source = any_source();
  item.takeaways = any_text();
  if (*rc::gen::arbitrary<bool>())
    item.shared_origins.push_back({{any_text(), any_text()}, "circle", any_text()});
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i)
    item.quotations.push_back({any_text(), *rc::gen::inRange<std::size_t>(0, 50), 70, any_text()});
  return item;
}

TEST(Record, EntriesRoundTrip) {
  EXPECT_TRUE(rc::check("an entry read again is the entry", [] {
    Entry before = entry(EntryType::evidence, any_evidence());
    if (*rc::gen::arbitrary<bool>()) {
      before.step = StepKey{any_text(), "2", 1, 3, "embedded", "", any_text()};
      before.inputs = any_text();
      before.started = Timestamp{77};
    }
    const Json written = before;
    const auto after = Json::parse(written.dump()).get<Entry>();
    RC_ASSERT(Json(after) == written);
    RC_ASSERT(after.step == before.step);
    RC_ASSERT(after.value == before.value);
  }));
}

TEST(Source, SaysItsReliabilityOnlyWhereItIsKnown) {
  const Json unknown = Source{};
  EXPECT_FALSE(unknown.contains("reliability"));
  EXPECT_FALSE(unknown.contains("reliability_reason"));
  EXPECT_EQ(unknown.get<Source>().reliability, "");
  Source source;
  source.reliability = "satire";
  source.reliability_reason = "it jokes";
  const auto again = Json(source).get<Source>();
  EXPECT_EQ(again.reliability, "satire");
  EXPECT_EQ(again.reliability_reason, "it jokes");
}

TEST(Record, ViewsFollowEntries) {
  Record record;
  Claim claim;
  claim.id = "c";
  claim.text = MultimodalText("Water boils at 90 °C.");
  record.append(entry(EntryType::start, Json{{"schema", 1}}));
  record.append(entry(EntryType::claim, claim));
  Evidence item;
  item.id = "E1";
  record.append(entry(EntryType::evidence, item));
  record.append(entry(EntryType::judgement, Judgement{Verdict::refuted, "refuted", 0.8, "", {}}));
  record.append(entry(EntryType::justification, Justification{"It boils at 100 °C [E1]."}));
  EXPECT_FALSE(record.complete());
  auto end = entry(EntryType::end, Json::object());
  end.at.milliseconds = 3500;
  record.append(end);
  EXPECT_TRUE(record.complete());
  EXPECT_EQ(record.claim(), claim);
  ASSERT_NE(record.find_evidence("E1"), nullptr);
  EXPECT_EQ(record.find_evidence("E2"), nullptr);
  EXPECT_EQ(record.judgements().back().label, "refuted");
  EXPECT_DOUBLE_EQ(record.seconds(), 2.5);
}

TEST(Record, RefusesAValueOfAnotherShape) {
  Record record;
  EXPECT_THROW(record.append(entry(EntryType::plan, Json{{"actions", 3}})), InputError);
  EXPECT_THROW(record.append(entry(EntryType::judgement, Json{{"verdict", "maybe"}})), InputError);
  EXPECT_THROW(record.append(entry(EntryType::warning, Json::array())), InputError);
  EXPECT_TRUE(record.entries().empty());
}

TEST(Action, WritesItsArguments) {
  EXPECT_EQ((Action{"web_search", {"say \"hi\" \\"}, ""}.to_string()),
            R"(web_search("say \"hi\" \\"))");
  EXPECT_EQ((Action{"reverse_search", {"[image:1]"}, ""}.to_string()), "reverse_search([image:1])");
  EXPECT_EQ((Action{"web_search", {"a"}, "because"}), (Action{"web_search", {"a"}, ""}));
}

}  // namespace
}  // namespace assay::core
