#include "cli/worker.h"

#include <unistd.h>

#include "io/worker.h"
#include "vision/decode_job.h"
#include "web/reader.h"

namespace assay::cli {

int run_worker_command() {
  auto jobs = web::reader_jobs();
  jobs.merge(vision::picture_jobs());
  const int status = io::run_worker(jobs, [] {
    web::prepare_reader_jobs();
    vision::prepare_picture_jobs();
  });
  // Not through exit(): what runs there (a leak check, flushing) may want what is locked away.
  ::_exit(status);
}

}  // namespace assay::cli
