#pragma once
#include <optional>
#include <string>

#include "assay/core/stage_results.h"
#include "reasoning/inputs.h"

namespace assay::reasoning::prompted {

// DEFAME's most frequent failure (section 4.7): a claim about a picture is called supported since
// some picture fits its text. Why the judgement is too early; nothing where it isn't: the claim has
// no pictures, or is not called supported, or each of its own pictures was found, by a search for
// it or among the evidence's pictures, or its one picture (by the development) beside the same one.
std::optional<std::string> premature(const JudgeInput& input, const core::Judgement& judgement);

// Why a verdict of a model that saw no evidence at all must not stand: it is made from memory.
// Nothing where it says no more than that.
std::optional<std::string> unfounded(const core::Judgement& judgement);

}  // namespace assay::reasoning::prompted
