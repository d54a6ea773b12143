#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace assay::cli {

// Where this user's models lie: assay/models in $XDG_DATA_HOME, else in ~/.local/share; empty where
// neither is set.
std::filesystem::path models_folder();

// The spec of all-MiniLM-L6-v2 where that folder has it (`all-minilm-l6-v2.gguf`, any case): what
// makes vectors where nothing else is set up.
std::optional<std::string> default_embedding();

}  // namespace assay::cli
