#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "language/sentences.h"

namespace assay::language {

// A sentence that says that somebody else reported something (`as the Daily Planet reported`).
struct Attribution {
  Span span;                       // of the sentence
  std::vector<std::string> words;  // folded; the name of whoever reported it is among them
  bool certain = true;             // false: a word such as `told`, which may mean something else
};

// Those of the first 200,000 bytes of a text, in their order.
std::vector<Attribution> attributions(std::string_view text);

// A name as attributions hold it: its words, folded and written as one, without a leading article.
std::string compact_name(std::string_view name);

// Does the sentence hold the name: words in a row that, written as one, are the compact name?
bool names(const Attribution& attribution, std::string_view compact_name);

}  // namespace assay::language
