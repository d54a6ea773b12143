#pragma once
#include <filesystem>
#include <memory>
#include <string_view>

#include "assay/core/record.h"
#include "io/record_file.h"

namespace assay::cli {

// A check that lies on disk.
struct KeptRun {
  std::shared_ptr<const core::Record> record;
  std::filesystem::path blobs;  // of the claim, or of the batch that it belongs to
};

// The folder of a single check, or of one claim of a batch. Throws InputError where it holds no
// record, or one that is not complete.
KeptRun open_run(const std::filesystem::path& folder, const io::Say& say);

// Everything kept, into another folder; what it has already stays.
void copy_blobs(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace assay::cli
