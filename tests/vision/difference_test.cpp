#include "vision/difference.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "vision/image_index.h"
#include "vision/scenes.h"

namespace assay {
namespace {

using vision::Box;

// Intersection over union.
double overlap(const Box& a, const Box& b) {
  const int w = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const int h = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  if (w <= 0 || h <= 0) return 0;
  const double both = static_cast<double>(w) * h;
  return both /
         (static_cast<double>(a.width) * a.height + static_cast<double>(b.width) * b.height - both);
}

struct Compared {
  bool found = false;
  std::vector<vision::Difference> regions;
};

// Finds the query among one picture and compares the two.
Compared compare(const vision::Picture& query, const vision::Picture& original) {
  const auto print = vision::fingerprint(original, vision::FingerprintUse::indexing);
  const auto index = vision::ImageIndex::in_memory({&print, 1});
  const auto matches = index.search(vision::fingerprint(query));
  if (matches.empty()) return {};
  return {true, vision::differences(query, original, matches[0].to_found)};
}

TEST(Difference, NoneWhereOnlyTheFormChanged) {
  int regions = 0;
  for (const auto& edit : test::edits()) {
    if (edit.name == "retouched" || edit.name == "text over it") continue;
    for (std::uint32_t i = 0; i < test::scene_kinds; ++i) {
      const auto original = test::make_scene(i, 2);
      const auto compared = compare(edit.apply(original, i), original);
      EXPECT_TRUE(compared.found) << edit.name << " of " << i;
      regions += !compared.regions.empty();
      if (!compared.regions.empty()) {
        const auto& worst = compared.regions[0];
        std::printf("false difference: %s of %u: %zu regions, %.4f of the area, %.1f\n",
                    edit.name.c_str(), i, compared.regions.size(), worst.share, worst.strength);
      }
    }
  }
  // 128 pairs in all; a strong edit of a busy picture may leave a spot.
  EXPECT_LE(regions, 3);
}

TEST(Difference, OutlinesAnInsertedObject) {
  for (std::uint32_t i = 0; i < test::scene_kinds; ++i) {
    SCOPED_TRACE(i);
    const auto original = test::make_scene(i, 2);
    auto edited = original;
    test::paste_object(edited, 380, 200, 110, 110, i);
    const auto compared =
        compare(test::recompressed(test::brightened(edited, 0.9, 12), 70), original);
    ASSERT_FALSE(compared.regions.empty());
    EXPECT_GT(overlap(compared.regions[0].in_query, {380, 200, 110, 110}), 0.6);
    EXPECT_GT(overlap(compared.regions[0].in_found, {380, 200, 110, 110}), 0.6);
  }
}

TEST(Difference, GivesTheBoxesInBothPicturesCoordinates) {
  const auto original = test::make_scene(1, 4, 1200, 900);
  auto edited = original;
  test::paste_object(edited, 700, 450, 200, 200, 3);
  const auto query = test::resized(test::cropped(edited, 200, 100, 900, 700), 450, 350);
  const auto compared = compare(query, original);
  ASSERT_FALSE(compared.regions.empty());
  EXPECT_GT(overlap(compared.regions[0].in_query, {250, 175, 100, 100}), 0.6);
  EXPECT_GT(overlap(compared.regions[0].in_found, {700, 450, 200, 200}), 0.6);
}

TEST(Difference, OutlinesAddedTextAndARemovedRegion) {
  const auto original = test::make_scene(2, 6);
  auto lettered = original;
  test::write_text(lettered, "STOLEN VOTES", 150, 240, 1.4);
  const auto text = compare(test::recompressed(lettered, 80), original);
  ASSERT_FALSE(text.regions.empty());
  Box all = text.regions[0].in_query;
  for (const auto& region : text.regions) {
    const auto& box = region.in_query;
    const int right = std::max(all.x + all.width, box.x + box.width);
    const int bottom = std::max(all.y + all.height, box.y + box.height);
    all.x = std::min(all.x, box.x);
    all.y = std::min(all.y, box.y);
    all.width = right - all.x;
    all.height = bottom - all.y;
  }
  EXPECT_GT(overlap(all, {148, 206, 330, 44}), 0.45);
  // Somebody painted out of a crowd: the spot is filled with what is beside it.
  auto removed = original;
  for (int y = 300; y < 390; ++y)
    for (int x = 200; x < 280; ++x)
      std::copy_n(original.row(120) + (x - 150) * 3, 3, removed.row(y) + x * 3);
  const auto gone = compare(test::recompressed(removed, 85), original);
  ASSERT_FALSE(gone.regions.empty());
  EXPECT_GT(overlap(gone.regions[0].in_query, {200, 300, 80, 90}), 0.5);
}

TEST(Difference, NothingToCompareIsNoDifference) {
  const auto picture = test::make_scene(0, 0);
  EXPECT_TRUE(vision::differences({}, picture, {}).empty());
  EXPECT_TRUE(vision::differences(picture, picture, {0, 0, 0, 0, 0, 0}).empty());
  EXPECT_TRUE(vision::differences(picture, picture, {1, 0, 5000, 0, 1, 0}).empty());
}

}  // namespace
}  // namespace assay
