#pragma once
#include <span>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "assay/core/label_space.h"
#include "eval/classification.h"
#include "eval/score/claim_score.h"

namespace assay::eval {

// The claims whose right label is known, as outcomes; what was not answered has an empty label.
std::vector<Outcome> outcomes_of(std::span<const ClaimScore> claims);
// Of those alone that were given a label.
std::vector<Outcome> given_outcomes_of(std::span<const ClaimScore> claims);

std::vector<std::string> names_of(const core::LabelSpace& labels);

// {claims, accuracy, macro_f1} of the outcomes.
core::Json short_scores(std::span<const Outcome> outcomes, const core::LabelSpace& labels);

}  // namespace assay::eval
