#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "vision/codec.h"
#include "vision/colour.h"
#include "vision/picture.h"

namespace assay::vision {

// Averages rows of RGB into fewer and shorter ones as they come, so that a large picture that is
// wanted small is never in memory whole.
class RowScaler {
 public:
  RowScaler(Size from, Size to);
  void row(const std::uint8_t* rgb);
  // What has come so far: the last row that is only partly covered is left out.
  Picture finish();

 private:
  struct Span {
    int first;  // of the target
    int last;
    float share;  // of the source that falls on `first`; the rest falls on `last`
  };
  static std::vector<Span> spans(int from, int to);
  void add(const std::vector<float>& line, float share);
  void end_row();

  Size from_;
  Size to_;
  std::vector<Span> columns_;
  std::vector<Span> rows_;
  std::vector<float> line_;
  std::vector<float> sum_;
  int y_ = 0;
  Picture picture_;
  int done_ = 0;
};

// Takes the rows of a picture from top to bottom as a decoder makes them, and makes of them opaque
// sRGB at the wanted size.
class RowSink {
 public:
  // `size`: of what the decoder gives. `wanted`: of the result, no side longer than of `size`.
  RowSink(Size size, Size wanted, Pixels pixels, std::string_view profile,
          std::vector<std::string>& notes);

  // The next row; no more than `size.height`.
  void row(const std::uint8_t* pixels);
  // Of all rows so far.
  Picture finish();

 private:
  Size size_;
  ColourConverter converter_;
  std::vector<std::uint8_t> line_;
  std::unique_ptr<RowScaler> scaler_;  // null: the size stays
  Picture picture_;
  int done_ = 0;
};

}  // namespace assay::vision
