#pragma once
#include <span>
#include <string_view>
#include <utility>

namespace assay::reasoning::prompted {

// The prompts that come with Assay: the name of each file of src/reasoning/prompts, and its text.
std::span<const std::pair<std::string_view, std::string_view>> prompt_files();

}  // namespace assay::reasoning::prompted
