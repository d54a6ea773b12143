#pragma once
#include <nlohmann/json_fwd.hpp>

namespace assay::core {

// The project's JSON type: keeps the order of keys, so that what is written reads as it was meant.
// Include <nlohmann/json.hpp> only in sources that build or read values.
using Json = nlohmann::ordered_json;

}  // namespace assay::core
