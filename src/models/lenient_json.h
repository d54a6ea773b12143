#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/json.h"

namespace assay::models {

struct LenientLimits {
  std::size_t size = 1 << 20;   // bytes of the text
  int depth = 64;               // of objects and arrays in each other
  std::size_t values = 50'000;  // in all
  std::size_t members = 1000;   // of one object
};

// The JSON object or array in a model's answer. Beside JSON itself it reads what models write for
// it: a fence of backticks or prose around it; strings in single, curly or back quotes, with line
// breaks or unescaped quotes inside; names, and words as values, without quotes; commas too many
// or missing; comments; True, False and None.
//
// Where the answer holds several, the last object counts that has all the `wanted` members, else
// the last that has any member, else, where nothing is wanted, the last array. What is cut off is
// not completed: where the text ends inside a value, only an object before it with all that is
// wanted counts. Nothing where there is none, and where the text is over a limit.
std::optional<core::Json> parse_lenient(std::string_view answer,
                                        const std::vector<std::string>& wanted = {},
                                        const LenientLimits& limits = {});

}  // namespace assay::models
