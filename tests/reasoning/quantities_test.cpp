#include "reasoning/extractive/quantities.h"

#include <gtest/gtest.h>

#include "reasoning/extractive/dates.h"

namespace assay::reasoning::extractive {
namespace {

Quantity only(std::string_view text, std::string_view language = "en") {
  const auto found = find_quantities(text, language);
  EXPECT_EQ(found.size(), 1U) << text;
  return found.empty() ? Quantity{} : found.front();
}

struct Read {
  const char* text;
  const char* language;
  Dimension dimension;
  double value;
};

class Quantities : public testing::TestWithParam<Read> {};

TEST_P(Quantities, AreReadInTheirBaseUnit) {
  const auto& given = GetParam();
  const auto quantity = only(given.text, given.language);
  EXPECT_EQ(to_string(quantity.dimension), to_string(given.dimension)) << given.text;
  EXPECT_NEAR(quantity.low, given.value, 1e-6 * std::max(1.0, std::abs(given.value))) << given.text;
  EXPECT_EQ(quantity.text,
            std::string(given.text).substr(quantity.begin, quantity.end - quantity.begin));
}

using enum Dimension;
INSTANTIATE_TEST_SUITE_P(
    All, Quantities,
    testing::Values(
        Read{"27%", "en", percent, 27}, Read{"fell by -27.63 per cent", "en", percent, -27.63},
        Read{"27,63 Prozent", "de", percent, 27.63},
        Read{"two thirds of them", "en", percent, 200.0 / 3},
        Read{"half of them", "en", percent, 50}, Read{"百分之五", "zh", percent, 5},
        Read{"75 million people", "en", count, 75e6}, Read{"75,000,000 people", "en", count, 75e6},
        Read{"1.234.567 Menschen", "de", count, 1234567},
        Read{"12,34,567 voters", "en", count, 1234567},
        Read{"1 234 567 человек", "ru", count, 1234567}, Read{"3,5 Millionen", "de", count, 3.5e6},
        Read{"2,5 млн человек", "ru", count, 2.5e6}, Read{"14亿人", "zh", count, 14e8},
        Read{"三百万人", "zh", count, 3e6}, Read{"٢٥ شخصا", "ar", count, 25},
        Read{"2 lakh farmers", "en", count, 2e5},
        Read{"three hundred and fifty-two ships", "en", count, 352},
        Read{"twenty-five ships", "en", count, 25}, Read{"half a million ships", "en", count, 5e5},
        Read{"a million ships", "en", count, 1e6}, Read{"zwölf Schiffe", "de", count, 12},
        Read{"$7.5 million", "en", money, 7.5e6}, Read{"$400m", "en", money, 4e8},
        Read{"Rs. 500", "en", money, 500}, Read{"15 euros", "en", money, 15},
        Read{"30 тысяч рублей", "ru", money, 30000}, Read{"10 miles", "en", length, 16093.44},
        Read{"5km", "en", length, 5000}, Read{"29,032 feet", "en", length, 8848.9536},
        Read{"6300公里", "zh", length, 6.3e6}, Read{"93 tonnes", "en", mass, 93000},
        Read{"843 acres", "en", area, 843 * 4046.8564224},
        Read{"12 square kilometres", "en", area, 12e6}, Read{"100 km/h", "en", speed, 100 / 3.6},
        Read{"212 degrees Fahrenheit", "en", temperature, 100},
        Read{"-40 °F", "en", temperature, -40}, Read{"327.5 °C", "en", temperature, 327.5},
        Read{"48 hours", "en", duration, 172800},
        Read{"a 10-year plan", "en", duration, 10 * 365.25 * 86400},
        Read{"the third time", "en", ordinal, 3}, Read{"the 19th century", "en", ordinal, 19},
        Read{"doubled", "en", factor, 2}, Read{"300 megawatts", "en", power, 3e8}));

TEST(FindQuantities, LeavesNamesAndDatesAlone) {
  for (const auto* text :
       {"COVID-19 spread", "the 5G network", "H1N1 and B52", "on 14 September 2012", "in 1987",
        "it runs 24/7", "the 90s", "2012-09-14"})
    EXPECT_TRUE(find_quantities(text, "en").empty()) << text;
}

TEST(FindQuantities, ReadsRangesAndChanges) {
  const auto range = only("10 to 15 million people");
  EXPECT_TRUE(range.range);
  EXPECT_DOUBLE_EQ(range.low, 10e6);
  EXPECT_DOUBLE_EQ(range.high, 15e6);
  const auto between = only("between 130 and 160 tonnes");
  EXPECT_DOUBLE_EQ(between.low, 130000);
  EXPECT_DOUBLE_EQ(between.high, 160000);
  EXPECT_EQ(find_quantities("from 50,000 to 100,000 cars", "en").size(), 2U);
}

TEST(FindQuantities, ReadsBounds) {
  EXPECT_EQ(only("more than 5 million people").bound, Bound::more);
  EXPECT_EQ(only("at least 20 people").bound, Bound::more);
  EXPECT_EQ(only("20 or more people").bound, Bound::more);
  EXPECT_EQ(only("up to 20 people").bound, Bound::less);
  EXPECT_EQ(only("about 20 people").bound, Bound::about);
  EXPECT_EQ(only("rund 20 Menschen", "de").bound, Bound::about);
  EXPECT_EQ(only("более 20 человек", "ru").bound, Bound::more);
  EXPECT_EQ(only("超过20人", "zh").bound, Bound::more);
  EXPECT_EQ(only("20 people").bound, Bound::exact);
}

struct Pair {
  const char* claimed;
  const char* given;
  bool agree;
};
class Agreement : public testing::TestWithParam<Pair> {};

TEST_P(Agreement, AllowsForRoundingUnitsAndBounds) {
  const auto& pair = GetParam();
  const auto claimed = only(pair.claimed);
  const auto given = only(pair.given);
  ASSERT_TRUE(comparable(claimed, given));
  EXPECT_EQ(agree(claimed, given), pair.agree) << pair.claimed << " / " << pair.given;
}

INSTANTIATE_TEST_SUITE_P(
    All, Agreement,
    testing::Values(
        Pair{"27%", "27.63%", true}, Pair{"27%", "28.4%", false}, Pair{"27%", "29%", false},
        Pair{"40%", "42%", true}, Pair{"80%", "77%", false}, Pair{"75 million", "75,000,000", true},
        Pair{"75 million", "74.6 million", true}, Pair{"75 million", "7.5 million", false},
        Pair{"3 billion", "3 million", false}, Pair{"12 people", "13 people", false},
        Pair{"5,000 people", "4,987 people", true}, Pair{"5,000 people", "4,500 people", false},
        Pair{"about 100 people", "92 people", true}, Pair{"100 people", "92 people", false},
        Pair{"more than 5 million", "6.2 million", true},
        Pair{"more than 5 million", "2.1 million", false},
        Pair{"less than 5 million", "2.1 million", true}, Pair{"10 miles", "16.1 km", true},
        Pair{"42 miles", "42.195 km", false}, Pair{"212 °F", "100 °C", true},
        Pair{"100 °C", "327.5 °C", false}, Pair{"150 tonnes", "between 130 and 160 tonnes", true},
        Pair{"20 tonnes", "between 130 and 160 tonnes", false},
        Pair{"239,000 miles", "384,400 km", true}, Pair{"eight legs", "8 legs", true},
        Pair{"a third of them", "33%", true}, Pair{"the seventh", "the eighth", false},
        Pair{"$750", "$750", true}, Pair{"-27%", "27%", true}));

TEST(Comparable, NeedsTheSameKind) {
  EXPECT_FALSE(comparable(only("27%"), only("27 people")));
  EXPECT_FALSE(comparable(only("$5"), only("5 euros")));
  EXPECT_FALSE(comparable(only("5 km"), only("5 kg")));
  EXPECT_TRUE(comparable(only("5 km"), only("3 miles")));
}

TEST(Distance, IsAShareOfTheLarger) {
  EXPECT_DOUBLE_EQ(distance(only("50 people"), only("100 people")), 0.5);
  EXPECT_DOUBLE_EQ(distance(only("0 people"), only("0 people")), 0);
}

TEST(FindQuantities, SurvivesNonsense) {
  EXPECT_TRUE(find_quantities("", "en").empty());
  EXPECT_NO_THROW(find_quantities("$ % - . , °", "en"));
  EXPECT_NO_THROW(find_quantities(std::string(5000, '9'), "en"));
  EXPECT_NO_THROW(find_quantities("\xff\xfe 12 \x80", "en"));
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "1,2-3 to ";
  EXPECT_NO_THROW(find_quantities(many, "en"));
}

TEST(FindDates, ReadsManyForms) {
  struct Form {
    const char* text;
    int year;
    int month;
    int day;
  };
  for (const auto& form :
       {Form{"on 14 September 2012", 2012, 9, 14}, Form{"September 14, 2012", 2012, 9, 14},
        Form{"Sept. 14, 2012", 2012, 9, 14}, Form{"14th of September 2012", 2012, 9, 14},
        Form{"2012-09-14", 2012, 9, 14}, Form{"14.09.2012", 2012, 9, 14},
        Form{"am 14. September 2012", 2012, 9, 14}, Form{"14 сентября 2012 года", 2012, 9, 14},
        Form{"2012年9月14日", 2012, 9, 14}, Form{"September 2012", 2012, 9, 0},
        Form{"14 September", 0, 9, 14}, Form{"in 1987", 1987, 0, 0},
        Form{"北京在2008年举办", 2008, 0, 0}, Form{"14 de septiembre de 2012", 2012, 9, 14}}) {
    const auto dates = find_dates(form.text);
    ASSERT_EQ(dates.size(), 1U) << form.text;
    EXPECT_EQ(dates[0].year.value_or(0), form.year) << form.text;
    EXPECT_EQ(dates[0].month.value_or(0), form.month) << form.text;
    EXPECT_EQ(dates[0].day.value_or(0), form.day) << form.text;
  }
}

TEST(FindDates, LeavesCountsAlone) {
  for (const auto* text :
       {"1987 people", "about 2000 ships", "$1999", "they may go", "2012 metres"})
    EXPECT_TRUE(find_dates(text).empty()) << text;
}

TEST(DateMention, AgreesWhereNothingDiffers) {
  const auto date = [](const char* text) { return find_dates(text).at(0); };
  EXPECT_TRUE(agree(date("in 1912"), date("15 April 1912")));
  EXPECT_FALSE(agree(date("in 1915"), date("15 April 1912")));
  EXPECT_FALSE(agree(date("March 1912"), date("15 April 1912")));
  EXPECT_TRUE(comparable(date("in 1915"), date("15 April 1912")));
  EXPECT_FALSE(comparable(date("in 1915"), date("15 April")));
}

}  // namespace
}  // namespace assay::reasoning::extractive
