#pragma once
#include <string>
#include <string_view>

namespace assay::reasoning::prompted {

// Text that somebody else wrote, as data in a prompt: between two marks that it can't contain, and
// with none of its words read as a reference to a picture of the record.
std::string fenced(std::string_view text);

// The same, for text whose references to pictures are meant (the claim's).
std::string fenced_with_pictures(std::string_view text);

// For a title or a name in a line of a prompt: control characters and line breaks as spaces, at
// most `longest` bytes, cut between characters, no references to pictures.
std::string one_line(std::string_view text, std::size_t longest = 300);

}  // namespace assay::reasoning::prompted
