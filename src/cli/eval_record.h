#pragma once
#include <string>

#include "assay/core/label_space.h"
#include "assay/core/record.h"
#include "eval/run/claim_run.h"

namespace assay::cli {

// What the record of a finished check comes to in an evaluation: the label, where the model gave
// one that could be read; the evidence as pairs of question and answer (what was searched for, and
// what the source says of it), cited items first; what it took.
eval::ClaimRun claim_run_of(const core::Record& record, const core::LabelSpace& labels);

}  // namespace assay::cli
