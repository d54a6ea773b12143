#include "reasoning/extractive/caption.h"

#include <gtest/gtest.h>

#include <string>

#include "reasoning/pipeline.h"

namespace assay::reasoning::extractive {
namespace {

using testing::Test;

struct Page {
  std::string caption = {};
  const char* published = nullptr;
  std::string title = {};
  std::string alt = {};
  std::string nearby = {};
};

CaptionReading read(const std::string& claim, const Page& page, const char* made = nullptr) {
  core::Claim checked;
  checked.text = core::MultimodalText(claim);
  checked.images.resize(1);
  checked.images[0].number = 1;
  if (made != nullptr) checked.date = core::Date::parse(made);
  core::Evidence evidence;
  evidence.source.title = page.title;
  if (page.published != nullptr) evidence.source.published = core::Date::parse(page.published);
  evidence.source.match.emplace();
  evidence.images.resize(1);
  auto& image = evidence.images[0];
  image.number = 2;
  image.caption = page.caption;
  image.alt = page.alt;
  image.nearby = page.nearby;
  return read_caption(checked, evidence, test::installed_lexicon());
}

bool refutes(const CaptionReading& reading) {
  return reading.contradicts >= 0.5 && reading.supports < reading.contradicts;
}
bool backs(const CaptionReading& reading) {
  return reading.supports >= 0.5 && reading.contradicts < 0.1;
}
bool open(const CaptionReading& reading) {
  return reading.supports < 0.4 && reading.contradicts < 0.4;
}

struct Case {
  std::string claim;
  Page page;
  const char* made = nullptr;
};

std::string told(const Case& one, const CaptionReading& reading) {
  std::string text = one.claim + "\n  " + one.page.caption + "\n  supports " +
                     std::to_string(reading.supports) + " contradicts " +
                     std::to_string(reading.contradicts) +
                     (reading.grounded ? "" : " not grounded") + "\n";
  for (const auto& reason : reading.reasons) text += "  " + reason + "\n";
  return text;
}

TEST(Caption, OfAnotherTimePlaceOrNameRefutes) {
  const Case cases[] = {
      {"This photo shows a North Korean missile rising over Pyongyang on 29 November 2017.",
       {"A Falcon 9 lifts off with the DSCOVR satellite from Cape Canaveral, Florida, on 11 "
        "February "
        "2015.",
        "2015-02-12"}},
      {"Flooded streets in Jakarta in January 2020", {"Flooded streets in Bangkok, October 2011"}},
      {"Flooded streets in Jakarta in January 2020",
       {"Flooded streets in Jakarta", "2013-01-17", "Jakarta under water"}},
      {"Refugees wait at the border of Poland.", {"Refugees wait at the border of Mexico."}},
      {"Angela Merkel visits a hospital in Dresden.",
       {"Ursula von der Leyen visits a hospital in Dresden."}},
      {"Fire destroys the market of Istanbul, 3 May 2021.",
       {"A fire in a market, 12 August 2016", "2016-08-13", "Fire in the bazaar"}},
      {"Riots in Paris today", {"Riots in Paris after the match", "2016-06-11"}, "2023-07-01"},
      {"Demonstranten in Berlin am 1. Mai 2023",
       {"Demonstranten in Hamburg am 7. Juli 2017", "2017-07-08", "Proteste gegen den Gipfel"}},
      {"An explosion in Kharkiv, Ukraine",
       {"", "2015-08-13", "Explosion in Tianjin, China", "", ""}},
  };
  for (const auto& one : cases) {
    const auto reading = read(one.claim, one.page, one.made);
    EXPECT_TRUE(refutes(reading)) << told(one, reading);
    EXPECT_TRUE(reading.grounded) << told(one, reading);
  }
}

TEST(Caption, ThatAgreesBacks) {
  const Case cases[] = {
      {"A Falcon 9 carrying DSCOVR lifts off from Cape Canaveral in February 2015.",
       {"A Falcon 9 lifts off with the DSCOVR satellite from Cape Canaveral, Florida, on 11 "
        "February "
        "2015.",
        "2015-02-12"}},
      {"The photo shows flooded streets in Bangkok in 2011.",
       {"Flooded streets in Bangkok, October 2011"}},
      {"Flooded streets in Thailand", {"Flooded streets in Bangkok, October 2011"}},
      {"Angela Merkel visits a hospital in Dresden.",
       {"Chancellor Merkel during her visit to a hospital in Dresden, Saxony"}},
      {"Protesters in Berlin on 1 May 2023", {"Protesters march in Berlin", "2023-05-01"}},
  };
  for (const auto& one : cases) {
    const auto reading = read(one.claim, one.page, one.made);
    EXPECT_TRUE(backs(reading)) << told(one, reading);
  }
}

TEST(Caption, ThatSaysNothingOfThePictureTakesNoSide) {
  const Case cases[] = {
      {"A missile rises over Pyongyang in November 2017.",
       {"", "2014-03-01", "Buy cheap shoes in Milan: 50 % discount"}},
      {"A missile rises over Pyongyang in November 2017.",
       {"", "2014-03-01", "Wallpapers 2014: cars, beaches, cities"}},
      {"A missile rises over Pyongyang in November 2017.",
       {"Sale: summer shoes from Milan, 50 % off, shop now", "2014-03-01", "Our new shoes"}},
      {"A missile rises over Pyongyang in November 2017.", {"", "2014-03-01", "", "IMG_2034.jpg"}},
      {"A missile rises over Pyongyang in November 2017.", {}},
  };
  for (const auto& one : cases) {
    const auto reading = read(one.claim, one.page, one.made);
    EXPECT_FALSE(reading.grounded) << told(one, reading);
    EXPECT_TRUE(open(reading)) << told(one, reading);
  }
}

TEST(Caption, WithoutTheClaimsPlaceOrDateSettlesNothing) {
  const auto reading = read("Flooded streets in Jakarta in January 2020", {"A flooded street"});
  EXPECT_TRUE(reading.grounded);
  EXPECT_LT(reading.supports, 0.5);
  EXPECT_LT(reading.contradicts, 0.1);
}

TEST(Caption, AnOldPictureOfWhatIsStillThereIsNoFraud) {
  const auto reading =
      read("This is the Golden Gate Bridge in San Francisco.",
           {"The Golden Gate Bridge in San Francisco", "2008-05-01"}, "2021-01-01");
  EXPECT_TRUE(backs(reading));
}

}  // namespace
}  // namespace assay::reasoning::extractive
