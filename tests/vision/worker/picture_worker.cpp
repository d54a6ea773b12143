// `assay worker` with the picture jobs alone, so that the tests of this folder need no other.
#include <unistd.h>

#include "io/worker.h"
#include "vision/decode_job.h"

int main() {
  ::_exit(assay::io::run_worker(assay::vision::picture_jobs(),
                                [] { assay::vision::prepare_picture_jobs(); }));
}
