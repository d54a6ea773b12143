#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "eval/benchmarks/instance.h"

namespace assay::eval {

// Which claims of a dataset are checked.
struct Selection {
  std::optional<std::size_t> limit;     // that many
  std::optional<std::uint64_t> sample;  // drawn at random with this seed; nothing: the first
  std::vector<std::string> ids;         // these alone; empty: all
};

// Leaves the claims that are selected, in the order of the file: those of the ids first, and of
// them the first `limit`, or as many drawn at random. The same seed over the same claims draws the
// same, on every machine. Throws UsageError for an id that no claim has, and for a sample without a
// limit.
void select(const Selection& selection, Dataset& dataset);

}  // namespace assay::eval
