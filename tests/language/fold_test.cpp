#include "language/fold.h"

#include <gtest/gtest.h>

namespace assay::language {
namespace {

TEST(LowerCase, IsUnicodes) {
  EXPECT_EQ(lower_case(""), "");
  EXPECT_EQ(lower_case("The U.S. in 1937"), "the u.s. in 1937");
  EXPECT_EQ(lower_case("ÜBER Größe МОСТ"), "über größe мост");
  EXPECT_EQ(lower_case("ΟΔΟΣ ΟΔΟΣΑ"), "οδος οδοσα");
  EXPECT_EQ(lower_case("\u0130"), "i\u0307");
  EXPECT_EQ(lower_case("\u212A"), "k");
}

// Unlike fold_case() it changes nothing but case.
TEST(LowerCase, KeepsTheRest) {
  EXPECT_EQ(lower_case("ß ﬁ ‘’ Ａ"), "ß ﬁ ‘’ ａ");
  EXPECT_EQ(lower_case("É\xFF"), "é\uFFFD");
}

}  // namespace
}  // namespace assay::language
