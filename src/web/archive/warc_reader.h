#pragma once
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "web/archive/warc.h"

namespace assay::web {

// The file is no WARC file, or damaged from some place on. The message is one line that says where
// and why, without naming the file.
struct BadWarc : std::runtime_error {
  BadWarc(std::uint64_t at, const std::string& why)
      : std::runtime_error(why + " (at byte " + std::to_string(at) + ")"), offset(at) {}
  std::uint64_t offset;  // of the record that can't be read
};

struct WarcBounds {
  std::size_t record = 128 << 20;  // bytes of one record, unpacked
  std::size_t head = 64 << 10;     // bytes of its fields
  std::size_t fields = 200;
};

// Reads the records of a WARC file with a gzip member for each. Bounded: a record that unpacks to
// more than it may is refused while it is unpacked.
class WarcReader {
 public:
  // Throws InputError where the file can't be opened.
  explicit WarcReader(const std::filesystem::path& file, WarcBounds bounds = {});
  ~WarcReader();

  // The next record; nothing at the end. Throws BadWarc.
  std::optional<WarcRecord> next();
  // Goes to a record's place.
  void seek(std::uint64_t offset) { at_ = offset; }

 private:
  struct Inflater;
  std::string unpack();

  WarcBounds bounds_;
  std::ifstream file_;
  std::uint64_t at_ = 0;
  std::unique_ptr<Inflater> inflater_;
};

// A record's text taken apart, as the reader does with what it unpacked. `offset` is for messages.
// Throws BadWarc.
WarcRecord parse_warc_record(std::string_view text, std::uint64_t offset = 0,
                             const WarcBounds& bounds = {});

}  // namespace assay::web
