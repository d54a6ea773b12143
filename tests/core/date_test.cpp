#include "assay/core/date.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>

namespace assay::core {
namespace {

std::string parsed(std::string_view text) {
  const auto date = Date::parse(text);
  return date ? date->to_string() : "none";
}

TEST(Date, ReadsThreeForms) {
  EXPECT_EQ(parsed("2020-10-31"), "2020-10-31");
  EXPECT_EQ(parsed("31-10-2020"), "2020-10-31");
  EXPECT_EQ(parsed("1-2-2020"), "2020-02-01");
  EXPECT_EQ(parsed("2024-11-05T23:59:59Z"), "2024-11-05");
  EXPECT_EQ(parsed("2024-11-05t23:59:59.25+05:30"), "2024-11-05");
  EXPECT_EQ(parsed("2024-11-05 23:59:59-08:00"), "2024-11-05");
  EXPECT_EQ(parsed(" 2024-11-05\n"), "2024-11-05");
  EXPECT_EQ(parsed("2024-02-29"), "2024-02-29");
}

TEST(Date, RefusesWhatIsNone) {
  for (const auto* text :
       {"", "2023-02-29", "2020-13-01", "2020-00-10", "32-1-2020", "2020-1-1", "20-10-31",
        "yesterday", "2020-10-31x", "2020-10-31T", "2020-10-31T25:00:00Z", "2020-10-31T10:00:00",
        "0000-01-01", "31/10/2020", "2020-10-31T10:00:00+0530", "-2020-10-31",
        "2020-10-31T10:00:00.Z"})
    EXPECT_EQ(parsed(text), "none") << text;
}

TEST(Date, Orders) {
  EXPECT_LT(*Date::of(2019, 12, 31), *Date::of(2020, 1, 1));
  EXPECT_EQ(*Date::of(2020, 1, 1), *Date::parse("1-1-2020"));
}

TEST(Date, RoundTrips) {
  EXPECT_TRUE(rc::check("what is written is read again", [] {
    const int year = *rc::gen::inRange(1, 10000);
    const int month = *rc::gen::inRange(1, 13);
    const int day = *rc::gen::inRange(1, 32);
    const auto date = Date::of(year, month, day);
    RC_PRE(date.has_value());
    RC_ASSERT(Date::parse(date->to_string()) == date);
  }));
}

TEST(Timestamp, WritesRfc3339) {
  EXPECT_EQ(Timestamp{0}.to_string(), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(Timestamp{1795956342123}.to_string(), "2026-11-29T12:45:42.123Z");
  EXPECT_EQ(Timestamp{-1}.to_string(), "1969-12-31T23:59:59.999Z");
}

TEST(Timestamp, ReadsOffsets) {
  EXPECT_EQ(Timestamp::parse("1970-01-01T01:00:00+01:00"), Timestamp{0});
  EXPECT_EQ(Timestamp::parse("1970-01-01T00:00:00.5Z"), Timestamp{500});
  EXPECT_FALSE(Timestamp::parse("1970-01-01"));
}

TEST(Timestamp, RoundTrips) {
  EXPECT_TRUE(rc::check("what is written is read again", [] {
    const Timestamp time{*rc::gen::inRange<std::int64_t>(-60'000'000'000'000, 250'000'000'000'000)};
    RC_ASSERT(Timestamp::parse(time.to_string()) == time);
  }));
}

}  // namespace
}  // namespace assay::core
