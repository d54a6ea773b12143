#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "report/prose.h"
#include "report/view.h"

// Prose as lines of text. In both formats a reference to a picture is words that a reader
// understands: `picture 2 (of E3)`.
namespace assay::report {

// Markdown: each paragraph in one line with an empty one between, citations as links to the
// headings of the evidence. No text in it becomes markup but by what the prose says of its look.
std::string prose_as_markdown(const Prose& prose, const ReportView& view);

// The same as one line, for an item of a list.
std::string prose_as_markdown_line(const Prose& prose, const ReportView& view);

// For a terminal: citations as `[E1]`, links as their words with the address behind them.
std::string prose_as_text(const Prose& prose, const ReportView& view);

// `[E12](#e12)`: a link to the heading of the item in the Markdown report; the ID as text where it
// is none of Assay's.
std::string markdown_reference(std::string_view id);

}  // namespace assay::report
