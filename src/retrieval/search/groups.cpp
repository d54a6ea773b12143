#include "retrieval/search/groups.h"

namespace assay::retrieval {

Groups::Groups(const PassageTable& table) {
  for (std::uint32_t i = 0; i < table.size(); ++i)
    if (const auto first = table.group(i); first != i) others_[first].push_back(i);
}

std::span<const std::uint32_t> Groups::others(std::uint32_t first) const {
  const auto found = others_.find(first);
  return found == others_.end() ? std::span<const std::uint32_t>() : found->second;
}

}  // namespace assay::retrieval
