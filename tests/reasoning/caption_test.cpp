#include "reasoning/extractive/caption.h"

#include <gtest/gtest.h>

#include <string>

#include "reasoning/extractive/credits.h"
#include "reasoning/extractive/place_names.h"
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
      {"Elon Musk with Ghislaine Maxwell at a party in 2014",
       {"Elon Musk with Talulah Riley at a party in 2014"}},
      {"Das Bild zeigt Olaf Scholz beim Oktoberfest in München.",
       {"Der Schauspieler Til Schweiger beim Oktoberfest in München"}},
      {"A burning car in Birmingham, England", {"A burning car in Birmingham, Alabama"}},
      {"An explosion near the Pentagon on 22 May 2023",
       {"AI-generated image of an explosion near the Pentagon, shared on 22 May 2023"}},
      {"Die aktuelle Lage in Valencia: Autos treiben durch die Straßen",
       {"Autos treiben durch die Straßen von Valencia", "2019-09-13"},
       "2024-11-01"},
      {"Flooded streets in Jakarta",
       {"Flooded streets in Jakarta, January 2013", "2013-01-17"},
       "2020-01-03"},
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
      {"President Macron visits the food market in Rungis.",
       {"Emmanuel Macron at the Rungis food market near Paris"}},
      {"A protest on Independence Square in Kyiv in February 2014",
       {"A protest on Independence Square in Kiev, 18 February 2014", "2014-02-19"}},
      {"Nelson Mandela, who died on 5 December 2013, greets a crowd in Soweto in February 1990.",
       {"Nelson Mandela greets a crowd in Soweto, 13 February 1990.", "1990-02-14"}},
      {"Greta Thunberg speaks at the UN Climate Action Summit in New York.",
       {"Greta Thunberg speaks at the Climate Action Summit in New York, Sept. 23, 2019.",
        "2019-09-23"},
       "2023-05-02"},
      {"Cette photo montre l'incendie de Notre-Dame de Paris le 15 avril 2019.",
       {"Notre-Dame en flammes, à Paris, le 15 avril 2019.", "2019-04-16",
        "L'incendie de la cathédrale"}},
      {"Das Foto zeigt das Hochwasser in Passau im Juni 2013.",
       {"Hochwasser in der Altstadt von Passau am 3. Juni 2013"}},
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

TEST(Caption, APhotographerIsNotInThePicture) {
  for (const auto* caption : {"A flooded street in Jakarta. Photo: Maria Lopez/Reuters",
                              "A flooded street in Jakarta. (Maria Lopez/AFP)",
                              "A flooded street in Jakarta | © M. Lopez",
                              "Photo by Maria Lopez. A flooded street in Jakarta",
                              "A flooded street in Jakarta. Maria Lopez/Getty Images"}) {
    const auto reading = read("Joko Widodo walks through a flooded street in Jakarta.", {caption});
    EXPECT_LT(reading.contradicts, 0.1) << caption << told({caption, {caption}}, reading);
    EXPECT_TRUE(reading.grounded);
  }
}

TEST(Credits, AreCutAndNothingElse) {
  EXPECT_EQ(without_credit("A street. Photo: M. Lopez"), "A street.");
  EXPECT_EQ(without_credit("A street (Reuters)"), "A street");
  EXPECT_EQ(without_credit("The photo was taken in 1990."), "The photo was taken in 1990.");
  EXPECT_EQ(without_credit("A photo of a credit union in Ohio"),
            "A photo of a credit union in Ohio");
  EXPECT_EQ(without_credit("Reuters' office in London"), "Reuters' office in London");
  EXPECT_EQ(without_credit(""), "");
}

TEST(PlaceNames, AreOneInAllTheirForms) {
  EXPECT_EQ(usual_place_name("kyiv"), usual_place_name("kiew"));
  EXPECT_EQ(usual_place_name("munchen"), "munich");
  EXPECT_EQ(usual_place_name("uk"), usual_place_name("great britain"));
  EXPECT_EQ(usual_place_name("springfield"), "springfield");
}

TEST(Caption, AnOldPictureOfWhatIsStillThereIsNoFraud) {
  const auto reading =
      read("This is the Golden Gate Bridge in San Francisco.",
           {"The Golden Gate Bridge in San Francisco", "2008-05-01"}, "2021-01-01");
  EXPECT_TRUE(backs(reading));
  const Case dated{"This is the Golden Gate Bridge in San Francisco.",
                   {"The Golden Gate Bridge in San Francisco, June 2007", "2007-06-20"},
                   "2021-01-01"};
  const auto other = read(dated.claim, dated.page, dated.made);
  EXPECT_TRUE(backs(other)) << told(dated, other);
}

TEST(Caption, OfHalfTheClaimBacksNothing) {
  const Case cases[] = {
      {"Police officers beat protesters in Nairobi in June 2024",
       {"Police officers play football with children in Nairobi, June 2024"}},
      {"Dead soldiers in Bakhmut in March 2023",
       {"Soldiers celebrate a wedding in Bakhmut, March 2023"}},
      {"Police attack peaceful protesters with gas.",
       {"Protesters attack the police with stones."}},
      {"A cat killed three children in one night.", {"A cat sleeps at night."}},
  };
  for (const auto& one : cases) {
    const auto reading = read(one.claim, one.page);
    EXPECT_LT(reading.supports, 0.45) << told(one, reading);
  }
}

TEST(Caption, AnAsideIsNoDateOfThePicture) {
  const Case cases[] = {
      {"The Palast der Republik in Berlin, which was torn down in 2008",
       {"The Palast der Republik in Berlin in 1986", "1986-10-07"}},
      {"A street in Havana in the 1950s", {"A street in Havana, 1955"}},
  };
  for (const auto& one : cases) {
    const auto reading = read(one.claim, one.page);
    EXPECT_LT(reading.contradicts, 0.1) << told(one, reading);
  }
}

}  // namespace
}  // namespace assay::reasoning::extractive
