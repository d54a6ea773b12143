#include "vision/content_box.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <opencv2/imgproc.hpp>

#include "vision/features.h"
#include "vision/scenes.h"

namespace assay {
namespace {

cv::Mat gray_of(const vision::Picture& picture) {
  const cv::Mat rgb(picture.height, picture.width, CV_8UC3,
                    const_cast<std::uint8_t*>(picture.rgb.data()));
  cv::Mat gray;
  cv::cvtColor(rgb, gray, cv::COLOR_RGB2GRAY);
  return gray;
}

// The scene at (left, top) of a page of `paper`.
cv::Mat page_with(const cv::Mat& scene, cv::Size size, int left, int top, int paper) {
  cv::Mat page(size, CV_8U, cv::Scalar(paper));
  scene.copyTo(page(cv::Rect({left, top}, scene.size())));
  return page;
}

void expect_near(const cv::Rect& box, const cv::Rect& wanted) {
  EXPECT_NEAR(box.x, wanted.x, 4);
  EXPECT_NEAR(box.y, wanted.y, 4);
  EXPECT_NEAR(box.br().x, wanted.br().x, 4);
  EXPECT_NEAR(box.br().y, wanted.br().y, 4);
}

TEST(ContentBox, IsThePictureInAFrame) {
  const auto scene = gray_of(test::make_scene(2, 0, 320, 240));
  for (const int paper : {0, 128, 255}) {
    const auto box = vision::content_box(page_with(scene, {400, 300}, 40, 30, paper));
    ASSERT_TRUE(box) << paper;
    expect_near(*box, {40, 30, 320, 240});
  }
}

TEST(ContentBox, IsThePictureAmongLinesOfWords) {
  const auto scene = gray_of(test::make_scene(1, 0, 360, 270));
  auto page = page_with(scene, {360, 512}, 0, 110, 255);
  for (const int y : {30, 60, 90, 420, 450, 480})
    cv::putText(page, "words of a post and some more", {10, y}, cv::FONT_HERSHEY_SIMPLEX, 0.6, {20},
                1, cv::LINE_AA);
  const auto box = vision::content_box(page);
  ASSERT_TRUE(box);
  expect_near(*box, {0, 110, 360, 270});
}

TEST(ContentBox, IsThePictureAndNotWhatStandsBesideIt) {
  const auto scene = gray_of(test::make_scene(2, 0, 300, 200));
  auto page = page_with(scene, {512, 320}, 36, 70, 255);
  for (int y = 60; y < 300; y += 30)
    cv::rectangle(page, cv::Rect(390, y, 100, 20), cv::Scalar(225), cv::FILLED);
  const auto box = vision::content_box(page);
  ASSERT_TRUE(box);
  expect_near(*box, {36, 70, 300, 200});
}

TEST(ContentBox, OfAQueryIsWhereThePictureIs) {
  // Far from the middle: a page that is looked at mirrored by mistake has it elsewhere.
  const auto scene = test::make_scene(2, 0, 200, 150);
  vision::Picture page(512, 300);
  std::ranges::fill(page.rgb, 255);
  for (int y = 0; y < scene.height; ++y)
    std::copy_n(scene.row(y), scene.width * 3, page.row(100 + y) + 20 * 3);
  const auto print = vision::fingerprint(page);
  ASSERT_TRUE(print.inner);
  EXPECT_NEAR(print.inner->left, 20, 4);
  EXPECT_NEAR(print.inner->top, 100, 4);
  EXPECT_NEAR(print.inner->width, 200, 8);
}

TEST(ContentBox, IsNothingWhereAllOrNoneIsAPicture) {
  EXPECT_FALSE(vision::content_box(gray_of(test::make_scene(4, 0))));
  EXPECT_FALSE(vision::content_box(cv::Mat(300, 400, CV_8U, cv::Scalar(255))));
  EXPECT_FALSE(vision::content_box(cv::Mat()));
  EXPECT_FALSE(vision::content_box(cv::Mat(1, 1, CV_8U, cv::Scalar(7))));
}

}  // namespace
}  // namespace assay
