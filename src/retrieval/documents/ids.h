#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace assay::retrieval {

// Keeps ids unique in one collection. Of documents that are the same in everything the first is
// kept; another document under an id that is taken is kept as `ID#2`, `ID#3`, …
class IdRegister {
 public:
  // The id under which the document with that digest is kept; nothing where it is there already.
  std::optional<std::string> place(const std::string& id, std::string_view digest);

 private:
  // Hashes, for a large collection's ids would fill the memory.
  using Key = std::array<std::uint64_t, 2>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const { return key[0]; }
  };
  struct Holder {
    std::uint64_t digest = 0;
    std::uint32_t next = 2;  // the first number that may be free
  };
  static Key key_of(std::string_view text);

  std::unordered_map<Key, Holder, KeyHash> holders_;
};

}  // namespace assay::retrieval
