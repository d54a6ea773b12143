#pragma once
#include <string>

#include "assay/core/evidence.h"

namespace assay::report {

// What kind of site a source is of, for people: `Reliable: a news agency …`; empty where nothing is
// known of it.
std::string site_words(const core::Source& source);

// With which items one is one source, for people: `One source with E1: …`, `E1 and this cite each
// other …`.
std::string origin_words(const core::SharedOrigin& origin);

// Whom a suspicious passage addresses and how, for people; the passage is to be shown behind it.
std::string warning_words(const core::SuspiciousPassage& passage);
// What a listed fact-check says of which claim: `Rated “False” by …`; empty where it is none.
std::string review_words(const core::Source& source);

}  // namespace assay::report
