#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <string_view>
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

// Why a claim of a page was not checked: others come first (`--claims`).
inline constexpr std::string_view beyond_number = "beyond --claims";

// From a page to its claims, each with the page as its context (date, speaker, origin, post and
// pictures of `context`): the first `most`, which are to be checked, and what is left out, the
// further ones among that.
boost::asio::awaitable<core::ContentClaims> claims_of_page(io::RecordFile& record,
                                                           reasoning::StageSet stages,
                                                           reasoning::ExtractInput page,
                                                           core::Claim context, std::size_t most,
                                                           Watch watch);

// A claim of the text that was checked.
struct CheckedClaim {
  core::Verdict verdict = core::Verdict::not_enough_evidence;
  double confidence = 0;
};

// One claim that is refuted refutes the text; a text is supported where all its claims are; with
// conflicting ones it is conflicting; else there is not enough evidence. Confidence: of a refuted
// text that of its surest refuted claim, else of its least sure claim. `unchecked`: further claims,
// of which it says nothing.
core::Overall overall_of(const std::vector<CheckedClaim>& claims, std::size_t unchecked = 0);

}  // namespace assay::procedures
