#include "io/base64.h"

#include <gtest/gtest.h>

namespace assay::io {
namespace {

TEST(Base64, IsReadInBothAlphabetsWithAndWithoutPadding) {
  EXPECT_EQ(base64_decoded("TWFu"), "Man");
  EXPECT_EQ(base64_decoded("TWE="), "Ma");
  EXPECT_EQ(base64_decoded("TQ"), "M");
  EXPECT_EQ(base64_decoded(" T W\r\nF\tu "), "Man");
  EXPECT_EQ(base64_decoded("-_8="), base64_decoded("+/8"));
  EXPECT_EQ(base64_decoded(""), "");
}

TEST(Base64, AnythingElseIsNone) {
  for (const auto* text : {"T", "TWFuT", "TW=u", "TW!u", "TWF\xC3\xBC", "a.png"})
    EXPECT_EQ(base64_decoded(text), std::nullopt) << text;
}

}  // namespace
}  // namespace assay::io
