#pragma once
#include <filesystem>
#include <string>

namespace assay::models {

// Refuses what llama.cpp should not even try to load: throws InputError, whose line names the file,
// for one that can't be read, is no GGUF file, is of another version, is damaged, holds absurdly
// many parts, or is cut short. Reads the head alone. Calls start_llama().
void check_gguf(const std::filesystem::path& file);

// The file's identity and state: what a loaded model is found again by. Throws InputError.
std::string file_identity(const std::filesystem::path& file);

}  // namespace assay::models
