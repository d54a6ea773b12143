#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "language/sentences.h"
#include "retrieval/documents/document.h"
#include "retrieval/documents/folder.h"
#include "retrieval/passages/repeats.h"

namespace assay::retrieval {

class PictureStock;
class Store;

enum class SourceKind { folder, document, json_lines, store, knowledge };
// `folder`, `document`, `json_lines`, `store`, `knowledge` (a benchmark's store of one claim).
const char* to_string(SourceKind kind);

// A picture that a document shows and whose bytes are at hand.
struct ShownPicture {
  std::uint32_t image = 0;  // index into Document::images
  std::string sha256;
  std::string words;  // picture_words()
};

// A part of the document's text that is found by itself.
struct PreparedPassage {
  language::Span span;
  PassageSketch sketch;
};

// A document as the store and the index take it.
struct Prepared {
  std::string id;
  std::string title;
  std::string language;
  std::uint32_t date = 0;  // packed_date()
  Collection collection = Collection::none;
  bool filled = false;   // its text was fetched anew
  std::string metadata;  // encode_metadata()
  std::string text;
  std::string bytes;                      // empty: they are the text
  std::string digest;                     // document_digest()
  std::vector<PreparedPassage> passages;  // one at least
  std::vector<ShownPicture> pictures;
  std::uint64_t not_at_hand = 0;  // pictures whose bytes are not at hand
};
Prepared prepare(Document document);
// The same where the sentences of its text are known; of none they are looked for.
Prepared prepare(Document document, std::span<const language::Span> sentences);
// Sets what it says of the pictures of the document, as prepare() does.
void note_pictures(Prepared& prepared, const Document& document);
// Sets its passages from its text, as prepare() does.
void note_passages(Prepared& prepared, std::span<const language::Span> sentences = {});
// Gives it another id.
void rename(Prepared& document, const std::string& id);

// Some documents of a source, in order, and what was left out between them.
struct Batch {
  std::vector<Prepared> documents;
  std::vector<Problem> bad_lines;
  std::vector<Problem> unreadable;
  std::vector<Problem> pictures;  // that are there and can't be read
  std::string trace;              // TakenPictures::trace of its documents
  std::uint64_t other = 0;        // files that are no documents by kind
  std::uint64_t hidden = 0;
  std::uint64_t empty = 0;  // documents without text and title
  std::uint64_t bytes = 0;  // of the input, so far as this batch goes
};

struct ReadOptions {
  std::filesystem::path program;  // whose workers read HTML and PDF
  bool skip_bad = false;          // a bad line is a problem of its batch, not an error
  bool strict = false;            // a document or picture that can't be read is an error
  unsigned jobs = 0;              // threads; 0: one a core
};

// Where documents come from: what the user named.
class DocumentSource {
 public:
  virtual ~DocumentSource() = default;

  virtual SourceKind kind() const = 0;
  virtual const std::filesystem::path& path() const = 0;
  // About how many bytes read() goes through; 0 where it can't be known.
  virtual std::uint64_t bytes() const = 0;
  // Can it be read more than once? (A pipe can't.)
  virtual bool repeatable() const { return true; }
  // SHA-256 of what read() would read, names and pictures included.
  virtual std::string digest(const ReadOptions& options) const = 0;
  // Gives all documents in order, on this thread; reads on several. Returns the digest of what was
  // read. The pictures that the documents of a batch show are in the stock by then. Memory does not
  // grow with the source. Throws InputError.
  virtual std::string read(const ReadOptions& options, PictureStock& pictures,
                           const std::function<void(Batch)>& take) const = 0;
};

// Recognises a store, a folder, a JSON Lines file, or a single document (HTML, text, Markdown,
// PDF). Throws InputError where it is none of them.
std::unique_ptr<DocumentSource> open_source(const std::filesystem::path& path);

}  // namespace assay::retrieval
