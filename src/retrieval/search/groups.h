#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "retrieval/passages/table.h"

namespace assay::retrieval {

// Passages that repeat each other, of one table. A group is named after its first passage.
class Groups {
 public:
  explicit Groups(const PassageTable& table);

  // The group's passages beside its first, ascending; mostly none.
  std::span<const std::uint32_t> others(std::uint32_t first) const;

 private:
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> others_;
};

}  // namespace assay::retrieval
