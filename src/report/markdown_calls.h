#pragma once
#include <string>

#include "report/calls.h"

namespace assay::report {

// The section on what the models did: what each stage and each model used, which calls failed, and
// what had no room. Empty where no model was called. No text in it becomes markup.
std::string markdown_calls(const CallsView& calls);

}  // namespace assay::report
