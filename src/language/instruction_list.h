#pragma once
#include <string_view>

namespace assay::language {

// instructions.tsv, compiled in.
std::string_view instruction_list();

}  // namespace assay::language
