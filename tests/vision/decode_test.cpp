#include "vision/decode.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "vision/encoders.h"
#include "vision/orient.h"
#include "vision/scenes.h"

namespace assay {
namespace {

using test::largest_difference;
using test::mean_difference;
using test::pattern;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using vision::decode;
using vision::DecodeLimits;
using vision::PictureType;

std::string reason(std::string_view bytes, const DecodeLimits& limits = {}) {
  try {
    decode(bytes, limits);
  } catch (const vision::Undecodable& error) {
    return error.what();
  }
  return "decoded";
}

struct Format {
  std::string name;
  std::string bytes;
  PictureType type;
  double loss;  // mean difference that the format may bring
};

std::vector<Format> formats(const vision::Picture& picture) {
  return {{"jpeg", test::jpeg(picture), PictureType::jpeg, 3},
          {"progressive", test::jpeg(picture, {.progressive = true}), PictureType::jpeg, 3},
          {"png", test::png(picture), PictureType::png, 0},
          {"interlaced", test::png(picture, {.interlaced = true}), PictureType::png, 0},
          {"16 bit", test::png(picture, {.sixteen = true}), PictureType::png, 0},
          {"webp", test::webp(picture, false), PictureType::webp, 4},
          {"lossless webp", test::webp(picture, true), PictureType::webp, 0},
          {"gif", test::gif(picture, 1), PictureType::gif, 26},
          {"interlaced gif", test::gif(picture, 1, true), PictureType::gif, 26},
          {"heic", test::heic(picture), PictureType::heic, 4},
          {"avif", test::avif(picture), PictureType::avif, 4},
          {"bmp", test::bmp(picture), PictureType::bmp, 0},
          {"tiff", test::tiff(picture, 8, true), PictureType::tiff, 0},
          {"16 bit tiff", test::tiff(picture, 16, false), PictureType::tiff, 1}};
}

TEST(Decode, EveryFormatGivesThePicture) {
  const auto picture = pattern(150, 98);
  for (const auto& format : formats(picture)) {
    SCOPED_TRACE(format.name);
    const auto image = decode(format.bytes);
    EXPECT_EQ(image.type, format.type);
    EXPECT_EQ(image.original_width, 150);
    EXPECT_EQ(image.original_height, 98);
    EXPECT_TRUE(image.complete);
    EXPECT_THAT(image.notes, IsEmpty());
    EXPECT_LE(mean_difference(image.picture, picture), format.loss);
  }
}

TEST(Decode, ScalesDownWhileDecoding) {
  const auto picture = pattern(600, 400);
  const auto wanted = decode(test::png(picture), {.max_side = 90}).picture;
  EXPECT_EQ(wanted.width, 90);
  EXPECT_EQ(wanted.height, 60);
  for (const auto& format : formats(picture)) {
    SCOPED_TRACE(format.name);
    const auto image = decode(format.bytes, {.max_side = 90});
    EXPECT_EQ(image.original_width, 600);
    EXPECT_LE(mean_difference(image.picture, wanted), format.loss + 2);
  }
}

TEST(Decode, TurnsUprightAsTheCameraSays) {
  const auto picture = pattern(64, 40);
  for (int orientation = 1; orientation <= 8; ++orientation) {
    SCOPED_TRACE(orientation);
    const auto upright = vision::oriented(picture, orientation);
    const auto from_png = decode(test::png(picture, {.exif = test::exif(orientation)}));
    EXPECT_EQ(largest_difference(from_png.picture, upright), 0);
    EXPECT_EQ(from_png.original_width, upright.width);
    const auto from_jpeg = decode(test::jpeg(picture, {.exif = test::exif(orientation)}));
    EXPECT_LT(mean_difference(from_jpeg.picture, upright), 4);
    const auto from_tiff = decode(test::tiff(picture, 8, false, orientation));
    EXPECT_EQ(largest_difference(from_tiff.picture, upright), 0);
  }
  // AVIF turns anticlockwise, in quarters.
  EXPECT_LT(mean_difference(decode(test::avif(picture, 1)).picture, vision::oriented(picture, 8)),
            5);
}

TEST(Decode, ReadsTheDateOfTheCamera) {
  const auto image =
      decode(test::jpeg(pattern(16, 16), {.exif = test::exif(1, "2019:05:06 07:08:09")}));
  ASSERT_TRUE(image.taken);
  EXPECT_EQ(image.taken->to_string(), "2019-05-06");
  EXPECT_FALSE(decode(test::jpeg(pattern(16, 16))).taken);
}

TEST(Decode, AppliesTheColourProfile) {
  vision::Picture red(32, 32);
  for (std::size_t i = 0; i < red.rgb.size(); i += 3) red.rgb[i] = 255;
  const auto profile = test::swapped_profile();
  for (const auto& bytes :
       {test::png(red, {.profile = profile}), test::jpeg(red, {.profile = profile})}) {
    const auto image = decode(bytes);
    EXPECT_THAT(image.notes, IsEmpty());
    EXPECT_LT(image.picture.rgb[0], 40);
    EXPECT_GT(image.picture.rgb[1], 215);
  }
}

TEST(Decode, IgnoresAProfileThatCantBeUsed) {
  const auto picture = pattern(32, 32);
  for (const auto& profile : {std::string(300, 'x'), test::gray_profile()}) {
    const auto image = decode(test::jpeg(picture, {.profile = profile}));
    EXPECT_THAT(image.notes, ElementsAre(HasSubstr("colour profile")));
    EXPECT_LT(mean_difference(image.picture, picture), 4);
    EXPECT_LT(mean_difference(decode(test::png(picture, {.profile = profile})).picture, picture),
              1);
  }
}

TEST(Decode, WhatShinesThroughIsWhite) {
  const auto picture = pattern(40, 30);
  const auto clear = decode(test::png(picture, {.alpha = 0})).picture;
  EXPECT_THAT(clear.rgb, testing::Each(255));
  const auto half = decode(test::png(picture, {.alpha = 128})).picture;
  EXPECT_NEAR(half.rgb[0], (255 + picture.rgb[0]) / 2, 2);
  EXPECT_THAT(decode(test::webp_with_alpha(picture, 0)).picture.rgb, testing::Each(255));
}

TEST(Decode, ReadsGrayAndInk) {
  const auto picture = pattern(60, 44);
  const auto gray = decode(test::gray_jpeg(picture)).picture;
  EXPECT_EQ(gray.rgb[30], gray.rgb[31]);
  EXPECT_NEAR(gray.rgb[30], picture.rgb[30], 8);
  const auto gray_png = decode(test::png(picture, {.sixteen = true, .gray = true, .alpha = 255}));
  EXPECT_EQ(gray_png.picture.rgb[0], gray_png.picture.rgb[2]);
  EXPECT_LT(mean_difference(decode(test::cmyk_jpeg(picture, false, true)).picture, picture), 4);
  EXPECT_LT(mean_difference(decode(test::cmyk_jpeg(picture, true, true)).picture, picture), 4);
  EXPECT_LT(mean_difference(decode(test::cmyk_jpeg(picture, false, false)).picture, picture), 4);
}

TEST(Decode, OfAnimationsTheFirstFrame) {
  const auto picture = pattern(20, 16);
  EXPECT_LT(mean_difference(decode(test::gif(picture, 3)).picture, picture), 27);
  // APNG: an animation control before the pixels, frames behind them.
  auto bytes = test::png(picture);
  const auto control = test::png_chunk("acTL", std::string("\0\0\0\2\0\0\0\0", 8));
  bytes.insert(33, control);
  EXPECT_EQ(largest_difference(decode(bytes).picture, picture), 0);
}

TEST(Decode, ReadsRunLengthBitmaps) {
  const auto image = decode(test::run_length_bmp(300, 4, 7));
  EXPECT_EQ(image.picture.width, 300);
  EXPECT_EQ(image.picture.rgb[0], 0x20);
  EXPECT_EQ(image.picture.rgb[1], 255 - 7);
  EXPECT_EQ(image.picture.rgb[2], 7);
}

TEST(Decode, TheContentDecidesAndNotTheName) {
  EXPECT_EQ(vision::picture_type_of(test::png(pattern(4, 4))), PictureType::png);
  EXPECT_EQ(vision::picture_type_of("BM is how this text begins, no bitmap"), std::nullopt);
  EXPECT_EQ(vision::media_type(PictureType::heic), "image/heic");
  EXPECT_EQ(vision::picture_type_from_media_type("image/jpg"), PictureType::jpeg);
}

// Broken and hostile files.

TEST(BadPicture, SaysWhatItIsNot) {
  EXPECT_EQ(reason(""), "it is empty");
  EXPECT_THAT(reason("<html><body>404 not found</body></html>"), HasSubstr("it is no JPEG"));
  EXPECT_THAT(reason("<svg xmlns='http://www.w3.org/2000/svg'/>"), HasSubstr("SVG"));
  EXPECT_THAT(reason("\xff\xd8\xff\xe0 and nothing more"), HasSubstr("broken JPEG"));
}

TEST(BadPicture, EveryTruncationIsDecidedAndNoneCrashes) {
  for (const auto& format : formats(pattern(72, 56))) {
    SCOPED_TRACE(format.name);
    for (std::size_t size = 0; size < format.bytes.size(); size += 1 + format.bytes.size() / 40) {
      const std::string cut = format.bytes.substr(0, size);
      try {
        const auto image = decode(cut);
        EXPECT_FALSE(image.picture.empty());
        EXPECT_LE(image.picture.height, 56);
        if (!image.complete) {
          EXPECT_FALSE(image.notes.empty());
        }
      } catch (const vision::Undecodable& error) {
        EXPECT_STRNE(error.what(), "");
      }
    }
  }
}

TEST(BadPicture, ABrokenJpegIsUsedUpToTheBreak) {
  const auto picture = pattern(256, 256);
  const auto bytes = test::jpeg(picture);
  const auto image = decode(std::string_view(bytes).substr(0, bytes.size() / 2));
  EXPECT_FALSE(image.complete);
  EXPECT_THAT(image.notes, ElementsAre(HasSubstr("of 256 rows")));
  EXPECT_EQ(image.original_height, 256);
  ASSERT_GT(image.picture.height, 64);
  ASSERT_LT(image.picture.height, 200);
  // What is there is right to the last row.
  auto above = picture;
  above.height = image.picture.height;
  above.rgb.resize(static_cast<std::size_t>(above.height) * 256 * 3);
  EXPECT_LT(mean_difference(image.picture, above), 3);
}

TEST(BadPicture, AJpegWithoutItsEndMarkerIsWhole) {
  auto bytes = test::jpeg(pattern(64, 64));
  bytes.resize(bytes.size() - 2);
  const auto image = decode(bytes);
  EXPECT_EQ(image.picture.height, 64);
}

TEST(BadPicture, AProgressiveJpegIsUsedAsSharpAsItCame) {
  const auto picture = test::make_scene(0, 0, 256, 256);
  const auto bytes = test::jpeg(picture, {.progressive = true});
  const auto image = decode(std::string_view(bytes).substr(0, bytes.size() * 3 / 4));
  EXPECT_FALSE(image.complete);
  EXPECT_EQ(image.picture.height, 256);
  EXPECT_LT(mean_difference(image.picture, picture), 12);
}

// A second frame header with another size, between two scans: libjpeg takes its numbers over before
// it refuses it (found by fuzzing).
TEST(BadPicture, ASecondHeaderInAJpegCantChangeItsSize) {
  auto bytes = test::jpeg(test::make_scene(0, 0, 96, 64), {.progressive = true});
  const auto frame = bytes.find("\xff\xc2");
  ASSERT_NE(frame, std::string::npos);
  auto second = bytes.substr(frame, 19);
  second.replace(5, 4, "\x0e\x04\x14\x03");
  const auto scan = bytes.find("\xff\xda", bytes.find("\xff\xda") + 2);
  ASSERT_NE(scan, std::string::npos);
  bytes.insert(bytes.rfind("\xff\xc4", scan), second);
  const auto image = decode(bytes);
  EXPECT_FALSE(image.complete);
  EXPECT_EQ(image.picture.width, 96);
  EXPECT_EQ(image.picture.height, 64);
}

// A profile whose own header names gigabytes (found by fuzzing).
TEST(BadPicture, AProfileCantNameItsOwnSize) {
  auto profile = test::swapped_profile();
  profile.replace(0, 4, std::string("\x54\0\0\x7a", 4));
  EXPECT_EQ(decode(test::png(pattern(8, 8), {.profile = profile})).picture.width, 8);
}

TEST(BadPicture, RowsAboveTheBreakOfOthersAreUsed) {
  const auto picture = test::make_scene(0, 0, 200, 200);
  // (A TIFF's directory stands behind its pixels mostly, and is lost first.)
  for (const auto& bytes :
       {test::png(picture), test::bmp(picture), test::gif(picture, 1), test::webp(picture, true)}) {
    const auto image = decode(std::string_view(bytes).substr(0, bytes.size() * 6 / 10));
    SCOPED_TRACE(to_string(image.type));
    EXPECT_FALSE(image.complete);
    EXPECT_FALSE(image.notes.empty());
    EXPECT_LT(image.picture.height, 200);
    EXPECT_GT(image.picture.height, 10);
  }
}

TEST(BadPicture, SizesAreCheckedBeforeDecoding) {
  constexpr const char* promise = "60000 x 60000 pixels, more than are decoded";
  EXPECT_THAT(reason(test::png_header(60'000, 60'000, 8, 2)), HasSubstr(promise));
  auto jpeg = test::jpeg(pattern(16, 16));
  const auto frame = jpeg.find("\xff\xc0");
  ASSERT_NE(frame, std::string::npos);
  jpeg.replace(frame + 5, 4, "\xea\x60\xea\x60");
  EXPECT_THAT(reason(jpeg), HasSubstr(promise));
  auto gif = test::gif(pattern(16, 16), 1);
  gif.replace(6, 4, "\x60\xea\x60\xea");
  EXPECT_THAT(reason(gif), HasSubstr(promise));
  auto bmp = test::bmp(pattern(16, 16));
  bmp.replace(18, 8, std::string("\x60\xea\0\0\x60\xea\0\0", 8));
  EXPECT_THAT(reason(bmp), HasSubstr(promise));
  EXPECT_THAT(reason(test::png(pattern(40, 40)), {.pixels = 1000}), HasSubstr("40 x 40 pixels"));
}

TEST(BadPicture, AGifOfTenThousandFramesCostsOne) {
  auto bytes = test::gif(pattern(64, 64), 1);
  bytes.pop_back();  // its end
  const auto frame = bytes.substr(bytes.find(','));
  for (int i = 1; i < 10'000; ++i) bytes += frame;
  bytes += ';';
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(decode(bytes).picture.width, 64);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

// A few kilobytes that inflate to gigabytes: no more than the promised rows is ever inflated.
TEST(BadPicture, APngBombIsRefusedOrStaysSmall) {
  EXPECT_THAT(reason(test::png_header(30'000, 30'000, 16, 6)), HasSubstr("more than are decoded"));
  // A profile that inflates without end is ignored.
  const auto image = decode(test::png(pattern(8, 8), {.profile = std::string(64 << 20, '\0')}));
  EXPECT_EQ(image.picture.width, 8);
}

TEST(BadPicture, AnInterlacedPngNeedsNoMoreMemoryThanAllowed) {
  EXPECT_THAT(reason(test::png(pattern(400, 400), {.interlaced = true}), {.memory = 100'000}),
              HasSubstr("MiB of memory"));
}

TEST(BadPicture, ChangedBytesNeverCrash) {
  for (const auto& format : formats(pattern(48, 40))) {
    SCOPED_TRACE(format.name);
    for (std::size_t i = 0; i < 60; ++i) {
      auto bytes = format.bytes;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto at = (i * 7919 + k * 104729) % bytes.size();
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << (i + k) % 8));
      }
      try {
        const auto image = decode(bytes, {.pixels = 1 << 20, .memory = 16 << 20});
        EXPECT_EQ(image.picture.rgb.size(),
                  static_cast<std::size_t>(image.picture.width) * image.picture.height * 3);
      } catch (const vision::Undecodable&) {
      } catch (const std::bad_alloc&) {
      }
    }
  }
}

}  // namespace
}  // namespace assay
