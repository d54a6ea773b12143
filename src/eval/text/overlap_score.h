#pragma once

namespace assay::eval {

// How much two texts share: precision as a share of the text that is judged, recall of its
// reference, F1 their harmonic mean, 0 where both are 0.
struct OverlapScore {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

}  // namespace assay::eval
