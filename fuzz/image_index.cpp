// A libFuzzer target of the picture index's file: opened, and searched.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "assay/core/error.h"
#include "blocks.h"
#include "vision/image_index.h"
#include "vision/index_format.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using namespace assay;

// A folder of this process, removed at its end.
class Folder {
 public:
  Folder() : path_("/dev/shm/assay-fuzz-" + std::to_string(::getpid())) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  static const auto query = vision::fingerprint(fuzz::blocks(1, 20));
  std::ofstream(folder.path() / vision::index_file, std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    const auto index = vision::ImageIndex::open(folder.path());
    for (const auto& match : index.search(query)) {
      if (match.picture >= index.size() || !(match.score >= 0 && match.score <= 1)) std::abort();
      match.describe();
    }
  } catch (const core::InputError&) {
  }
  return 0;
}

// The header knows the file's length and has a checksum: mutations keep the first and mend the
// second, or nothing behind the header would ever be read.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  if (size <= sizeof(vision::IndexHeader) || seed % 16 == 0)
    return LLVMFuzzerMutate(data, size, most);
  const auto from = seed / 16 % size;
  const auto length = std::min<std::size_t>(size - from, 1 + seed / 1024 % 256);
  LLVMFuzzerMutate(data + from, length, length);
  vision::IndexHeader header;
  std::memcpy(&header, data, sizeof header);
  header.magic = vision::index_magic;
  header.version = vision::index_version;
  header.bytes = size;
  header.checksum = vision::checksum_of(header);
  std::memcpy(data, &header, sizeof header);
  return size;
}
