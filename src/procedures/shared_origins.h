#pragma once
#include <string>
#include <vector>

#include "assay/core/record.h"
#include "io/blobs.h"
#include "language/sketch.h"
#include "procedures/circles.h"

namespace assay::procedures {

// Which items of evidence are no sources of their own: those that share a text with an item before
// them, and those that only cite each other.
class SharedOrigins {
 public:
  // Knows the record's evidence, and the repeats of each item.
  SharedOrigins(const core::Record& record, const io::Blobs& blobs);

  // Of an item that is to be appended, with items before it. It is known from then on.
  std::vector<core::SharedOrigin> add(const core::Evidence& item);

 private:
  struct Known {
    core::Evidence item;
    language::Sketch sketch;
  };
  void know(const core::Evidence& item);
  std::vector<core::SharedOrigin> copies(const Known& item) const;
  std::vector<core::SharedOrigin> circle_of(const std::string& id) const;

  const io::Blobs& blobs_;
  std::vector<Known> known_;
  std::vector<CitedSource> cited_;  // as known_
};

}  // namespace assay::procedures
