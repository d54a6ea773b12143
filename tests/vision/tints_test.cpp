#include "vision/tints.h"

#include <gtest/gtest.h>

#include "vision/scenes.h"

namespace assay {
namespace {

using vision::Affine;
using vision::Picture;
using vision::Tints;

Picture stripes(std::array<std::array<int, 3>, 3> colours) {
  Picture picture(96, 64);
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 96; ++x)
      for (int c = 0; c < 3; ++c)
        picture.row(y)[x * 3 + c] = static_cast<std::uint8_t>(colours[y * 3 / 64][c]);
  return picture;
}

std::optional<double> compare(const Tints& a, const Tints& b, const Affine& map = {}) {
  return vision::tint_agreement(a, b, map, [](vision::Point) { return true; });
}

TEST(Tints, TellStripesOfOneBrightnessApart) {
  const auto hungary = tints_of(stripes({{{206, 41, 57}, {255, 255, 255}, {71, 112, 80}}}));
  const auto austria = tints_of(stripes({{{206, 41, 57}, {255, 255, 255}, {206, 41, 57}}}));
  EXPECT_NEAR(compare(hungary, hungary).value(), 1, 1e-6);
  EXPECT_LT(compare(hungary, austria).value(), 0.5);
}

TEST(Tints, DoNotMindACastOrPalerColours) {
  const auto picture = test::make_scene(2, 0);
  const auto tints = tints_of(picture);
  auto paler = picture;
  for (std::size_t i = 0; i < paler.rgb.size(); i += 3) {
    const int mean = (paler.rgb[i] + paler.rgb[i + 1] + paler.rgb[i + 2]) / 3;
    for (std::size_t c = 0; c < 3; ++c)
      paler.rgb[i + c] = static_cast<std::uint8_t>((paler.rgb[i + c] + mean) / 2);
    paler.rgb[i] = static_cast<std::uint8_t>(std::min(255, paler.rgb[i] + 20));
  }
  EXPECT_GT(compare(tints, tints_of(paler)).value(), 0.9);
}

TEST(Tints, SayNothingOfAGrayPictureOrOfNoOverlap) {
  const auto scene = tints_of(test::make_scene(2, 0));
  EXPECT_FALSE(compare(scene, tints_of(Picture(40, 30))));
  EXPECT_FALSE(compare(scene, scene, {1, 0, 500, 0, 1, 500}));
  EXPECT_FALSE(compare(scene, scene, {0, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace assay
