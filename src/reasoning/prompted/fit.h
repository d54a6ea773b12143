#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "assay/core/claim.h"
#include "assay/core/evidence.h"
#include "assay/core/stage_results.h"
#include "reasoning/prompted/prompt.h"

namespace assay::reasoning::prompted {

struct Fitted {
  std::vector<core::Evidence> kept;  // in their order
  std::vector<std::string> dropped;  // what was left out, for the record
};

// The items for which there is room: each is kept or dropped whole, with its pictures. The least
// relevant go first, those of the newest turn last. Relevant is what the last development found to
// speak for or against the claim, and then what its search put first.
Fitted fit_evidence(std::vector<core::Evidence> evidence, const core::Development* development,
                    std::int64_t tokens, bool pictures, std::span<const core::Repeat> repeats = {});

struct FittedText {
  std::string text;
  std::vector<std::string> dropped;
};

// The paragraphs of a page for which there is room, those first that share most words with the
// claim, in their order; sentences are left out whole, and a mark says where.
FittedText fit_text(const std::string& text, const core::Claim& claim, std::int64_t tokens);

}  // namespace assay::reasoning::prompted
