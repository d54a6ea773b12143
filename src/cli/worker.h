#pragma once

namespace assay::cli {

// `assay worker`: decodes hostile bytes for the program that started it. Not for people; returns
// the exit status.
int run_worker_command();

}  // namespace assay::cli
