#pragma once
#include <string>

#include "assay/core/evidence.h"

namespace assay::report {

// What kind of site a source is of, for people: `Reliable: a news agency …`; empty where nothing is
// known of it.
std::string site_words(const core::Source& source);

// What a listed fact-check says of which claim: `Rated “False” by …`; empty where it is none.
std::string review_words(const core::Source& source);

}  // namespace assay::report
