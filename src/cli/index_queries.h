#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/core/json.h"

namespace assay::cli {

struct NumberedQuery {
  core::Json id;  // a text or a whole number
  std::string text;
  std::string claim;  // of a knowledge store; empty: not said
};

// Reads {`id`, `query`, `claim`}, one object a line; `claim` is optional, and with it `query`
// (`needs_text`: never). All of them, so that a bad line is known before anything is printed.
// Throws InputError, which names file and line.
std::vector<NumberedQuery> read_queries(const std::filesystem::path& path, bool needs_text);

}  // namespace assay::cli
