#include "retrieval/documents/line_parser.h"

#include <algorithm>

#include "retrieval/documents/json_lines.h"
#include "retrieval/documents/json_reason.h"

namespace assay::retrieval {
namespace {

constexpr std::size_t kept_capacity = 4 << 20;  // after a longer line

}  // namespace

simdjson::dom::element LineParser::parse(std::string_view json) {
  if (state_->padded.size() > kept_capacity) state_ = std::make_unique<State>();
  auto& padded = state_->padded;
  if (padded.size() < json.size() + simdjson::SIMDJSON_PADDING)
    padded.resize(json.size() + simdjson::SIMDJSON_PADDING);
  std::copy(json.begin(), json.end(), padded.begin());
  simdjson::dom::element root;
  const auto error = state_->parser.parse(padded.data(), json.size(), false).get(root);
  if (error != simdjson::SUCCESS) throw BadLine(json_reason(error));
  return root;
}

}  // namespace assay::retrieval
