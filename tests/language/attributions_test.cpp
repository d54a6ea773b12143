#include "language/attributions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace assay::language {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

bool attributes_to(const std::string& text, const std::string& name) {
  const auto found = attributions(text);
  return found.size() == 1 && names(found.front(), compact_name(name));
}

TEST(Attributions, SayWhoReportedIt) {
  EXPECT_TRUE(attributes_to("The bridge fell, as the Daily Planet reported.", "The Daily Planet"));
  EXPECT_TRUE(attributes_to("According to DailyPlanet, the bridge fell.", "daily planet"));
  EXPECT_TRUE(attributes_to("It rained. The Daily Planet reports that it fell.", "Daily Planet"));
  EXPECT_TRUE(attributes_to("Laut Tagesblatt ist die Brücke gefallen.", "Das Tagesblatt"));
  EXPECT_TRUE(attributes_to("Selon L'Écho du Val, le pont est tombé.", "L'Écho du Val"));
  EXPECT_TRUE(attributes_to("Según El Correo, el puente cayó.", "El Correo"));
  EXPECT_TRUE(attributes_to("Как сообщает Вестник, мост упал.", "Вестник"));
  EXPECT_TRUE(attributes_to("据晨报报道，桥塌了。", "晨报"));
}

TEST(Attributions, ANameStandsAsAWhole) {
  EXPECT_FALSE(attributes_to("According to the Planetary Society, it fell.", "Planet"));
  EXPECT_FALSE(attributes_to("According to the mayor, it fell.", "Daily Planet"));
  EXPECT_FALSE(attributes_to("According to the mayor, it fell.", ""));
}

TEST(Attributions, AreNotInWhatSomebodySaysForThemselves) {
  EXPECT_THAT(attributions("The bridge fell on Monday. It was old, and nobody was on it."),
              IsEmpty());
  const auto said = attributions("The bridge fell on Monday. The mayor said she was shocked.");
  ASSERT_THAT(said, SizeIs(1));
  EXPECT_FALSE(said[0].certain);
  EXPECT_TRUE(attributions("The mayor told the Globe, as was reported.")[0].certain);
  EXPECT_THAT(attributions(""), IsEmpty());
  EXPECT_THAT(
      attributions("It fell, according to the mayor, and according to the police. According to a "
                   "shop, it did not."),
      SizeIs(2));
}

}  // namespace
}  // namespace assay::language
