#include "retrieval/documents/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::retrieval {
namespace {

constexpr std::size_t buffer_bytes = 1 << 20;
constexpr std::uint64_t sync_step = 16 << 20;

[[noreturn]] void fail(const char* what, const std::filesystem::path& path, int error) {
  throw core::InputError(std::string("cannot ") + what + " '" + io::shown(path) +
                         "': " + std::generic_category().message(error));
}

}  // namespace

File::File(std::filesystem::path path, bool may_wait) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | (may_wait ? 0 : O_NONBLOCK));
  if (descriptor_ < 0) fail("read", path_, errno);
  struct stat info{};
  const int error = ::fstat(descriptor_, &info) != 0 ? errno : S_ISDIR(info.st_mode) ? EISDIR : 0;
  if (error != 0) {
    ::close(descriptor_);
    fail("read", path_, error);
  }
  regular_ = S_ISREG(info.st_mode);
  size_ = regular_ ? static_cast<std::uint64_t>(info.st_size) : 0;
}

File::File(File&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      regular_(other.regular_),
      size_(other.size_) {}

File& File::operator=(File&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(regular_, other.regular_);
  std::swap(size_, other.size_);
  return *this;
}

File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::size_t File::read(std::span<char> buffer) {
  for (;;) {
    const auto n = ::read(descriptor_, buffer.data(), buffer.size());
    if (n >= 0) return static_cast<std::size_t>(n);
    if (errno != EINTR) fail("read", path_, errno);
  }
}

std::string File::read_at(std::uint64_t offset, std::size_t size) const {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const auto n =
        ::pread(descriptor_, bytes.data() + done, size - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read", path_, errno);
    if (n == 0) throw core::InputError("'" + io::shown(path_) + "' is cut short");
    done += static_cast<std::size_t>(n);
  }
  return bytes;
}

MappedFile::MappedFile(const std::filesystem::path& path) {
  const File file(path);
  size_ = file.size();
  if (size_ == 0) return;
  void* mapped = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.descriptor(), 0);
  if (mapped == MAP_FAILED) fail("map", path, errno);
  data_ = static_cast<const char*>(mapped);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

FileWriter::FileWriter(std::filesystem::path path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (descriptor_ < 0) fail("write", path_, errno);
}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void FileWriter::append(std::string_view bytes) {
  size_ += bytes.size();
  if (buffer_.size() + bytes.size() > buffer_bytes) {
    write(buffer_);
    buffer_.clear();
    if (bytes.size() >= buffer_bytes) {
      write(bytes);
      return;
    }
  }
  buffer_ += bytes;
}

void FileWriter::write(std::string_view bytes) {
  io::write_all(descriptor_, bytes, path_);
  written_ += bytes.size();
  if (written_ - synced_ < sync_step) return;
  // Lets the disk begin, so that finish() need not wait for all of it. A hint: no error matters.
  ::sync_file_range(descriptor_, static_cast<off_t>(synced_),
                    static_cast<off_t>(written_ - synced_), SYNC_FILE_RANGE_WRITE);
  synced_ = written_;
}

void FileWriter::finish() {
  write(buffer_);
  buffer_.clear();
  if (::fdatasync(descriptor_) != 0 && errno != EINVAL) fail("write", path_, errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) fail("write", path_, errno);
}

}  // namespace assay::retrieval
