#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "retrieval/documents/document.h"
#include "retrieval/documents/folder.h"

namespace assay::retrieval {

class Store;

enum class SourceKind { folder, document, json_lines, store };
// `folder`, `document`, `json_lines`, `store`.
const char* to_string(SourceKind kind);

// A document as the store and the index take it.
struct Prepared {
  std::string id;
  std::string title;
  std::string language;
  std::uint32_t date = 0;  // packed_date()
  std::string metadata;    // encode_metadata()
  std::string text;
  std::string bytes;   // empty: they are the text
  std::string digest;  // document_digest()
};
Prepared prepare(Document document);
// Gives it another id.
void rename(Prepared& document, const std::string& id);

// Some documents of a source, in order, and what was left out between them.
struct Batch {
  std::vector<Prepared> documents;
  std::vector<Problem> bad_lines;
  std::vector<Problem> unreadable;
  std::uint64_t other = 0;  // files that are no documents by kind
  std::uint64_t hidden = 0;
  std::uint64_t empty = 0;  // documents without text and title
  std::uint64_t bytes = 0;  // of the input, so far as this batch goes
};

struct ReadOptions {
  std::filesystem::path program;  // whose workers read HTML and PDF
  bool skip_bad = false;          // a bad line is a problem of its batch, not an error
  bool strict = false;            // a document that can't be read is an error
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
  // SHA-256 of what read() would read, names included.
  virtual std::string digest(unsigned jobs) const = 0;
  // Gives all documents in order, on this thread; reads on several. Returns the digest of what was
  // read. Memory does not grow with the source. Throws InputError.
  virtual std::string read(const ReadOptions& options,
                           const std::function<void(Batch)>& take) const = 0;
};

// Recognises a store, a folder, a JSON Lines file, or a single document (HTML, text, Markdown,
// PDF). Throws InputError where it is none of them.
std::unique_ptr<DocumentSource> open_source(const std::filesystem::path& path);

}  // namespace assay::retrieval
