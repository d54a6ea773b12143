#include "io/blobs.h"

#include <algorithm>
#include <limits>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"

namespace assay::io {
namespace {

bool is_digest(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

std::filesystem::path Blobs::path(std::string_view sha256) const {
  if (!is_digest(sha256)) throw core::InputError("not a SHA-256: '" + std::string(sha256) + "'");
  return folder_ / sha256.substr(0, 2) / sha256.substr(2);
}

std::string Blobs::keep(std::string_view bytes) const {
  auto digest = sha256(bytes);
  const auto file = path(digest);
  std::error_code error;
  // A file of another length is what a crash of the machine left: write it again.
  if (std::filesystem::file_size(file, error) == bytes.size() && !error) return digest;
  make_folder(file.parent_path());
  // Hundreds of checks keep thousands of blobs a second; waiting for the disk each time would be
  // most of their time. What a crash leaves half is told by its length and its hash.
  write_file_unflushed(file, bytes);
  return digest;
}

bool Blobs::holds(std::string_view digest) const {
  if (!is_digest(digest)) return false;
  static const auto of_nothing = sha256("");
  std::error_code error;
  const auto size = std::filesystem::file_size(path(digest), error);
  return !error && (size > 0 || digest == of_nothing);
}

std::string Blobs::read(std::string_view digest) const {
  auto bytes = read_file(path(digest), std::numeric_limits<std::size_t>::max());
  if (sha256(bytes) != digest)
    throw core::InputError("the kept bytes in '" + shown(path(digest)) + "' are not what was kept");
  return bytes;
}

}  // namespace assay::io
