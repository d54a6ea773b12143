#pragma once
#include <opencv2/core.hpp>
#include <optional>

namespace assay::vision {

// The part of a picture that is a picture itself: what is left without an even frame, or without
// the bars and lines of words that a screenshot has around it. `gray`: brightness, 8 bit. Nothing
// where that would be nearly all of it, or hardly any.
std::optional<cv::Rect> content_box(const cv::Mat& gray);

}  // namespace assay::vision
