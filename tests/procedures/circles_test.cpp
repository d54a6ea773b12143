#include "procedures/circles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace assay::procedures {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

CitedSource source(const std::string& id, const std::string& name, const std::string& text,
                   std::vector<std::string> links = {}) {
  CitedSource one;
  one.id = id;
  one.site = name + ".example";
  one.names = {name};
  one.addresses = {"https://www." + one.site + "/story"};
  one.text = text;
  one.attributions = language::attributions(text);
  for (auto& url : links) one.links.push_back({std::move(url), 0});
  return one;
}

std::vector<std::vector<std::string>> ids(const std::vector<CitedSource>& sources) {
  std::vector<std::vector<std::string>> all;
  for (const auto& circle : circles(sources)) all.push_back(circle.ids);
  return all;
}

CitedSource planet() {
  return source("E1", "planet", "The bridge fell, as the Globe reported. It was old.");
}
CitedSource globe() { return source("E2", "globe", "According to the Planet, the bridge fell."); }

TEST(Circles, TwoThatNameEachOther) {
  const auto found = circles({planet(), globe()});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].ids, ElementsAre("E1", "E2"));
  EXPECT_THAT(found[0].reason,
              HasSubstr("E1 cites E2 (“The bridge fell, as the Globe reported.”)"));
}

TEST(Circles, OfLinksAsWellAsOfNames) {
  const auto one = source("E1", "planet", "The bridge fell, we read.",
                          {"http://globe.example/story/?utm=1#top"});
  EXPECT_THAT(ids({one, globe()}), ElementsAre(ElementsAre("E1", "E2")));
  // A sentence that names nobody speaks of what its paragraph links to.
  const auto reported = source("E1", "planet", "The bridge fell, as was reported. More soon.",
                               {"https://globe.example/other-page"});
  EXPECT_THAT(ids({reported, globe()}), ElementsAre(ElementsAre("E1", "E2")));
  const auto elsewhere = source("E1", "planet", "The bridge fell, as was reported.",
                                {"https://herald.example/other-page"});
  EXPECT_THAT(ids({elsewhere, globe()}), IsEmpty());
}

TEST(Circles, OneWithAnotherOriginBreaksIt) {
  const auto grounded = source("E1", "planet",
                               "The bridge fell, as the Globe reported. According to the fire "
                               "brigade, three lorries were on it.");
  EXPECT_THAT(ids({grounded, globe()}), IsEmpty());
  // Known or not, who cites more than the circle has another origin.
  const auto herald = source("E3", "herald", "The bridge fell. I saw it with my own eyes.");
  const auto both =
      source("E1", "planet", "As the Globe reported, and according to the Herald, it fell.");
  EXPECT_THAT(ids({both, globe(), herald}), IsEmpty());
}

TEST(Circles, OneThatCitesNobodyIsNone) {
  const auto own = source("E1", "planet", "The bridge fell. I saw it with my own eyes.");
  EXPECT_THAT(ids({own, globe()}), IsEmpty());
  EXPECT_THAT(ids({globe()}), IsEmpty());
  EXPECT_THAT(ids({}), IsEmpty());
}

TEST(Circles, OfThreeAndWhoRestsOnThem) {
  const auto one = source("E1", "planet", "As the Globe reported, it fell.");
  const auto two = source("E2", "globe", "According to the Herald, it fell.");
  const auto three = source("E3", "herald", "As the Planet reported, it fell.");
  const auto rests = source("E4", "courier", "As the Herald reported, it fell.");
  EXPECT_THAT(ids({one, two, three, rests}), ElementsAre(ElementsAre("E1", "E2", "E3", "E4")));
  EXPECT_THAT(ids({two, three}), IsEmpty());
  const auto a = source("E5", "tribune", "As the Gazette reported, it fell.");
  const auto b = source("E6", "gazette", "As the Tribune reported, it fell.");
  EXPECT_THAT(ids({one, a, two, b, three}),
              ElementsAre(ElementsAre("E1", "E2", "E3"), ElementsAre("E5", "E6")));
}

TEST(Circles, PagesOfOneSiteAndOfItselfDontCiteEachOther) {
  auto same = globe();
  same.id = "E3";
  same.text = "As the Globe reported, it fell.";
  same.attributions = language::attributions(same.text);
  EXPECT_THAT(ids({globe(), same}), IsEmpty());
  EXPECT_THAT(ids({source("E1", "planet", "As the Planet reported, it fell.",
                          {"https://planet.example/story"})}),
              IsEmpty());
}

}  // namespace
}  // namespace assay::procedures
