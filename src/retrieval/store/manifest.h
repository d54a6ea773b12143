#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/date.h"
#include "assay/core/json.h"
#include "retrieval/documents/folder.h"

namespace assay::retrieval {

// One input of a build.
struct MadeFrom {
  std::string path;  // absolute where it is a path; for people
  std::string kind;  // `folder`, `document`, `json_lines`, `store`
  std::uint64_t documents = 0;
  std::string digest;  // SHA-256 of what was read
  friend bool operator==(const MadeFrom&, const MadeFrom&) = default;
};

// What did not go into a store.
struct LeftOut {
  std::uint64_t bad_lines = 0;    // of JSON Lines files, with --skip-bad
  std::uint64_t unreadable = 0;   // documents and folders that could not be read
  std::uint64_t other = 0;        // files that are no documents by kind: archives, programs, …
  std::uint64_t hidden = 0;       // files and folders whose name begins with a dot
  std::uint64_t empty = 0;        // documents without text and title
  std::uint64_t repeated = 0;     // documents that another one equals, id included
  std::uint64_t renamed = 0;      // kept under another id, for theirs was another document's
  std::uint64_t pictures = 0;     // that could not be read; their documents are kept
  std::vector<Problem> problems;  // the first of the bad lines, unreadable and renamed documents,
                                  // and unreadable pictures
  LeftOut& operator+=(const LeftOut& other_part);
};
// More problems are counted only.
inline constexpr std::size_t most_problems = 1000;

// manifest.json: what a store is. Written last, so that a store without it is not finished.
struct Manifest {
  std::string program;  // version of the program that built it
  core::Timestamp built;
  std::string fingerprint;  // SHA-256 of all it holds: the same documents in the same order
  std::string recipe;       // SHA-256 of what it was made from and how: the same recipe gives the
                            // same store
  std::uint64_t documents = 0;
  std::uint64_t undated = 0;
  std::optional<core::Date> first_date;
  std::optional<core::Date> last_date;
  std::uint64_t text_bytes = 0;
  std::uint64_t passages = 0;
  std::uint64_t repeated_passages = 0;  // of them, that say nearly what an earlier one says
  std::uint64_t without_text = 0;       // documents whose text is empty
  std::uint64_t filled = 0;             // documents whose text was fetched anew
  std::uint64_t pictures = 0;           // different ones, whose bytes are kept
  std::uint64_t picture_bytes = 0;      // of them
  std::uint64_t not_at_hand = 0;  // pictures that documents name and whose bytes were not there
  std::uint64_t tokens = 0;
  std::uint64_t terms = 0;
  std::map<std::string, std::uint64_t> languages;  // documents of each; `` where none is known
  std::vector<MadeFrom> made_from;
  LeftOut left_out;
  std::map<std::string, std::uint64_t> files;  // every other file of the store, and its size

  std::uint64_t bytes() const;  // of the files
};

// Throws InputError where the store is none, is damaged or cut short, or was made by another
// version of the program whose stores are others. Looks at the size of every file.
Manifest read_manifest(const std::filesystem::path& store);
// Throws InputError where it can't be written.
void write_manifest(const std::filesystem::path& store, const Manifest& manifest);

core::Json to_json(const Manifest& manifest);

// The size of every file under the folder but the manifest and the lock, by relative path.
std::map<std::string, std::uint64_t> file_sizes(const std::filesystem::path& store);

}  // namespace assay::retrieval
