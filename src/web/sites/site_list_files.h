#pragma once
#include <span>
#include <string_view>
#include <utility>

namespace assay::web {

// The names and texts of the lists (*.tsv), compiled in.
std::span<const std::pair<std::string_view, std::string_view>> site_list_files();

}  // namespace assay::web
