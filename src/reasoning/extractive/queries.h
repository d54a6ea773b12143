#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {

// Something to search for, and why.
struct Query {
  std::string text;
  std::string reason;
};

// The text as a query: white space made single, cut at a word before `limit` bytes.
std::string as_query(std::string_view text, std::size_t limit = 300);

// Searches for what a text (a claim or a part of it) says, the most telling first: its quotations,
// its names with its numbers and dates, its names with its rarest words, its longest words, each
// name by itself. None says the whole text again.
std::vector<Query> targeted_queries(const TextView& text);

// The passages in quotation marks of at least three words, without the marks.
std::vector<std::string> quoted_passages(std::string_view text);

}  // namespace assay::reasoning::extractive
