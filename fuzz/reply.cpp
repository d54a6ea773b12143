// A libFuzzer target of what a worker answers: a worker that a picture has taken over may say
// anything.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "vision/decode_job.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  vision::DecodeLimits limits;
  limits.pixels = 1 << 18;
  try {
    const auto image = vision::decode_reply({reinterpret_cast<const char*>(data), size}, limits);
    const auto& picture = image.picture;
    if (picture.width <= 0 || picture.height <= 0 ||
        picture.rgb.size() !=
            static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 3)
      std::abort();
    // What was taken can be said again.
    vision::encode_reply(image);
  } catch (const vision::Undecodable&) {
  }
  return 0;
}
