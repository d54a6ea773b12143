#pragma once
#include <string>
#include <vector>

#include "assay/core/claim.h"
#include "assay/core/evidence.h"
#include "reasoning/extractive/lexicon.h"

// A page shows the claim's picture: does what it says of the picture agree with the claim?
namespace assay::reasoning::extractive {

struct CaptionReading {
  // Does the page say anything of what the picture shows? An advertisement or a gallery that uses
  // it does not, and then takes no side.
  bool grounded = false;
  double supports = 0;     // 0 to 1: who, where and when agree
  double contradicts = 0;  // 0 to 1: an older date, another place, another name
  double coverage = 0;     // 0 to 1: of the claim's who, where, when and what
  std::vector<std::string> reasons;
};

// `page`: evidence whose first picture is the claim's, found again (Evidence::source.match). Looks
// at the picture's caption or alternative text; where it has none, at the words around it and the
// page's title, if these have to do with the claim.
CaptionReading read_caption(const core::Claim& claim, const core::Evidence& page,
                            const Lexicon& lexicon);

}  // namespace assay::reasoning::extractive
