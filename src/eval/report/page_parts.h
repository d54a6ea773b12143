#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "report/html/markup.h"

// What the pages of evaluations have in common.
namespace assay::eval {

// The page up to its heading; the document is ended by end_page().
void begin_page(report::Markup& out, std::string_view kicker, std::string_view title);
void end_page(report::Markup& out);

// A plot with its caption. `svg` is the program's own drawing.
void write_figure(report::Markup& out, const std::string& svg, std::string_view caption);

// A table: the heads, then rows of as many cells. The first cell of a row is its head; cells behind
// it are numbers.
void write_table(report::Markup& out, std::string_view caption,
                 const std::vector<std::string>& heads,
                 const std::vector<std::vector<std::string>>& rows);

}  // namespace assay::eval
