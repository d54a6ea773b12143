#include "cli/results_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::cli {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw core::InputError("cannot write '" + io::shown(path) +
                         "': " + std::generic_category().message(errno));
}

}  // namespace

ResultsFile::ResultsFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  if (std::filesystem::exists(path_, error))
    earlier_ = io::read_file(path_, std::numeric_limits<std::size_t>::max());
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) fail(path_);
}

ResultsFile::~ResultsFile() { ::close(file_); }

void ResultsFile::put(std::size_t index, std::string line) {
  waiting_.emplace(index, std::move(line));
  for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_;
       it = waiting_.erase(it)) {
    write_next(std::move(it->second));
    ++next_;
  }
}

void ResultsFile::write_next(std::string line) {
  line += '\n';
  if (!differs_ && std::string_view(earlier_).substr(kept_).starts_with(line)) {
    kept_ += line.size();
    return;
  }
  if (!differs_) {
    const auto end = static_cast<off_t>(kept_);
    if (::ftruncate(file_, end) != 0 || ::lseek(file_, end, SEEK_SET) != end) fail(path_);
    differs_ = true;
  }
  io::write_all(file_, line, path_);
}

void ResultsFile::finish() {
  if (!differs_ && kept_ < earlier_.size() && ::ftruncate(file_, static_cast<off_t>(kept_)) != 0)
    fail(path_);
}

}  // namespace assay::cli
