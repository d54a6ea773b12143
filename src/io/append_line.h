#pragma once
#include <filesystem>
#include <string>

namespace assay::io {

// Adds a line to a file in one step, after one that was cut short too, and waits until it is on the
// disk. Throws InputError.
void append_line(const std::filesystem::path& file, std::string line);

}  // namespace assay::io
