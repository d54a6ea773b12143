#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/lines.h"
#include "retrieval/documents/json_lines.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/documents/picture_taker.h"
#include "retrieval/documents/picture_words.h"
#include "retrieval/documents/sources.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

// What the readers of one file share.
struct Reading {
  const fs::path& path;
  const PicturePlace* place;
  PictureFiles& files;
  PictureStock& stock;
  const ReadOptions& options;
  PictureUse use = PictureUse::decode_and_trace;
};

bool names_images(std::string_view json) { return json.find("\"images\"") != json.npos; }
// A key may be written with escapes, which nobody does but who may.
bool may_name_images(std::string_view json) {
  return names_images(json) || json.find("\\u006") != json.npos || json.find("\\u007") != json.npos;
}

std::vector<WantedPicture> wanted_of(Document& document) {
  std::vector<WantedPicture> wanted;
  const auto nearby = document.images.empty() ? std::string() : first_words(document.text);
  for (auto& image : document.images) {
    WantedPicture one;
    one.references.push_back(image.reference);
    one.image = std::move(image);
    one.image.nearby = nearby;
    wanted.push_back(std::move(one));
  }
  return wanted;
}

// Turns the lines of a block into documents, on one thread.
class BlockReader {
 public:
  explicit BlockReader(const Reading& reading)
      : shown_(io::shown(reading.path)),
        name_(id_of_path(reading.path.filename().string())),
        options_(reading.options),
        trace_only_(reading.use == PictureUse::trace),
        taker_(std::make_unique<PictureTaker>(reading.place, reading.files, reading.stock,
                                              reading.options.program, reading.use)) {}

  Batch operator()(LineBlock block) {
    Batch batch;
    batch.bytes = block.bytes.size();
    std::uint64_t number = block.first_line;
    if (block.too_long) bad(batch, number, "longer than 32 MiB");
    for (std::string_view rest = block.bytes; !rest.empty(); ++number) {
      read_line(batch, language::take_line(rest), number);
    }
    return batch;
  }

 private:
  void read_line(Batch& batch, std::string_view line, std::uint64_t number) {
    if (language::is_blank(line) || (trace_only_ && !may_name_images(line))) return;
    if (line.size() > longest_line) return bad(batch, number, "longer than 32 MiB");
    try {
      auto document = parser_.parse(line, name_ + ":" + std::to_string(number));
      if (language::is_blank(document.text) && language::is_blank(document.title)) {
        ++batch.empty;
        return;
      }
      if (!document.images.empty()) take_pictures(document, batch, number);
      if (!trace_only_) batch.documents.push_back(prepare(std::move(document)));
    } catch (const BadLine& error) {
      bad(batch, number, error.what());
    }
  }

  void take_pictures(Document& document, Batch& batch, std::uint64_t number) {
    auto taken = taker_->take(wanted_of(document), name_,
                              shown_ + " line " + std::to_string(number), ReferenceKind::path);
    batch.trace += taken.trace;
    document.images = std::move(taken.images);
    if (options_.strict && !taken.problems.empty())
      throw InputError("'" + taken.problems.front().where + "' can't be read: " +
                       taken.problems.front().reason + " (refused, for --strict was given)");
    std::ranges::move(taken.problems, std::back_inserter(batch.pictures));
  }

  void bad(Batch& batch, std::uint64_t number, const std::string& reason) const {
    if (trace_only_) return;
    if (!options_.skip_bad)
      throw InputError("'" + shown_ + "' line " + std::to_string(number) + ": " + reason +
                       " (--skip-bad goes on without such lines)");
    batch.bad_lines.push_back({shown_ + " line " + std::to_string(number), reason});
  }

  std::string shown_;
  std::string name_;
  ReadOptions options_;
  bool trace_only_;
  DocumentParser parser_;
  std::unique_ptr<PictureTaker> taker_;
};

// A digest of the traces of all documents, however they came in batches; empty where there is none.
class Trace {
 public:
  void add(const std::string& more) {
    hash_.add(more);
    any_ = any_ || !more.empty();
  }
  std::string finish() { return any_ ? hash_.hex() : std::string(); }

 private:
  io::Sha256 hash_;
  bool any_ = false;
};

// Pictures are long: of lines that name some, fewer are read at a time.
constexpr std::size_t block_with_pictures = 64 << 10;

class JsonLinesSource final : public DocumentSource {
 public:
  explicit JsonLinesSource(fs::path path) : path_(std::move(path)) {
    std::error_code error;
    repeatable_ = fs::is_regular_file(path_, error);
    if (!repeatable_) return;
    bytes_ = File(path_).size();
    place_.emplace(path_.parent_path());
  }

  SourceKind kind() const override { return SourceKind::json_lines; }
  const fs::path& path() const override { return path_; }
  std::uint64_t bytes() const override { return bytes_; }
  bool repeatable() const override { return repeatable_; }

  std::string digest(const ReadOptions& options) const override {
    io::Sha256 hash;
    File file(path_);
    std::string buffer(1 << 20, '\0');
    std::string end;  // of what was read before, where a name may have begun
    bool images = false;
    while (const auto n = file.read(buffer)) {
      const auto piece = std::string_view(buffer).substr(0, n);
      hash.add(piece);
      if (images) continue;
      end += piece.substr(0, overlap);
      images = may_name_images(end) || may_name_images(piece);
      end = piece.substr(piece.size() - std::min(piece.size(), overlap));
    }
    return named(hash.hex(), images ? trace(options) : std::string());
  }

  std::string read(const ReadOptions& options, PictureStock& stock,
                   const std::function<void(Batch)>& take) const override {
    Trace trace;
    const auto content = each_batch(options, stock, PictureUse::decode_and_trace, [&](Batch batch) {
      trace.add(batch.trace);
      take(std::move(batch));
    });
    return named(content, trace.finish());
  }

 private:
  static constexpr std::size_t overlap = 16;

  // Returns the digest of the lines.
  template <class Take>
  std::string each_batch(const ReadOptions& options, PictureStock& stock, PictureUse use,
                         Take take) const {
    LineReader reader(path_);
    PictureFiles files;
    const Reading reading{path_, place_ ? &*place_ : nullptr, files, stock, options, use};
    reader.set_block_bytes(block_with_pictures);
    bool images = false;
    in_order(
        threads_for(options.jobs),
        [&] {
          auto block = reader.next();
          images = images || (block && names_images(block->bytes));
          reader.set_block_bytes(images ? block_with_pictures : LineReader::usual_block);
          return block;
        },
        [&] { return BlockReader(reading); }, [&](Batch batch) { take(std::move(batch)); });
    return reader.digest();
  }

  // What the files hold that the lines name as pictures.
  std::string trace(const ReadOptions& options) const {
    PictureStock stock;
    Trace trace;
    each_batch(options, stock, PictureUse::trace,
               [&](const Batch& batch) { trace.add(batch.trace); });
    return trace.finish();
  }

  // The file's name is part of the ids that it gives.
  std::string named(const std::string& content, const std::string& trace) const {
    io::Sha256 hash;
    hash.add_field("json_lines").add_field(path_.filename().string()).add_field(content);
    if (!trace.empty()) hash.add_field(trace);
    return hash.hex();
  }

  fs::path path_;
  bool repeatable_ = false;
  std::uint64_t bytes_ = 0;
  std::optional<PicturePlace> place_;
};

}  // namespace

std::unique_ptr<DocumentSource> open_json_lines_source(const fs::path& path) {
  return std::make_unique<JsonLinesSource>(path);
}

}  // namespace assay::retrieval
