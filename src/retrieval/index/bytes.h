#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

// Reading and writing numbers in the files of an index, which are little-endian.
namespace assay::retrieval {

static_assert(std::endian::native == std::endian::little,
              "the files are used as they lie in memory");

template <class T>
T load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class T>
void store(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Seven bits a byte, the lowest first; the last byte has its high bit clear.
inline void put_varint(std::string& bytes, std::uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  bytes.push_back(static_cast<char>(value));
}

// Reads one, and moves `at` behind it. False where the bytes end before it does, or where it is
// longer than 64 bits.
inline bool take_varint(const char*& at, const char* end, std::uint64_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 64 && at != end; shift += 7) {
    const auto byte = static_cast<unsigned char>(*at++);
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

// The place behind `count` numbers; `end` where there are fewer.
inline const char* skip_varints(const char* at, const char* end, std::uint64_t count) {
  constexpr std::uint64_t high = 0x8080808080808080;
  while (end - at >= 8) {
    const auto ends = static_cast<std::uint64_t>(std::popcount(~load<std::uint64_t>(at) & high));
    if (ends >= count) break;  // the last one ends in these bytes, perhaps before their end
    count -= ends;
    at += 8;
  }
  while (count > 0 && at != end)
    if ((static_cast<unsigned char>(*at++) & 0x80) == 0) --count;
  return at;
}

// 128 numbers of `width` bits each, packed: 16 * width bytes.
inline constexpr std::size_t block_size = 128;
inline constexpr std::size_t packed_bytes(unsigned width) { return block_size / 8 * width; }
// What may be read behind the last packed number.
inline constexpr std::size_t packed_padding = 8;

inline void pack(std::string& bytes, const std::uint32_t* values, unsigned width) {
  std::uint64_t buffer = 0;
  unsigned filled = 0;
  for (std::size_t i = 0; i < block_size; ++i) {
    buffer |= static_cast<std::uint64_t>(values[i]) << filled;
    filled += width;
    while (filled >= 8) {
      bytes.push_back(static_cast<char>(buffer));
      buffer >>= 8;
      filled -= 8;
    }
  }
}

// Reads packed_padding bytes more than are packed. `width` is at most 32.
inline void unpack(const char* bytes, unsigned width, std::uint32_t* values) {
  const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
  std::size_t bit = 0;
  for (std::size_t i = 0; i < block_size; ++i, bit += width)
    values[i] = static_cast<std::uint32_t>(load<std::uint64_t>(bytes + bit / 8) >> bit % 8 & mask);
}

// A checksum that tells damage from health, not friend from foe.
class Checksum {
 public:
  void add(std::string_view bytes) {
    for (; pending_ != 0 && !bytes.empty(); bytes.remove_prefix(1)) add_byte(bytes.front());
    while (bytes.size() >= 8) {
      mix(load<std::uint64_t>(bytes.data()));
      bytes.remove_prefix(8);
    }
    for (const char c : bytes) add_byte(c);
  }
  std::uint64_t value() const {
    Checksum copy = *this;
    copy.mix(copy.word_ ^ static_cast<std::uint64_t>(copy.pending_) << 56);
    return copy.state_;
  }

 private:
  void add_byte(char c) {
    word_ |= static_cast<std::uint64_t>(static_cast<unsigned char>(c)) << (8 * pending_);
    if (++pending_ < 8) return;
    mix(word_);
    word_ = 0;
    pending_ = 0;
  }
  void mix(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9E3779B97F4A7C15;
    state_ ^= state_ >> 29;
  }
  std::uint64_t state_ = 0x243F6A8885A308D3;
  std::uint64_t word_ = 0;
  unsigned pending_ = 0;
};

}  // namespace assay::retrieval
