#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/date.h"
#include "retrieval/documents/document.h"
#include "vision/image_index.h"

namespace assay::retrieval {

struct CorpusOptions {
  std::filesystem::path cache;    // of the indexes of folders and files; empty: default_cache()
  std::filesystem::path program;  // the assay program, whose workers read HTML and PDF
  std::string version;            // of the program, kept in what it builds
  bool skip_bad = false;          // go on after a bad line of a JSON Lines file
  bool strict = false;            // refuse where a document or picture can't be read
  unsigned jobs = 0;              // threads that read documents; 0: one a core
  std::function<void(std::string_view)> say;  // progress and warnings, a line each; may be empty
};

// Where the pictures of documents in memory are.
struct PictureOptions {
  std::filesystem::path folder;   // nothing outside of it is read; empty: only data URLs are
  std::filesystem::path program;  // the assay program, whose workers decode pictures
};

struct CorpusSearch {
  std::size_t top = 10;
  std::optional<core::Date> before;  // drops what was published on that day or later
  bool require_date = false;         // drops what has no date
};

// A document that was found. Valid for the corpus that it came from.
struct CorpusHit {
  std::uint32_t part = 0;      // which of the inputs
  std::uint32_t document = 0;  // its number there
  double score = 0;            // BM25 over all inputs; higher is better
};
struct ExcludedHit {
  CorpusHit hit;
  std::string reason;  // `published on 2021-03-04, not before 2021-01-01`, `no date is known`
};
struct CorpusResult {
  std::vector<CorpusHit> hits;        // best first
  std::vector<ExcludedHit> excluded;  // at most `top` of what was dropped, best first
};

// A picture as a document shows it.
struct CorpusPicture {
  CorpusHit document;     // its score is of the search that found the picture
  std::size_t image = 0;  // index into Document::images
};
struct PictureSearchResult {
  std::vector<CorpusPicture> hits;  // best first
  std::vector<ExcludedHit> excluded;
};
// A picture of the corpus that shows what a query shows.
struct CorpusPictureMatch {
  // Its positions in the found picture are those of PictureReader::read(); `picture` is of no use
  // outside.
  vision::ImageMatch match;
  std::vector<CorpusPicture> shown_by;  // the oldest date first, documents without a date last
};
struct CorpusPictureResult {
  std::vector<CorpusPictureMatch> matches;  // surest first; each shown by one document at least
  std::vector<ExcludedHit> excluded;        // documents that show one of them and were dropped
};

// One or more inputs searched as one: folders (HTML, text, Markdown, PDF), JSON Lines files,
// stores. Term statistics are those of all inputs together. Reading is thread-safe.
class Corpus {
 public:
  // Opens what the user named; a folder or file is indexed on first use, into a cache that is keyed
  // by its content. Throws InputError where an input can't be used or holds nothing.
  static Corpus open(std::span<const std::filesystem::path> inputs, const CorpusOptions& options);
  // In memory. May hold nothing.
  static Corpus of(std::vector<Document> documents);
  // The same with the pictures that the documents name (DocumentImage::reference): files in
  // `pictures.folder` and below it, and data URLs. What of them can't be read says so in its note.
  // Throws InputError where no worker can be started.
  static Corpus of(std::vector<Document> documents, const PictureOptions& pictures);

  Corpus(Corpus&&) noexcept;
  Corpus& operator=(Corpus&&) noexcept;
  ~Corpus();

  std::size_t documents() const;
  // SHA-256: the same content in the same order of inputs gives the same value.
  const std::string& fingerprint() const;

  CorpusResult search(std::string_view query, const CorpusSearch& options) const;

  // How many different pictures there are.
  std::size_t pictures() const;
  // Pictures by their words (caption, alternative text, words around them, the document's title).
  // Each picture once, however many documents show it: by the one that matches best.
  PictureSearchResult search_pictures(std::string_view query, const CorpusSearch& options) const;
  // The same picture again, also resized, cropped, mirrored, framed, …; `options.top` different
  // pictures at most.
  CorpusPictureResult find_picture(const vision::Fingerprint& query,
                                   const CorpusSearch& options) const;
  // The bytes of the picture as they came. Throws InputError where the store is damaged.
  std::string picture_bytes(const CorpusPicture& picture) const;

  // The document without its source bytes, which source_bytes() has. Throw InputError where the
  // store is damaged.
  Document document(const CorpusHit& hit) const;
  std::string source_bytes(const CorpusHit& hit) const;

  struct Parts;
  // For this folder's own sources (corpus_parts.h).
  const Parts& parts() const { return *parts_; }

 private:
  explicit Corpus(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// $XDG_CACHE_HOME/assay, else ~/.cache/assay, else (neither can be written) a folder of this user's
// own among the temporary files.
std::filesystem::path default_cache();

}  // namespace assay::retrieval
