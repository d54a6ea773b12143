#pragma once
#include <simdjson.h>

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace assay::retrieval {

// Parses one line of JSON after the other. For sources alone: simdjson's header is heavy.
class LineParser {
 public:
  // What it returns is valid until the next call. Throws BadLine where the line is no JSON in
  // UTF-8.
  simdjson::dom::element parse(std::string_view json);

 private:
  struct State {
    simdjson::dom::parser parser;
    std::vector<char> padded;  // simdjson reads a little beyond the end
  };
  std::unique_ptr<State> state_ = std::make_unique<State>();
};

}  // namespace assay::retrieval
