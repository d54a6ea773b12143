#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::vision {

// How a decoder lays out a pixel, 8 bits a channel.
enum class Pixels { gray, gray_alpha, rgb, rgba, rgba_premultiplied, cmyk, cmyk_inverted };
int channels(Pixels pixels);

// Turns rows of pixels into opaque sRGB on white.
class ColourConverter {
 public:
  // `profile` is an ICC profile, or empty for none. One that is broken or of another colour space
  // is ignored, which `notes` then says.
  ColourConverter(Pixels pixels, std::string_view profile, std::vector<std::string>& notes);
  ~ColourConverter();
  ColourConverter(const ColourConverter&) = delete;
  ColourConverter& operator=(const ColourConverter&) = delete;

  // `count` pixels to `count` * 3 bytes; the two don't overlap.
  void convert(const std::uint8_t* from, std::uint8_t* rgb, int count) const;

 private:
  struct Transform;
  void convert_plain(const std::uint8_t* from, std::uint8_t* rgb, int count) const;

  Pixels pixels_;
  std::unique_ptr<Transform> transform_;  // null: sRGB already, or no profile
};

}  // namespace assay::vision
