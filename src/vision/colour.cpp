#include "vision/colour.h"

#include <lcms2.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace assay::vision {
namespace {

using Profile = std::unique_ptr<void, cmsBool (*)(cmsHPROFILE)>;
using TransformHandle = std::unique_ptr<void, void (*)(cmsHTRANSFORM)>;

struct Layout {
  cmsColorSpaceSignature space;
  cmsUInt32Number format;
};

Layout layout(Pixels pixels) {
  switch (pixels) {
    case Pixels::gray:
      return {cmsSigGrayData, TYPE_GRAY_8};
    case Pixels::gray_alpha:
      return {cmsSigGrayData, TYPE_GRAYA_8};
    case Pixels::rgb:
      return {cmsSigRgbData, TYPE_RGB_8};
    case Pixels::rgba:
    case Pixels::rgba_premultiplied:
      return {cmsSigRgbData, TYPE_RGBA_8};
    case Pixels::cmyk:
      return {cmsSigCmykData, TYPE_CMYK_8};
    case Pixels::cmyk_inverted:
      return {cmsSigCmykData, TYPE_CMYK_8_REV};
  }
  return {cmsSigRgbData, TYPE_RGB_8};
}

// Most profiles are sRGB under one name or another. Asking the transform itself is surer than any
// name, and spares the work on every pixel.
bool changes_nothing(cmsHTRANSFORM transform) {
  std::vector<std::uint8_t> in;
  for (int r = 0; r < 256; r += 51)
    for (int g = 0; g < 256; g += 51)
      for (int b = 0; b < 256; b += 51)
        for (const int value : {r, g, b}) in.push_back(static_cast<std::uint8_t>(value));
  std::vector<std::uint8_t> out(in.size());
  cmsDoTransform(transform, in.data(), out.data(), static_cast<cmsUInt32Number>(in.size() / 3));
  for (std::size_t i = 0; i < in.size(); ++i)
    if (std::abs(in[i] - out[i]) > 2) return false;
  return true;
}

std::uint8_t on_white(unsigned value, unsigned alpha) {
  return static_cast<std::uint8_t>((value * alpha + 255 * (255 - alpha) + 127) / 255);
}
std::uint8_t multiplied_on_white(unsigned value, unsigned alpha) {
  return static_cast<std::uint8_t>(std::min(255U, value + 255 - alpha));
}
std::uint8_t without_ink(unsigned ink, unsigned black) {
  return static_cast<std::uint8_t>((255 - ink) * (255 - black) / 255);
}

}  // namespace

struct ColourConverter::Transform {
  TransformHandle handle{nullptr, &cmsDeleteTransform};
};

int channels(Pixels pixels) {
  switch (pixels) {
    case Pixels::gray:
      return 1;
    case Pixels::gray_alpha:
      return 2;
    case Pixels::rgb:
      return 3;
    default:
      return 4;
  }
}

ColourConverter::ColourConverter(Pixels pixels, std::string_view profile,
                                 std::vector<std::string>& notes)
    : pixels_(pixels) {
  if (profile.empty()) return;
  const auto wanted = layout(pixels);
  const Profile source(
      cmsOpenProfileFromMem(profile.data(), static_cast<cmsUInt32Number>(profile.size())),
      &cmsCloseProfile);
  if (!source) {
    notes.emplace_back("its colour profile is broken and was ignored");
    return;
  }
  if (cmsGetColorSpace(source.get()) != wanted.space) {
    notes.emplace_back("its colour profile is for other colours than it has and was ignored");
    return;
  }
  const Profile target(cmsCreate_sRGBProfile(), &cmsCloseProfile);
  TransformHandle handle(cmsCreateTransform(source.get(), wanted.format, target.get(), TYPE_RGB_8,
                                            INTENT_PERCEPTUAL, 0),
                         &cmsDeleteTransform);
  if (!handle) {
    notes.emplace_back("its colour profile can't be used and was ignored");
    return;
  }
  if (pixels == Pixels::rgb && changes_nothing(handle.get())) return;
  transform_ = std::make_unique<Transform>();
  transform_->handle = std::move(handle);
}

ColourConverter::~ColourConverter() = default;

void ColourConverter::convert(const std::uint8_t* from, std::uint8_t* rgb, int count) const {
  if (!transform_) {
    convert_plain(from, rgb, count);
    return;
  }
  cmsDoTransform(transform_->handle.get(), from, rgb, static_cast<cmsUInt32Number>(count));
  const bool gray = pixels_ == Pixels::gray_alpha;
  const bool premultiplied = pixels_ == Pixels::rgba_premultiplied;
  if (!gray && !premultiplied && pixels_ != Pixels::rgba) return;
  const int step = channels(pixels_);
  for (int i = 0; i < count; ++i) {
    const unsigned alpha = from[i * step + step - 1];
    for (int c = 0; c < 3; ++c) {
      auto& value = rgb[i * 3 + c];
      value = premultiplied ? multiplied_on_white(value, alpha) : on_white(value, alpha);
    }
  }
}

void ColourConverter::convert_plain(const std::uint8_t* from, std::uint8_t* rgb, int count) const {
  if (pixels_ == Pixels::rgb) {
    std::memcpy(rgb, from, static_cast<std::size_t>(count) * 3);
    return;
  }
  const int step = channels(pixels_);
  for (int i = 0; i < count; ++i, from += step, rgb += 3) {
    switch (pixels_) {
      case Pixels::gray:
        rgb[0] = rgb[1] = rgb[2] = from[0];
        break;
      case Pixels::gray_alpha:
        rgb[0] = rgb[1] = rgb[2] = on_white(from[0], from[1]);
        break;
      case Pixels::rgba:
        for (int c = 0; c < 3; ++c) rgb[c] = on_white(from[c], from[3]);
        break;
      case Pixels::rgba_premultiplied:
        for (int c = 0; c < 3; ++c) rgb[c] = multiplied_on_white(from[c], from[3]);
        break;
      case Pixels::cmyk:
        for (int c = 0; c < 3; ++c) rgb[c] = without_ink(from[c], from[3]);
        break;
      case Pixels::cmyk_inverted:
        for (int c = 0; c < 3; ++c) rgb[c] = without_ink(255U - from[c], 255U - from[3]);
        break;
      case Pixels::rgb:
        break;
    }
  }
}

}  // namespace assay::vision
