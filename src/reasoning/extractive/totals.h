#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/evidence.h"

namespace assay::reasoning::extractive {

// A total that the claim names, beside the sum of the parts that the evidence names.
struct TotalCheck {
  bool agrees = false;
  struct Place {
    std::string evidence;  // ID
    std::size_t quotation = 0;
  };
  std::vector<Place> places;  // the quotations that name the parts, each once
  std::string reason;         // "120,000 + 90,000 + 70,000 = 280,000, not 450,000"
};

// Where the claim says what things come to together (total, sum, combined, together) and the
// quotations name at least two quantities of the same kind that are its parts (the name or word
// that goes with each is in the claim), compares their sum. Nothing where a quotation states the
// total itself or the parts are not clear.
std::optional<TotalCheck> compare_totals(std::string_view claim, std::string_view language,
                                         const std::vector<core::Evidence>& evidence);

}  // namespace assay::reasoning::extractive
