#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/evidence.h"
#include "assay/core/json.h"

namespace assay::reasoning::prompted {

struct ReadActions {
  std::vector<core::Action> actions;  // each tool that exists, each action once
  std::vector<std::string> left_out;  // what was proposed and can't be done, and why
};

// The actions of a plan's JSON: objects of {tool, argument(s), reason}, or calls as text.
ReadActions read_actions(const core::Json& list, std::span<const core::ToolHelp> tools);

// The calls that stand in a text: web_search("…"), web_search(…), reverse_search([image:1]), in
// backticks or a list or not.
ReadActions read_actions(std::string_view text, std::span<const core::ToolHelp> tools);

}  // namespace assay::reasoning::prompted
