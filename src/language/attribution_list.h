#pragma once
#include <string_view>

namespace assay::language {

// attributions.tsv, compiled in.
std::string_view attribution_list();

}  // namespace assay::language
