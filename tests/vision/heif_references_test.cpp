#include "vision/heif_references.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "vision/encoders.h"

namespace assay {
namespace {

std::string number(std::uint32_t value, int bytes) {
  std::string text;
  while (bytes-- > 0) text += static_cast<char>(value >> (8 * bytes) & 0xFF);
  return text;
}

std::string box(const std::string& type, const std::string& content) {
  return number(static_cast<std::uint32_t>(content.size()) + 8, 4) + type + content;
}

// A file whose items are derived from others: pairs of one and what it is made from.
std::string file(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& made_from) {
  std::string references = number(0, 4);
  for (const auto& [from, to] : made_from)
    references += box("dimg", number(from, 2) + number(1, 2) + number(to, 2));
  return box("ftyp", "heicheic") + box("meta", number(0, 4) + box("iref", references));
}

TEST(HeifReferences, WithoutEndAreSeen) {
  EXPECT_TRUE(vision::derived_without_end(file({{1, 1}})));
  EXPECT_TRUE(vision::derived_without_end(file({{1, 2}, {2, 3}, {3, 1}})));
  EXPECT_TRUE(vision::derived_without_end(file({{7, 8}, {1, 2}, {2, 1}})));
}

TEST(HeifReferences, ThatEndAreNone) {
  EXPECT_FALSE(vision::derived_without_end(file({})));
  EXPECT_FALSE(vision::derived_without_end(file({{1, 2}, {1, 3}, {2, 3}, {3, 4}})));
  EXPECT_FALSE(vision::derived_without_end(test::heic(test::pattern(64, 48))));
}

TEST(HeifReferences, TooManyBehindEachOtherAreWithoutEnd) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> chain;
  for (std::uint32_t i = 1; i < 8; ++i) chain.emplace_back(i, i + 1);
  EXPECT_FALSE(vision::derived_without_end(file(chain)));
  for (std::uint32_t i = 8; i < 30; ++i) chain.emplace_back(i, i + 1);
  EXPECT_TRUE(vision::derived_without_end(file(chain)));
}

TEST(HeifReferences, OfOtherBytesAreNone) {
  const auto whole = file({{1, 2}, {2, 1}});
  for (std::size_t size = 0; size + 8 < whole.size(); ++size)
    (void)vision::derived_without_end(whole.substr(0, size));  // reads nothing beyond the end
  EXPECT_FALSE(vision::derived_without_end(""));
  EXPECT_FALSE(vision::derived_without_end(std::string(100, '\xFF')));
  EXPECT_FALSE(vision::derived_without_end(std::string(100, '\0')));
}

}  // namespace
}  // namespace assay
