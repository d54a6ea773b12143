#pragma once
#include <string>

#include "assay/core/json.h"

namespace assay::eval {

// `b is better by 3.0 points (95 %: 1.0 to 5.1; p = 0.004)`.
std::string difference_words(const core::Json& pair);
// `McNemar: 12 right in a alone, 30 in b alone, p = 0.008 (exact)`.
std::string mcnemar_words(const core::Json& pair);
// `0.0042`, `under 0.0001`.
std::string probability_text(double p);
// `+3.1`, `-0.4`: of a difference of shares, in points.
std::string points_text(double difference);

}  // namespace assay::eval
