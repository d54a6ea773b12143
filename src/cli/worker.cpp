#include "cli/worker.h"

#include <unistd.h>

#include "io/worker.h"
#include "web/reader.h"

namespace assay::cli {

int run_worker_command() {
  const int status = io::run_worker(web::reader_jobs(), [] { web::prepare_reader_jobs(); });
  // Not through exit(): what runs there (a leak check, flushing) may want what is locked away.
  ::_exit(status);
}

}  // namespace assay::cli
