#include "io/descriptors.h"

#include <sys/resource.h>

namespace assay::io {

void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  // Not beyond: whoever closes all descriptors one by one would take long.
  constexpr rlim_t enough = 65'536;
  const rlim_t wanted = limit.rlim_max < enough ? limit.rlim_max : enough;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace assay::io
