#pragma once
#include <cstddef>
#include <string>
#include <string_view>

// Foreign text in Markdown (CommonMark and GitHub's dialect): what comes out is read as text and
// never as markup, wherever in a line it stands.
namespace assay::report {

// The text in one line (see one_line), every character that could begin markup escaped, also HTML,
// entities, bare addresses that GitHub would link, and what means something at the start of a line;
// isolated where it holds right-to-left characters.
std::string markdown_text(std::string_view text, std::size_t limit = 4000);

// A link with this text where the URL is safe (see safe_link), else the text alone.
std::string markdown_link(std::string_view text, std::string_view url);

}  // namespace assay::report
