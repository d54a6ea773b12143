#include "retrieval/knowledge/append_line.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "io/files.h"
#include "retrieval/index/system.h"

namespace assay::retrieval {
namespace {

struct Descriptor {
  int value = -1;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

}  // namespace

void append_line(const std::filesystem::path& file, std::string line) {
  const Descriptor out{::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644)};
  if (out.value < 0) fail_system("write", file);
  char last = '\n';
  const auto size = ::lseek(out.value, 0, SEEK_END);
  if (size > 0 && ::pread(out.value, &last, 1, size - 1) == 1 && last != '\n') line.insert(0, "\n");
  line += '\n';
  io::write_all(out.value, line, file);
  if (::fdatasync(out.value) != 0 && errno != EINVAL) fail_system("write", file);
}

}  // namespace assay::retrieval
