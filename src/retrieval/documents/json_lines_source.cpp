#include <algorithm>
#include <cstring>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/documents/json_lines.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/documents/sources.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

bool blank(std::string_view text) {
  return std::ranges::all_of(
      text, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
}

// Turns the lines of a block into documents, on one thread.
class BlockReader {
 public:
  BlockReader(const fs::path& path, bool skip_bad)
      : shown_(io::shown(path)), name_(id_of_path(path.filename().string())), skip_bad_(skip_bad) {}

  Batch operator()(LineBlock block) {
    Batch batch;
    batch.bytes = block.bytes.size();
    std::uint64_t number = block.first_line;
    if (block.too_long) bad(batch, number, "longer than 32 MiB");
    for (std::string_view rest = block.bytes; !rest.empty(); ++number) {
      const auto end = std::min(rest.find('\n'), rest.size());
      read_line(batch, rest.substr(0, end), number);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return batch;
  }

 private:
  void read_line(Batch& batch, std::string_view line, std::uint64_t number) {
    if (blank(line)) return;
    if (line.size() > longest_line) return bad(batch, number, "longer than 32 MiB");
    try {
      auto document = parser_.parse(line, name_ + ":" + std::to_string(number));
      if (blank(document.text) && blank(document.title))
        ++batch.empty;
      else
        batch.documents.push_back(prepare(std::move(document)));
    } catch (const BadLine& error) {
      bad(batch, number, error.what());
    }
  }

  void bad(Batch& batch, std::uint64_t number, const std::string& reason) const {
    if (!skip_bad_)
      throw InputError("'" + shown_ + "' line " + std::to_string(number) + ": " + reason +
                       " (--skip-bad goes on without such lines)");
    batch.bad_lines.push_back({shown_ + " line " + std::to_string(number), reason});
  }

  std::string shown_;
  std::string name_;
  bool skip_bad_;
  DocumentParser parser_;
};

class JsonLinesSource final : public DocumentSource {
 public:
  explicit JsonLinesSource(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    repeatable_ = fs::is_regular_file(path_, error);
    if (repeatable_) bytes_ = File(path_).size();
  }

  SourceKind kind() const override { return SourceKind::json_lines; }
  const fs::path& path() const override { return path_; }
  std::uint64_t bytes() const override { return bytes_; }
  bool repeatable() const override { return repeatable_; }

  std::string digest(unsigned) const override {
    io::Sha256 hash;
    File file(path_);
    std::string buffer(1 << 20, '\0');
    while (const auto n = file.read(buffer)) hash.add(std::string_view(buffer).substr(0, n));
    return named(hash.hex());
  }

  std::string read(const ReadOptions& options,
                   const std::function<void(Batch)>& take) const override {
    LineReader reader(path_);
    in_order(
        threads_for(options.jobs), [&] { return reader.next(); },
        [&] { return BlockReader(path_, options.skip_bad); },
        [&](Batch batch) { take(std::move(batch)); });
    return named(reader.digest());
  }

 private:
  // The file's name is part of the ids that it gives.
  std::string named(const std::string& content) const {
    return io::Sha256()
        .add_field("json_lines")
        .add_field(path_.filename().string())
        .add_field(content)
        .hex();
  }

  fs::path path_;
  bool repeatable_ = false;
  std::uint64_t bytes_ = 0;
};

}  // namespace

std::unique_ptr<DocumentSource> open_json_lines_source(const fs::path& path) {
  return std::make_unique<JsonLinesSource>(path);
}

}  // namespace assay::retrieval
