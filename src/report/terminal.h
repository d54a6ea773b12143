#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

#include "assay/core/record.h"

namespace assay::report {

// The result of a check for a person at a terminal or a log: verdict and confidence, the
// justification, each cited item with its quotations, how it was made, and where the whole report
// lies. Plain text that ends with a line's end; control characters of sources can't reach a
// terminal.
std::string terminal(const core::Record& record, const std::filesystem::path& report);

// The result of a batch: how many claims were completed and failed, how the labels are spread, and
// where results.jsonl lies, which is read for it.
std::string batch_terminal(const std::filesystem::path& results, std::size_t completed,
                           std::size_t failed);

}  // namespace assay::report
