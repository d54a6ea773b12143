#include "cli/kept_run.h"

#include <system_error>

#include "assay/core/error.h"
#include "cli/run_folder.h"
#include "io/files.h"

namespace assay::cli {

namespace fs = std::filesystem;

KeptRun open_run(const fs::path& folder, const io::Say& say) {
  const auto file = folder / "record.jsonl";
  std::error_code error;
  if (!fs::exists(file, error))
    throw core::InputError("'" + io::shown(folder) +
                           "' holds no record; name the folder of one check (a claim of a batch "
                           "has its own under claims/)");
  KeptRun run;
  run.record = std::make_shared<const core::Record>(io::load_record(file, say));
  if (!run.record->complete())
    throw core::InputError("the check in '" + io::shown(folder) +
                           "' was not completed; give its command again first");
  run.blobs = blobs_of(folder);
  return run;
}

void copy_blobs(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (!fs::is_directory(from, error)) return;
  io::make_folder(to);
  fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::skip_existing, error);
  if (error)
    throw core::InputError("cannot copy what '" + io::shown(from) + "' keeps: " + error.message());
}

}  // namespace assay::cli
