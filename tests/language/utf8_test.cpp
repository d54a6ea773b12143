#include "language/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace assay::language {
namespace {

TEST(Utf8, ReadsEveryScalarValueThatItWrites) {
  for (char32_t point = 0; point <= 0x10FFFF; ++point) {
    if (point >= 0xD800 && point < 0xE000) continue;
    std::string text;
    append(text, point);
    std::size_t at = 0;
    ASSERT_EQ(decode(text, at), point);
    ASSERT_EQ(at, text.size());
  }
}

TEST(Utf8, TellsGoodFromBad) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("naïve 東京 \xF0\x9F\x98\x80"));
  EXPECT_TRUE(is_utf8("\xEF\xBF\xBD"));       // U+FFFD itself
  EXPECT_FALSE(is_utf8("\x80"));              // continues nothing
  EXPECT_FALSE(is_utf8("a\xC3"));             // cut short
  EXPECT_FALSE(is_utf8("\xC0\xAF"));          // overlong
  EXPECT_FALSE(is_utf8("\xE0\x80\x80"));      // overlong
  EXPECT_FALSE(is_utf8("\xED\xA0\x80"));      // a surrogate
  EXPECT_FALSE(is_utf8("\xF4\x90\x80\x80"));  // beyond U+10FFFF
  EXPECT_FALSE(is_utf8(std::string_view("\xE6\x9D\x80", 2)));
}

TEST(Utf8, RepairsByteByByte) {
  EXPECT_EQ(to_utf8("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(to_utf8("caf\xC3\xA9"), "caf\xC3\xA9");
  EXPECT_TRUE(is_utf8(to_utf8("\xE6\x9D\xC3\xA9\xF0\x9F")));
}

}  // namespace
}  // namespace assay::language
