#pragma once
#include <string_view>

namespace assay::models {

// The text of known_models.toml, compiled in.
std::string_view known_models_toml();

}  // namespace assay::models
