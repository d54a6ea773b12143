#pragma once
#include <filesystem>
#include <string_view>

namespace assay::cli {

// Writes results to standard output. Both throw InputError with the reason where it can't be
// written (a full disk): a result that is lost is a failure. A pipe that nobody reads ends the
// program.
void print(std::string_view text);
// What was printed has left the program when this returns.
void flush();

// The assay program itself, which is started again for workers.
std::filesystem::path program_path();

}  // namespace assay::cli
