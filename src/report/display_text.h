#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// Text of claims and sources made fit to stand in a report. What comes out is plain text in one
// line: each format then escapes its own special characters.
namespace assay::report {

// One line: white space of any kind and length becomes one space, none at the ends. Control
// characters become U+FFFD; characters that would reorder or isolate text beyond their own run
// (bidirectional embeddings, overrides, isolates) are left out. After `limit` code points the rest
// is cut and marked by an ellipsis.
std::string one_line(std::string_view text, std::size_t limit = 4000);

// Does the text hold characters that are written from right to left?
bool has_right_to_left(std::string_view text);

// The text between U+2068 and U+2069 where it holds right-to-left characters, so that it can't
// reorder what stands beside it; else as it is.
std::string isolated(std::string text);

// The address as it may stand in a link: http or https with a host and no user name, everything
// but RFC 3986's characters percent-encoded. Nothing where it is no such address: then it is shown
// as text.
std::optional<std::string> safe_link(std::string_view url);

}  // namespace assay::report
