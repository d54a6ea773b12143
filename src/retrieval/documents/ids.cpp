#include "retrieval/documents/ids.h"

#include <charconv>

#include "io/sha256.h"

namespace assay::retrieval {
namespace {

std::uint64_t hex_number(std::string_view digits) {
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  return value;
}

}  // namespace

IdRegister::Key IdRegister::key_of(std::string_view text) {
  const auto digest = io::sha256(text);
  const std::string_view hex = digest;
  return {hex_number(hex.substr(0, 16)), hex_number(hex.substr(16, 16))};
}

std::optional<std::string> IdRegister::place(const std::string& id, std::string_view digest) {
  const auto content = hex_number(digest.substr(0, 16));
  const auto [found, fresh] = holders_.try_emplace(key_of(id), Holder{content});
  if (fresh) return id;
  if (found->second.digest == content) return std::nullopt;
  for (;;) {
    // A reference would not outlive the insertion below.
    const auto number = holders_[key_of(id)].next++;
    const auto name = id + "#" + std::to_string(number);
    const auto [holder, free] = holders_.try_emplace(key_of(name), Holder{content});
    if (free) return name;
    if (holder->second.digest == content) return std::nullopt;
  }
}

}  // namespace assay::retrieval
