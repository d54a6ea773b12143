#pragma once
#include <simdjson.h>

#include <string>

namespace assay::retrieval {

// For people: why a line is no JSON.
std::string json_reason(simdjson::error_code error);

}  // namespace assay::retrieval
