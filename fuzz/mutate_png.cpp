// A PNG whose checksums are wrong is refused before anything is decoded: after each mutation they
// are put right, so that the mutations reach what stands behind them.
#include <zlib.h>

#include <cstddef>
#include <cstdint>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

std::size_t big_endian(const std::uint8_t* at) {
  return std::size_t{at[0]} << 24 | std::size_t{at[1]} << 16 | std::size_t{at[2]} << 8 | at[3];
}

void mend_checksums(std::uint8_t* data, std::size_t size) {
  for (std::size_t at = 8; at + 12 <= size;) {
    const auto length = big_endian(data + at);
    if (length > size - at - 12) return;
    const auto sum = ::crc32(0, data + at + 4, static_cast<uInt>(length + 4));
    for (std::size_t i = 0; i < 4; ++i)
      data[at + 8 + length + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
    at += length + 12;
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  size = LLVMFuzzerMutate(data, size, most);
  if (seed % 16 != 0) mend_checksums(data, size);
  return size;
}
