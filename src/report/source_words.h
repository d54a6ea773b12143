#pragma once
#include <string>

#include "assay/core/evidence.h"

namespace assay::report {

// What kind of site a source is of, for people: `Reliable: a news agency …`; empty where nothing is
// known of it.
std::string site_words(const core::Source& source);

}  // namespace assay::report
