#pragma once
#include "assay/core/date.h"

namespace assay::io {

// Where the time comes from. Passed in, so that a record shows the times it was made at and a test
// or a replay can set them. Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual core::Timestamp now() const = 0;
};

class SystemClock : public Clock {
 public:
  core::Timestamp now() const override;
};

}  // namespace assay::io
