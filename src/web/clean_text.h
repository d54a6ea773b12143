#pragma once
#include <string>
#include <string_view>

namespace assay::web {

// Removes what a reader cannot see but a program would read: NUL and other control characters,
// zero-width characters, soft hyphens, marks that turn the writing direction, tag characters. The
// joiners that Arabic, Indic scripts and emoji need stay between their letters. `text` is valid
// UTF-8, and so is the result.
std::string without_invisible(std::string_view text);

// The same, with every run of white space (also Unicode's) made one space, none at the ends.
std::string one_line(std::string_view text);

}  // namespace assay::web
