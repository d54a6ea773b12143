#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "assay/core/date.h"

namespace assay::retrieval {

struct KnownClaim {
  std::string text;
  std::optional<core::Date> date;  // what was published on that day or later is no evidence
  friend bool operator==(const KnownClaim&, const KnownClaim&) = default;
};
using KnownClaims = std::map<std::string, KnownClaim>;  // by id

// The claims of a benchmark: a JSON list of objects as AVeriTeC and AVerImaTeC have it
// (`id`, else the place in the list from 0; `claim`, `claim_text` or `text`; `claim_date` or
// `date`, as D-M-YYYY or ISO 8601, passed over where it is neither), or one such object a line.
// Throws InputError, which names file and place, for what is none of these, and for an id that
// comes twice.
KnownClaims read_known_claims(const std::filesystem::path& file);

}  // namespace assay::retrieval
