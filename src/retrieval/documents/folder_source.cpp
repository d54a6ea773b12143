#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "retrieval/documents/folder.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/documents/sources.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

// What became of one file.
struct FileResult {
  std::string relative;
  std::uint64_t size = 0;
  std::string digest;  // empty: a file that is no document by kind
  std::optional<Prepared> document;
  std::optional<Problem> problem;
};

Document document_of(web::Article article, std::string id, const LoadedFile& loaded) {
  Document document;
  document.id = std::move(id);
  document.url = std::move(article.url);
  document.title = std::move(article.title);
  document.text = std::move(article.text);
  document.date = article.published;
  document.language = std::move(article.language);
  document.publisher = std::move(article.publisher);
  document.author = std::move(article.author);
  for (auto& image : article.images) {
    DocumentImage shown;
    shown.reference = std::move(image.src);
    shown.caption = std::move(image.caption);
    shown.alt = std::move(image.alt);
    shown.nearby = std::move(image.nearby);
    document.images.push_back(std::move(shown));
  }
  document.extractor = std::move(article.extractor);
  document.media_type = web::to_string(loaded.type);
  document.bytes = loaded.bytes;
  return document;
}

// Loads a file and, unless only its digest is wanted, reads it; on one thread, with a worker
// process of its own.
class FileReader {
 public:
  FileReader(const fs::path& program, bool digest_only)
      : reader_(std::make_unique<web::Reader>(program)), digest_only_(digest_only) {}

  FileResult operator()(FoundFile file) {
    FileResult result;
    result.relative = std::move(file.relative);
    result.size = file.size;
    const auto loaded = load(file, result);
    if (loaded && !digest_only_) read(*loaded, file, result);
    return result;
  }

 private:
  static std::optional<LoadedFile> load(const FoundFile& file, FileResult& result) {
    try {
      auto loaded = load_file(file.path);
      if (loaded) result.digest = io::sha256(loaded->bytes);
      return loaded;
    } catch (const InputError& error) {
      result.digest = "unreadable";  // stands for the bytes, which are not known
      result.problem = Problem{io::shown(file.path), error.what()};
      return std::nullopt;
    }
  }

  // What is thrown but Unreadable is no fault of this file: it ends the whole.
  void read(const LoadedFile& loaded, const FoundFile& file, FileResult& result) {
    try {
      result.document = prepare(document_of(reader_->read(loaded.type, loaded.bytes),
                                            id_of_path(result.relative), loaded));
    } catch (const web::Unreadable& error) {
      result.problem = Problem{io::shown(file.path), error.what()};
    }
  }

  std::unique_ptr<web::Reader> reader_;
  bool digest_only_;
};

Batch batch_of(FileResult result, bool strict) {
  Batch batch;
  batch.bytes = result.size;
  if (result.problem) {
    if (strict)
      throw InputError("'" + result.problem->where + "' can't be read: " + result.problem->reason +
                       " (refused, for --strict was given)");
    batch.unreadable.push_back(std::move(*result.problem));
  } else if (result.document) {
    batch.documents.push_back(std::move(*result.document));
  } else {
    batch.other = 1;
  }
  return batch;
}

// The files that make one source, whether a folder's or a single one.
class FileSource : public DocumentSource {
 public:
  FileSource(SourceKind kind, fs::path path, FolderListing listing)
      : kind_(kind), path_(std::move(path)), listing_(std::move(listing)) {}

  SourceKind kind() const override { return kind_; }
  const fs::path& path() const override { return path_; }
  std::uint64_t bytes() const override {
    return std::transform_reduce(listing_.files.begin(), listing_.files.end(), std::uint64_t{0},
                                 std::plus<>(), [](const FoundFile& file) { return file.size; });
  }

  std::string digest(unsigned jobs) const override {
    auto hash = new_hash();
    each_file({}, jobs, true, [&](const FileResult& result) { add(hash, result); });
    return hash.hex();
  }

  std::string read(const ReadOptions& options,
                   const std::function<void(Batch)>& take) const override {
    auto hash = new_hash();
    take(of_listing(options.strict));
    each_file(options.program, options.jobs, false, [&](FileResult result) {
      add(hash, result);
      take(batch_of(std::move(result), options.strict));
    });
    return hash.hex();
  }

 private:
  template <class Take>
  void each_file(const fs::path& program, unsigned jobs, bool digest_only, Take take) const {
    auto next = listing_.files.begin();
    const auto threads =
        std::min<std::size_t>(threads_for(jobs), std::max<std::size_t>(1, listing_.files.size()));
    in_order(
        static_cast<unsigned>(threads),
        [&] {
          return next == listing_.files.end() ? std::nullopt : std::optional<FoundFile>(*next++);
        },
        [&] { return FileReader(program, digest_only); },
        [&](FileResult result) { take(std::move(result)); });
  }

  // What was seen without opening a file.
  Batch of_listing(bool strict) const {
    if (strict && !listing_.problems.empty())
      throw InputError("cannot read the folder '" + listing_.problems.front().where + "': " +
                       listing_.problems.front().reason + " (refused, for --strict was given)");
    Batch batch;
    batch.hidden = listing_.hidden;
    batch.other = listing_.special;
    batch.unreadable = listing_.problems;
    return batch;
  }

  io::Sha256 new_hash() const {
    io::Sha256 hash;
    hash.add_field(to_string(kind_));
    for (const auto& problem : listing_.problems) hash.add_field(problem.reason);
    return hash;
  }
  static void add(io::Sha256& hash, const FileResult& result) {
    if (!result.digest.empty()) hash.add_field(result.relative).add_field(result.digest);
  }

  SourceKind kind_;
  fs::path path_;
  FolderListing listing_;
};

}  // namespace

std::unique_ptr<DocumentSource> open_folder_source(const fs::path& path) {
  return std::make_unique<FileSource>(SourceKind::folder, path, list_folder(path));
}

std::unique_ptr<DocumentSource> open_document_source(const fs::path& path) {
  FolderListing listing;
  listing.files.push_back({path, path.filename().string(), fs::file_size(path)});
  return std::make_unique<FileSource>(SourceKind::document, path, std::move(listing));
}

}  // namespace assay::retrieval
