#pragma once
#include <string_view>

namespace assay::web {

// Is this short line one of the page's frame, not of its article ("Share this", "Tags: …", "© …")?
bool is_boilerplate_line(std::string_view line);

// Does this short line announce other articles, comments or the like ("Related articles")?
bool is_related_heading(std::string_view line);

}  // namespace assay::web
