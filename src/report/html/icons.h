#pragma once
#include <string_view>

#include "assay/core/evidence.h"
#include "assay/core/verdict.h"

// Small drawings in the colour of the text beside them, which always says the same in words.
namespace assay::report {

std::string_view icon(core::Verdict verdict);
std::string_view icon(core::Stance stance);
std::string_view warning_icon();
std::string_view open_icon();  // of a check without a verdict

}  // namespace assay::report
