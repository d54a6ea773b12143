#include "vision/image_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "assay/core/error.h"
#include "support/support.h"
#include "vision/scenes.h"

namespace assay {
namespace {

using vision::fingerprint;
using vision::FingerprintUse;
using vision::ImageIndex;
using vision::ImageIndexBuilder;

// Two of each of the compositions: every picture has a look-alike beside it.
constexpr std::uint32_t compositions = 16;
vision::Picture picture_of(std::uint32_t number) {
  return test::make_scene(number / 2, number % 2);
}
const std::vector<vision::Fingerprint>& prints() {
  static const auto all = [] {
    std::vector<vision::Fingerprint> made;
    for (std::uint32_t i = 0; i < 2 * compositions; ++i)
      made.push_back(fingerprint(picture_of(i), FingerprintUse::indexing));
    return made;
  }();
  return all;
}
const ImageIndex& index() {
  static const auto built = ImageIndex::in_memory(prints());
  return built;
}

class Edited : public testing::TestWithParam<std::size_t> {};

// Of sixteen compositions (thirty-two pictures), every edit finds its picture and no look-alike.
TEST_P(Edited, FindsThePictureAndNoLookAlike) {
  const auto& edit = test::edits()[GetParam()];
  SCOPED_TRACE(edit.name);
  int found = 0;
  for (std::uint32_t i = 0; i < compositions; ++i) {
    const auto target = 2 * i + i % 2;
    const auto matches = index().search(fingerprint(edit.apply(picture_of(target), i)));
    for (const auto& match : matches) EXPECT_EQ(match.picture, target);
    found += !matches.empty();
  }
  EXPECT_GE(found, static_cast<int>(compositions) - 1);
}
INSTANTIATE_TEST_SUITE_P(Every, Edited, testing::Range(std::size_t{0}, test::edits().size()));

TEST(ImageIndex, FindsNothingForPicturesThatAreNotThere) {
  for (std::uint32_t i = 0; i < compositions; ++i) {
    SCOPED_TRACE(i);
    EXPECT_THAT(index().search(fingerprint(test::make_scene(i, 7))), testing::IsEmpty());
  }
  const vision::Picture blank(300, 200);
  EXPECT_THAT(index().search(fingerprint(blank)), testing::IsEmpty());
}

const test::Edit& edit_named(const std::string& name) {
  for (const auto& edit : test::edits())
    if (edit.name == name) return edit;
  throw std::out_of_range(name);
}

vision::ImageMatch only_match(const std::string& edit, std::uint32_t target) {
  const auto matches =
      index().search(fingerprint(edit_named(edit).apply(picture_of(target), target)));
  EXPECT_EQ(matches.size(), 1U) << edit;
  return matches.empty() ? vision::ImageMatch{} : matches.front();
}

// The first stripe, the second, the third.
vision::Picture stripes(const std::array<std::array<std::uint8_t, 3>, 3>& colours) {
  vision::Picture picture(320, 240);
  for (int y = 0; y < 240; ++y)
    for (int x = 0; x < 320; ++x)
      std::copy_n(colours[static_cast<std::size_t>(y / 80)].begin(), 3, picture.row(y) + x * 3);
  test::write_text(picture, "*", 140, 60, 1.5);
  return picture;
}

TEST(ImageIndex, TellsFlagsApartThatDifferInColourAlone) {
  const std::vector<vision::Fingerprint> flags{
      fingerprint(stripes({{{206, 41, 57}, {255, 255, 255}, {206, 41, 57}}}))};
  const auto only = ImageIndex::in_memory(flags);
  EXPECT_EQ(only.search(fingerprint(test::recompressed(
                            stripes({{{206, 41, 57}, {255, 255, 255}, {206, 41, 57}}}), 70)))
                .size(),
            1U);
  EXPECT_THAT(only.search(fingerprint(stripes({{{206, 41, 57}, {255, 255, 255}, {71, 112, 80}}}))),
              testing::IsEmpty());
}

TEST(ImageIndex, TellsPagesOfWordsApart) {
  std::vector<vision::Fingerprint> pages;
  for (std::uint32_t i = 0; i < 6; ++i) pages.push_back(fingerprint(test::make_page(i, 0)));
  const auto all = ImageIndex::in_memory(pages);
  for (std::uint32_t i = 0; i < 6; ++i) {
    SCOPED_TRACE(i);
    const auto same = all.search(fingerprint(test::recompressed(test::make_page(i, 0), 50)));
    ASSERT_EQ(same.size(), 1U);
    EXPECT_EQ(same[0].picture, i);
    EXPECT_THAT(all.search(fingerprint(test::make_page(i, 1))), testing::IsEmpty());
  }
}

TEST(ImageIndex, FindsASmallPictureInAScreenshot) {
  // Much to be seen in the picture, and it takes up a fifth of the screenshot.
  const auto picture = test::make_scene(4, 0, 900, 500);
  const std::vector<vision::Fingerprint> one{fingerprint(picture)};
  const auto inner = test::resized(picture, 450, 250);
  vision::Picture shot(480, 1000);
  std::fill(shot.rgb.begin(), shot.rgb.end(), std::uint8_t{250});
  for (int y = 0; y < inner.height; ++y)
    std::copy_n(inner.row(y), inner.width * 3, shot.row(300 + y) + 15 * 3);
  for (int line = 0; line < 5; ++line)
    test::write_text(shot, "what people write", 20, 60 + line * 45, 0.6);
  const auto print = fingerprint(test::recompressed(shot, 80));
  ASSERT_TRUE(print.inner);
  EXPECT_NEAR(print.inner->top, 300, 8);
  EXPECT_NEAR(print.inner->height, 250, 12);
  const auto matches = ImageIndex::in_memory(one).search(print);
  ASSERT_EQ(matches.size(), 1U);
  EXPECT_NEAR(matches[0].to_found({240, 425}).x, 450, 12);
  EXPECT_NEAR(matches[0].to_found({240, 425}).y, 250, 12);
}

TEST(ImageIndex, SaysHowThePicturesLieOnEachOther) {
  const auto same = only_match("same", 2);
  EXPECT_EQ(same.describe(), "the same picture");
  EXPECT_GT(same.score, 0.9);
  EXPECT_NEAR(same.to_found({100, 200}).x, 100, 2);
  EXPECT_NEAR(same.to_found({100, 200}).y, 200, 2);
  const auto mirrored = only_match("mirrored", 2);
  EXPECT_TRUE(mirrored.mirrored);
  EXPECT_EQ(mirrored.describe(), "the same picture, mirrored");
  EXPECT_NEAR(mirrored.to_found({100, 200}).x, 540, 3);
  const auto half = only_match("half size", 2);
  EXPECT_NEAR(half.to_found({100, 200}).x, 200, 4);
  for (const int degrees : {90, 180, 270}) {
    const auto turned = only_match("rotated by " + std::to_string(degrees) + "°", 2);
    EXPECT_EQ(turned.turned, degrees);
    EXPECT_FALSE(turned.mirrored);
    EXPECT_EQ(turned.describe(), "the same picture, rotated by " + std::to_string(degrees) + "°");
  }
  const auto cropped = only_match("cropped by 30 %", 2);
  EXPECT_NEAR(cropped.found_share, 0.7, 0.06);
  EXPECT_GT(cropped.query_share, 0.95);
  const auto shot = only_match("screenshot", 2);
  EXPECT_NEAR(shot.query_share, 360.0 / 700, 0.06);
  EXPECT_THAT(shot.describe(), testing::HasSubstr("with something around it"));
}

TEST(ImageIndex, WorksForOnePictureAndForNone) {
  const auto one = ImageIndex::in_memory({prints().data(), 1});
  EXPECT_EQ(one.search(fingerprint(picture_of(0))).size(), 1U);
  EXPECT_THAT(one.search(fingerprint(picture_of(5))), testing::IsEmpty());
  EXPECT_THAT(ImageIndex::in_memory({}).search(fingerprint(picture_of(0))), testing::IsEmpty());
}

TEST(ImageIndex, FindsAPictureOfHardlyAnyFeatures) {
  // A sky without clouds, and another.
  const auto gradient = [](int red, int blue) {
    vision::Picture picture(320, 240);
    for (int y = 0; y < 240; ++y)
      for (int x = 0; x < 320; ++x) {
        auto* to = picture.row(y) + x * 3;
        to[0] = static_cast<std::uint8_t>(red + 90 * std::sin(x / 130.0));
        to[1] = static_cast<std::uint8_t>(60 + y / 2);
        to[2] = static_cast<std::uint8_t>(blue + 80 * std::cos((x + y) / 110.0));
      }
    return picture;
  };
  const std::vector<vision::Fingerprint> skies{fingerprint(gradient(100, 100)),
                                               fingerprint(test::make_scene(3, 1))};
  const auto matches = ImageIndex::in_memory(skies).search(
      fingerprint(test::recompressed(test::resized(gradient(100, 100), 200, 150), 70)));
  ASSERT_EQ(matches.size(), 1U);
  EXPECT_EQ(matches[0].picture, 0U);
}

TEST(ImageIndex, TheFileAnswersLikeTheMemory) {
  const test::TempDir folder;
  ImageIndexBuilder builder(folder / "images");
  for (std::uint32_t i = 0; i < prints().size(); ++i) EXPECT_EQ(builder.add(prints()[i]), i);
  builder.finish();
  const auto opened = ImageIndex::open(folder / "images");
  EXPECT_EQ(opened.size(), prints().size());
  const auto again = ImageIndex::open(folder / "images");
  const auto query = fingerprint(test::recompressed(picture_of(9), 60));
  const auto expected = index().search(query);
  ASSERT_EQ(expected.size(), 1U);
  for (const auto* one : {&opened, &again}) {
    const auto matches = one->search(query);
    ASSERT_EQ(matches.size(), 1U);
    EXPECT_EQ(matches[0].picture, 9U);
    EXPECT_EQ(matches[0].inliers, expected[0].inliers);
    EXPECT_DOUBLE_EQ(matches[0].score, expected[0].score);
  }
}

std::string built_file(const test::TempDir& folder) {
  ImageIndexBuilder builder(folder.path());
  for (std::uint32_t i = 0; i < 4; ++i) builder.add(prints()[i]);
  builder.finish();
  return test::read(folder / "pictures.idx");
}

void expect_refused(const test::TempDir& folder, const std::string& bytes, const char* part) {
  test::write(folder / "pictures.idx", bytes);
  try {
    ImageIndex::open(folder.path());
    ADD_FAILURE() << "opened";
  } catch (const core::InputError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(part));
    EXPECT_THAT(error.what(), testing::HasSubstr("pictures.idx"));
  }
}

TEST(ImageIndex, ADamagedFileIsRefusedWhenOpened) {
  const test::TempDir folder;
  const auto bytes = built_file(folder);
  expect_refused(folder, "", "damaged");
  expect_refused(folder, std::string(100, 'x'), "no picture index");
  expect_refused(folder, bytes.substr(0, bytes.size() - 1), "its length");
  expect_refused(folder, bytes + "x", "its length");
  auto newer = bytes;
  newer[8] = 9;
  expect_refused(folder, newer, "version 9");
  auto header = bytes;
  header[16] = 5;  // the number of pictures
  expect_refused(folder, header, "its header");
  EXPECT_THROW(ImageIndex::open(folder / "nowhere"), core::InputError);
}

TEST(ImageIndex, ChangedBytesAreAnErrorOrAWorseAnswerButNoCrash) {
  const test::TempDir folder;
  const auto bytes = built_file(folder);
  const auto query = fingerprint(picture_of(1));
  for (std::size_t i = 0; i < 60; ++i) {
    auto changed = bytes;
    const auto at = i * 104'729 % bytes.size();
    for (std::size_t k = 0; k < 64 && at + k < bytes.size(); ++k)
      changed[at + k] = static_cast<char>(0xFF - k);
    test::write(folder / "pictures.idx", changed);
    try {
      for (const auto& match : ImageIndex::open(folder.path()).search(query))
        EXPECT_LT(match.picture, 4U);
    } catch (const core::InputError&) {
    }
  }
}

TEST(ImageIndex, AnUnfinishedBuildLeavesTheEarlierIndex) {
  const test::TempDir folder;
  const auto before = built_file(folder);
  {
    ImageIndexBuilder builder(folder.path());
    builder.add(prints()[5]);
  }
  EXPECT_EQ(test::read(folder / "pictures.idx"), before);
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    names.insert(entry.path().filename());
  EXPECT_EQ(names, std::set<std::string>{"pictures.idx"});
}

}  // namespace
}  // namespace assay
