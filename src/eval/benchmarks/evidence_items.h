#pragma once
#include <vector>

#include "assay/core/json.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/instance.h"

namespace assay::eval {

// The list `evidence` of a claim: {id, text, url, title, date or published, images}. An item
// without an id is named `evidence-N`. Throws InputError for one that is no object, or whose id an
// earlier one has; a date that can't be read is noted.
std::vector<GoldEvidence> evidence_items(const core::Json& claim, DatasetBuilder& builder);

}  // namespace assay::eval
