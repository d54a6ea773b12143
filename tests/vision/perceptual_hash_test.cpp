#include "vision/perceptual_hash.h"

#include <gtest/gtest.h>

#include "vision/features.h"
#include "vision/orient.h"
#include "vision/scenes.h"

namespace assay {
namespace {

vision::Fingerprint print_of(const vision::Picture& picture) {
  return vision::fingerprint(picture, vision::FingerprintUse::indexing);
}

TEST(PerceptualHash, StaysNearForEditsAndFarForOthers) {
  for (std::uint32_t i = 0; i < test::scene_kinds; ++i) {
    SCOPED_TRACE(i);
    const auto picture = test::make_scene(i, 0);
    const auto hash = print_of(picture).hashes[0];
    EXPECT_LE(distance(hash, print_of(test::recompressed(picture, 30)).hashes[0]), 24);
    EXPECT_LE(distance(hash, print_of(test::resized(picture, 200, 150)).hashes[0]), 24);
    EXPECT_LE(distance(hash, print_of(test::brightened(picture, 0.8, 10)).hashes[0]), 24);
    EXPECT_GE(distance(hash, print_of(test::make_scene(i + 1, 0)).hashes[0]), 70);
  }
}

TEST(PerceptualHash, KnowsAllEightWaysToTurnAPicture) {
  const auto picture = test::make_scene(1, 3, 400, 400);
  const auto hashes = print_of(picture).hashes;
  for (int orientation = 1; orientation <= 8; ++orientation) {
    SCOPED_TRACE(orientation);
    const auto turned = print_of(vision::oriented(picture, orientation)).hashes[0];
    for (int k = 0; k < 8; ++k) {
      const int bits = distance(turned, hashes[static_cast<std::size_t>(k)]);
      if (k + 1 == orientation)
        EXPECT_LE(bits, 8);
      else
        EXPECT_GE(bits, 50);
    }
  }
}

}  // namespace
}  // namespace assay
