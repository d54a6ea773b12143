#pragma once
#include <boost/asio/awaitable.hpp>
#include <vector>

#include "assay/core/stage_results.h"
#include "io/record_file.h"
#include "procedures/procedure.h"
#include "reasoning/inputs.h"
#include "reasoning/stage_set.h"

namespace assay::procedures {

// From a text to its claims: what it is about, what it claims, each claim so that it stands for
// itself (all at once), without what is not worth checking and what says nearly the same as one
// before it. A claim has the pictures that its text names, numbered anew from 1. Everything is in
// the record, whose claim is the text.
boost::asio::awaitable<core::ContentClaims> claims_of(io::RecordFile& record,
                                                      reasoning::StageSet stages,
                                                      reasoning::Content content, Watch watch);

// A claim of the text that was checked.
struct CheckedClaim {
  core::Verdict verdict = core::Verdict::not_enough_evidence;
  double confidence = 0;
};

// One claim that is refuted refutes the text; a text is supported where all its claims are; with
// conflicting ones it is conflicting; else there is not enough evidence. Confidence: of a refuted
// text that of its surest refuted claim, else of its least sure claim.
core::Overall overall_of(const std::vector<CheckedClaim>& claims);

}  // namespace assay::procedures
