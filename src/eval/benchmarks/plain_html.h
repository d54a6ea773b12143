#pragma once
#include <string>
#include <string_view>

namespace assay::eval {

// The text of a fragment of HTML without its tags, the five named and all numeric entities read,
// white space made one space. For cells of tables that hold paragraphs; no reader of pages.
std::string plain_of_html(std::string_view html);

}  // namespace assay::eval
