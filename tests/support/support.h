#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay::test {

// The built `assay` program (environment variable ASSAY_PROGRAM, set by ctest).
std::filesystem::path program();

// The project's root.
std::filesystem::path source_dir();

// The research data: ASSAY_SHARED, else ../shared from the project's root; nothing where neither
// exists. A test that needs it says so and is skipped:
//   const auto shared = shared_dir(); if (!shared) GTEST_SKIP() << shared_missing;
std::optional<std::filesystem::path> shared_dir();
inline constexpr const char* shared_missing =
    "the research data is not here (set ASSAY_SHARED or lay it at ../shared)";

// A folder for one test, removed at its end.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

void write(const std::filesystem::path& path, const std::string& bytes);
std::string read(const std::filesystem::path& path);

struct Ran {
  int status = -1;  // exit status; 128 + n where signal n ended it
  std::string out;
  std::string err;
};
// Runs the program with these arguments, its input empty, and waits. `environment` adds NAME=VALUE.
Ran run(const std::vector<std::string>& command, const std::vector<std::string>& environment = {});
// The same for the built `assay`.
Ran assay(std::vector<std::string> arguments, const std::vector<std::string>& environment = {});

}  // namespace assay::test
