#pragma once
#include <optional>
#include <string_view>

#include "assay/core/claim.h"
#include "assay/core/evidence.h"
#include "assay/core/stage_results.h"

// What listed fact-checks say: their ratings, read.
namespace assay::reasoning::extractive {

// What a fact-checker's rating says of the claim that was reviewed: supports (`True`, `richtig`),
// contradicts (`False`, `Pants on Fire`, `bulo`), touches (`Half true`, `Unproven`). Nothing where
// it is none of the known words.
std::optional<core::Stance> stance_of_rating(std::string_view rating);

// Is the reviewed claim this one? They share most of what they say, and every number of either.
bool reviews_claim(std::string_view reviewed, std::string_view claim, std::string_view language);

// The finding that the evidence's review makes on the claim; nothing where it is no review of this
// claim, or its rating is not known.
std::optional<core::Finding> read_review(const core::Evidence& evidence, std::string_view claim,
                                         std::string_view language);

}  // namespace assay::reasoning::extractive
