#include "io/append_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::io {
namespace {

struct Descriptor {
  int value = -1;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

[[noreturn]] void fail(const std::filesystem::path& file) {
  throw core::InputError("cannot write '" + shown(file) + "': " + std::strerror(errno));
}

}  // namespace

void append_line(const std::filesystem::path& file, std::string line) {
  const Descriptor out{::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644)};
  if (out.value < 0) fail(file);
  char last = '\n';
  const auto size = ::lseek(out.value, 0, SEEK_END);
  if (size > 0 && ::pread(out.value, &last, 1, size - 1) == 1 && last != '\n') line.insert(0, "\n");
  line += '\n';
  write_all(out.value, line, file);
  if (::fdatasync(out.value) != 0 && errno != EINVAL) fail(file);
}

}  // namespace assay::io
