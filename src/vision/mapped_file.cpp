#include "vision/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::vision {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
  throw core::InputError(io::shown(path) + ": " + std::strerror(error));
}

class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) fail(path, errno);
  }
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

std::byte* map(const std::filesystem::path& path, int file, std::size_t size, int protection) {
  void* at = ::mmap(nullptr, size, protection, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) fail(path, errno);
  return static_cast<std::byte*>(at);
}

}  // namespace

MappedFile MappedFile::read(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  struct stat status{};
  if (::fstat(file.number(), &status) != 0) fail(path, errno);
  if (!S_ISREG(status.st_mode)) throw core::InputError(io::shown(path) + ": not a file");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) return {nullptr, 0};
  return {map(path, file.number(), size, PROT_READ), size};
}

MappedFile MappedFile::create(const std::filesystem::path& path, std::size_t bytes) {
  const Descriptor file(path, O_RDWR | O_CREAT | O_TRUNC);
  // Takes the room now: a disk that is full later would end the program where it writes.
  if (const int error = ::posix_fallocate(file.number(), 0, static_cast<off_t>(bytes)); error != 0)
    fail(path, error);
  return {map(path, file.number(), bytes, PROT_READ | PROT_WRITE), bytes};
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : at_(std::exchange(other.at_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(at_, other.at_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (at_ != nullptr) ::munmap(at_, size_);
}

void MappedFile::flush(const std::filesystem::path& path) {
  if (at_ != nullptr && ::msync(at_, size_, MS_SYNC) != 0) fail(path, errno);
}

}  // namespace assay::vision
