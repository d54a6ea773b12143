#pragma once
#include <cstddef>
#include <string>

#include "assay/core/evidence.h"
#include "tools/tool.h"
#include "tools/web/means.h"
#include "web/search_provider.h"

// What the searches of the open web share in how they ask a service.
namespace assay::tools {

// A service is asked for more results than are wanted, for some can't be read.
std::size_t asked_for(const WebMeans& means, std::size_t wanted);

// The action's only argument; throws InputError, which says `what` it should be, where it has
// another number of them.
std::string one_argument(const core::Action& action, const char* what);

// Adds what an answer took.
void take_effort(const web::SearchEffort& effort, Findings& findings);

}  // namespace assay::tools
