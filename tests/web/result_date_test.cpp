#include "web/result_date.h"

#include <gtest/gtest.h>

namespace assay::web {
namespace {

// 2026-11-30T01:30:00Z, a Monday.
const core::Timestamp now = *core::Timestamp::parse("2026-11-30T01:30:00Z");

std::string day(std::string_view text, bool month_first = false) {
  const auto date = result_date(text, now, month_first);
  return date ? date->to_string() : "none";
}

TEST(ResultDate, AbsoluteDatesInAllFormsThatServicesGive) {
  EXPECT_EQ(day("2021-03-03"), "2021-03-03");
  EXPECT_EQ(day("2021-03-03T23:10:00"), "2021-03-03");
  EXPECT_EQ(day("2021-03-03T23:10:00+02:00"), "2021-03-03");
  EXPECT_EQ(day("Wed, 03 Mar 2021 12:00:00 GMT"), "2021-03-03");
  EXPECT_EQ(day("Mar 3, 2021"), "2021-03-03");
  EXPECT_EQ(day("March 3, 2021"), "2021-03-03");
  EXPECT_EQ(day("3 Mar 2021"), "2021-03-03");
  EXPECT_EQ(day("03.03.2021"), "2021-03-03");
  EXPECT_EQ(day("3 mars 2021"), "2021-03-03");
  EXPECT_EQ(day("4/3/2021"), "2021-03-04");
  EXPECT_EQ(day("4/3/2021", true), "2021-04-03");
}

TEST(ResultDate, AgesAreReckonedFromTheClock) {
  EXPECT_EQ(day("3 days ago"), "2026-11-27");
  EXPECT_EQ(day("1 day ago"), "2026-11-29");
  EXPECT_EQ(day("a day ago"), "2026-11-29");
  EXPECT_EQ(day("2 hours ago"), "2026-11-29");  // over midnight
  EXPECT_EQ(day("1 hour ago"), "2026-11-30");
  EXPECT_EQ(day("an hour ago"), "2026-11-30");
  EXPECT_EQ(day("45 minutes ago"), "2026-11-30");
  EXPECT_EQ(day("100 mins ago"), "2026-11-29");
  EXPECT_EQ(day("30 seconds ago"), "2026-11-30");
  EXPECT_EQ(day("2 weeks ago"), "2026-11-16");
  EXPECT_EQ(day("1 month ago"), "2026-10-30");
  EXPECT_EQ(day("9 months ago"), "2026-02-28");  // there is no 30 February
  EXPECT_EQ(day("5 years ago"), "2021-11-30");
  EXPECT_EQ(day("Yesterday"), "2026-11-29");
  EXPECT_EQ(day("today"), "2026-11-30");
  EXPECT_EQ(day("just now"), "2026-11-30");
  EXPECT_EQ(day("3d"), "2026-11-27");
  EXPECT_EQ(day("5 hours"), "2026-11-29");
}

TEST(ResultDate, AgesInOtherLanguages) {
  EXPECT_EQ(day("vor 3 Tagen"), "2026-11-27");
  EXPECT_EQ(day("vor einer Woche"), "2026-11-23");
  EXPECT_EQ(day("Gestern"), "2026-11-29");
  EXPECT_EQ(day("il y a 3 jours"), "2026-11-27");
  EXPECT_EQ(day("il y a 2 ans"), "2024-11-30");
  EXPECT_EQ(day("hace 3 días"), "2026-11-27");
  EXPECT_EQ(day("hace un mes"), "2026-10-30");
  EXPECT_EQ(day("2 giorni fa"), "2026-11-28");
  EXPECT_EQ(day("há 3 dias"), "2026-11-27");
  EXPECT_EQ(day("3 dagen geleden"), "2026-11-27");
}

TEST(ResultDate, WhatIsNoDateIsNone) {
  for (const auto* text :
       {"", "   ", "soon", "ago", "3", "days ago", "99999999999999999999 days ago", "-3",
        "He left 3 days before the vote that nobody had expected to be lost ago", "2021",
        "2021-13-40", "Feb 30, 2021", "\xff\xfe"})
    EXPECT_EQ(day(text), "none") << text;
  EXPECT_EQ(day("100000 years ago"), "none");  // before the first year
  EXPECT_EQ(day(std::string(1'000'000, '7')), "none");
}

TEST(ResultDate, DaysOfPointsInTime) {
  EXPECT_EQ(day_of(now)->to_string(), "2026-11-30");
  EXPECT_EQ(day_of(now, -30)->to_string(), "2026-10-31");
}

}  // namespace
}  // namespace assay::web
