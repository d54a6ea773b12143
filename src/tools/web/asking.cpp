#include "tools/web/asking.h"

#include <algorithm>

#include "assay/core/error.h"

namespace assay::tools {
namespace {

constexpr std::size_t spare = 2;
constexpr std::size_t most_asked = 50;

}  // namespace

std::size_t asked_for(const WebMeans& means, std::size_t wanted) {
  return means.asked > 0 ? means.asked : std::min(wanted * spare + 2, most_asked);
}

std::string one_argument(const core::Action& action, const char* what) {
  if (action.arguments.size() != 1 || action.arguments.front().empty())
    throw core::InputError(action.tool + " takes one " + what);
  return action.arguments.front();
}

void take_effort(const web::SearchEffort& effort, Findings& findings) {
  findings.effort.requests += effort.requests;
  if (effort.cost) findings.effort.cost = findings.effort.cost.value_or(0) + *effort.cost;
  if (findings.effort.incomplete.empty()) findings.effort.incomplete = effort.incomplete;
}

}  // namespace assay::tools
