#pragma once
#include "assay/core/evidence.h"

// What planners are told of the tools, wherever those search: a corpus, a store or the web.
namespace assay::tools {

// What brings the evidence that came with a claim (tools/given_evidence.h). No planner is told.
inline constexpr const char* given_evidence = "given_evidence";

core::ToolHelp web_search_help();
core::ToolHelp image_search_help();
core::ToolHelp reverse_search_help();
core::ToolHelp fact_checks_help();

}  // namespace assay::tools
