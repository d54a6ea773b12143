#pragma once
#include <span>
#include <string_view>
#include <utility>

namespace assay::eval {

// The files under prompts/: each one's name and text.
std::span<const std::pair<std::string_view, std::string_view>> judge_prompts();

}  // namespace assay::eval
