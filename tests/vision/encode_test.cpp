#include "vision/encode.h"

#include <gtest/gtest.h>

#include "vision/decode.h"
#include "vision/encoders.h"
#include "vision/scenes.h"

namespace assay {
namespace {

TEST(Encode, WhatIsWrittenReadsBack) {
  const auto picture = test::pattern(90, 60);
  EXPECT_EQ(test::largest_difference(vision::decode(vision::encode_png(picture)).picture, picture),
            0);
  EXPECT_LT(
      test::mean_difference(vision::decode(vision::encode_jpeg(picture, 90)).picture, picture), 3);
  EXPECT_THROW(vision::encode_jpeg({}), std::runtime_error);
  EXPECT_THROW(vision::encode_png({}), std::runtime_error);
}

TEST(Encode, ScalesDownAndNeverUp) {
  const auto picture = test::pattern(300, 200);
  EXPECT_EQ(vision::fitted(picture, 400).width, 300);
  const auto small = vision::fitted(picture, 60);
  EXPECT_EQ(small.width, 60);
  EXPECT_EQ(small.height, 40);
  // Averages are those of the picture.
  const auto mean = [](const vision::Picture& p) {
    double sum = 0;
    for (const auto value : p.rgb) sum += value;
    return sum / static_cast<double>(p.rgb.size());
  };
  EXPECT_NEAR(mean(small), mean(picture), 1.0);
}

TEST(Encode, TenThumbnailsFitIntoAReport) {
  std::size_t sum = 0;
  for (std::uint32_t i = 0; i < 10; ++i) {
    const auto bytes = vision::encode_thumbnail(test::make_scene(i, 1, 1600, 1200));
    EXPECT_LE(bytes.size(), 150'000U);
    EXPECT_LE(vision::decode(bytes).picture.width, 800);
    sum += bytes.size();
  }
  EXPECT_LT(sum * 4 / 3, 2'000'000U);  // as base64
}

}  // namespace
}  // namespace assay
