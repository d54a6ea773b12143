#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "retrieval/documents/file_reader.h"
#include "retrieval/documents/folder.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/documents/sources.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

[[noreturn]] void refuse(const Problem& problem) {
  throw InputError("'" + problem.where + "' can't be read: " + problem.reason +
                   " (refused, for --strict was given)");
}

Batch batch_of(FileResult result, bool strict) {
  Batch batch;
  batch.bytes = result.file.size;
  if (strict && result.problem) refuse(*result.problem);
  if (strict && !result.pictures.empty()) refuse(result.pictures.front());
  batch.pictures = std::move(result.pictures);
  if (result.problem)
    batch.unreadable.push_back(std::move(*result.problem));
  else if (result.document)
    batch.documents.push_back(std::move(*result.document));
  else if (!result.picture)
    batch.other = 1;
  return batch;
}

// The files that make one source, whether a folder's or a single one.
class FileSource : public DocumentSource {
 public:
  FileSource(SourceKind kind, fs::path path, FolderListing listing)
      : kind_(kind),
        path_(std::move(path)),
        listing_(std::move(listing)),
        place_(kind == SourceKind::folder ? PicturePlace(path_, listing_)
                                          : PicturePlace(path_.parent_path())) {}

  SourceKind kind() const override { return kind_; }
  const fs::path& path() const override { return path_; }
  std::uint64_t bytes() const override {
    return std::transform_reduce(listing_.files.begin(), listing_.files.end(), std::uint64_t{0},
                                 std::plus<>(), [](const FoundFile& file) { return file.size; });
  }

  std::string digest(const ReadOptions& options) const override {
    auto hash = new_hash();
    PictureFiles files;
    PictureStock stock;
    auto reading = FileReading{place_, files, stock, options.program};
    reading.digest_only = true;
    // A folder's pictures are looked at whoever shows them; a single page's must be looked for.
    if (kind_ == SourceKind::document) reading.use = PictureUse::trace;
    each_file(reading, options.jobs, [&](const FileResult& result) { add(hash, result); });
    return hash.hex();
  }

  std::string read(const ReadOptions& options, PictureStock& stock,
                   const std::function<void(Batch)>& take) const override {
    auto hash = new_hash();
    take(of_listing(options.strict));
    PictureFiles files;
    auto reading = FileReading{place_, files, stock, options.program};
    if (kind_ == SourceKind::document) reading.use = PictureUse::decode_and_trace;
    each_file(reading, options.jobs, [&](FileResult result) {
      add(hash, result);
      take(batch_of(std::move(result), options.strict));
    });
    return hash.hex();
  }

 private:
  // Documents first; then it is known which pictures stand alone.
  template <class Take>
  void each_file(const FileReading& reading, unsigned jobs, Take take) const {
    std::vector<FoundFile> pictures;
    each_of(
        listing_.files, jobs, [&] { return FileReader(reading); },
        [&](FileResult result) {
          if (result.picture)
            pictures.push_back(std::move(result.file));
          else
            take(std::move(result));
        });
    if (!pictures.empty())
      each_of(pictures, jobs, [&] { return PictureFileReader(reading); }, take);
  }

  template <class MakeReader, class Take>
  static void each_of(const std::vector<FoundFile>& files, unsigned jobs, MakeReader make_reader,
                      Take take) {
    auto next = files.begin();
    const auto threads =
        std::min<std::size_t>(threads_for(jobs), std::max<std::size_t>(1, files.size()));
    in_order(
        static_cast<unsigned>(threads),
        [&] { return next == files.end() ? std::nullopt : std::optional<FoundFile>(*next++); },
        make_reader, [&](FileResult result) { take(std::move(result)); });
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
    if (result.digest.empty()) return;
    hash.add_field(result.file.relative).add_field(result.digest);
    if (!result.trace.empty()) hash.add_field(result.trace);
  }

  SourceKind kind_;
  fs::path path_;
  FolderListing listing_;
  PicturePlace place_;  // of the listing, which it points to
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
