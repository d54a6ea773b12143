// A libFuzzer target of one decoder: ASSAY_FUZZ_DECODER is its name (decode_jpeg, …).
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string_view>

#include "vision/codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  vision::DecodeLimits limits;
  limits.pixels = 1 << 18;
  limits.memory = 16 << 20;
  // The last byte chooses whether the decoder scales, so that both ways are taken.
  limits.max_side = size > 0 && data[size - 1] % 2 == 1 ? 32 : 0;
  try {
    const auto coded =
        vision::ASSAY_FUZZ_DECODER({reinterpret_cast<const char*>(data), size}, limits);
    const auto& picture = coded.picture;
    if (picture.rgb.size() !=
        static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) * 3)
      std::abort();
  } catch (const vision::Undecodable&) {
  } catch (const std::bad_alloc&) {
  }
  return 0;
}
