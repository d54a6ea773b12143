#pragma once
#include <span>
#include <string>
#include <string_view>

#include "assay/core/claim.h"

namespace assay::reasoning::prompted {

// Text that somebody else wrote, as data in a prompt: between two marks that it can't contain, and
// with none of its words read as a reference to a picture of the record, but for the pictures that
// are `meant` (a claim's text names its own).
std::string fenced(std::string_view text, std::span<const core::Image> meant = {});

// Does an answer hold the marks of a fence? Then it repeats its prompt.
bool holds_fence(std::string_view answer);

// For a title or a name in a line of a prompt: control characters and line breaks as spaces, at
// most `longest` bytes, cut between characters, no references to pictures.
std::string one_line(std::string_view text, std::size_t longest = 300);

}  // namespace assay::reasoning::prompted
