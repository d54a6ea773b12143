#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/evidence.h"

namespace assay::reasoning::prompted {

// Where a kept text has the sentence that a model says it quotes: the same words in the same
// order, whatever white space, quotation marks and letter case lie between them. Nothing where the
// text has no such place: what a source did not write is no quotation.
std::optional<core::Quotation> find_quotation(std::string_view text, const std::string& blob,
                                              std::string_view wanted);

}  // namespace assay::reasoning::prompted
