#include "vision/row_sink.h"

#include <algorithm>
#include <cmath>

namespace assay::vision {

// As `to` <= `from`, one source pixel falls on at most two target pixels.
std::vector<RowScaler::Span> RowScaler::spans(int from, int to) {
  std::vector<Span> all(static_cast<std::size_t>(from));
  const double scale = static_cast<double>(to) / from;
  for (int i = 0; i < from; ++i) {
    const double begin = i * scale;
    const double end = (i + 1) * scale;
    const int first = std::min(static_cast<int>(begin), to - 1);
    const int last = std::min(static_cast<int>(std::ceil(end - 1e-9)) - 1, to - 1);
    if (last <= first)
      all[i] = {first, first, static_cast<float>(scale)};
    else
      all[i] = {first, last, static_cast<float>(first + 1 - begin)};
  }
  return all;
}

RowScaler::RowScaler(Size from, Size to)
    : from_(from),
      to_(to),
      columns_(spans(from.width, to.width)),
      rows_(spans(from.height, to.height)),
      line_(static_cast<std::size_t>(to.width) * 3),
      sum_(static_cast<std::size_t>(to.width) * 3),
      picture_(to.width, to.height) {}

void RowScaler::row(const std::uint8_t* rgb) {
  std::fill(line_.begin(), line_.end(), 0.F);
  const auto width = static_cast<float>(to_.width) / static_cast<float>(from_.width);
  for (const auto& span : columns_) {
    float* first = line_.data() + static_cast<std::size_t>(span.first) * 3;
    for (int c = 0; c < 3; ++c) first[c] += static_cast<float>(rgb[c]) * span.share;
    if (span.last != span.first) {
      float* last = line_.data() + static_cast<std::size_t>(span.last) * 3;
      for (int c = 0; c < 3; ++c) last[c] += static_cast<float>(rgb[c]) * (width - span.share);
    }
    rgb += 3;
  }
  const auto& span = rows_[y_++];
  const auto height = static_cast<float>(to_.height) / static_cast<float>(from_.height);
  add(line_, span.share);
  if (span.last != span.first) {
    end_row();
    add(line_, height - span.share);
  }
  const bool ends = y_ == from_.height || rows_[y_].first != span.last;
  if (ends) end_row();
}

void RowScaler::add(const std::vector<float>& line, float share) {
  for (std::size_t i = 0; i < line.size(); ++i) sum_[i] += line[i] * share;
}

void RowScaler::end_row() {
  if (done_ >= to_.height) return;
  auto* out = picture_.row(done_++);
  for (std::size_t i = 0; i < sum_.size(); ++i)
    out[i] = static_cast<std::uint8_t>(std::clamp(sum_[i] + 0.5F, 0.F, 255.F));
  std::fill(sum_.begin(), sum_.end(), 0.F);
}

Picture RowScaler::finish() {
  picture_.height = done_;
  picture_.rgb.resize(static_cast<std::size_t>(done_) * to_.width * 3);
  return std::move(picture_);
}

RowSink::RowSink(Size size, Size wanted, Pixels pixels, std::string_view profile,
                 std::vector<std::string>& notes)
    : size_(size), converter_(pixels, profile, notes) {
  if (wanted.width < size.width || wanted.height < size.height) {
    line_.resize(static_cast<std::size_t>(size.width) * 3);
    scaler_ = std::make_unique<RowScaler>(size, wanted);
  } else {
    picture_ = Picture(size.width, size.height);
  }
}

void RowSink::row(const std::uint8_t* pixels) {
  if (done_ >= size_.height) return;
  if (!scaler_) {
    converter_.convert(pixels, picture_.row(done_++), size_.width);
    return;
  }
  ++done_;
  converter_.convert(pixels, line_.data(), size_.width);
  scaler_->row(line_.data());
}

Picture RowSink::finish() {
  if (scaler_) return scaler_->finish();
  picture_.height = done_;
  picture_.rgb.resize(static_cast<std::size_t>(done_) * size_.width * 3);
  return std::move(picture_);
}

}  // namespace assay::vision
