#include "cli/output.h"

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>

#include "assay/core/error.h"

namespace assay::cli {
namespace {

[[noreturn]] void fail() {
  throw core::InputError("cannot write the result: " + std::generic_category().message(errno));
}

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void flush() {
  if (std::fflush(stdout) != 0) fail();
}

std::filesystem::path program_path() {
  std::error_code error;
  auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw std::runtime_error("cannot find the assay program itself");
  return path;
}

}  // namespace assay::cli
