#include "io/clock.h"

#include <chrono>

namespace assay::io {

core::Timestamp SystemClock::now() const {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return {std::chrono::duration_cast<std::chrono::milliseconds>(since).count()};
}

}  // namespace assay::io
