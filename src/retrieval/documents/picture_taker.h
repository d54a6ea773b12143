#pragma once
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "retrieval/documents/document.h"
#include "retrieval/documents/picture_reference.h"
#include "retrieval/documents/picture_stock.h"

namespace assay::retrieval {

// More pictures of one document are not looked at.
inline constexpr std::size_t most_pictures = 32;

// The files that were read as pictures, each once, shared by the threads of one source.
class PictureFiles {
 public:
  // SHA-256 of the file, where it was read before.
  std::optional<std::string> digest(const std::string& relative) const;
  void remember(const std::string& relative, const std::string& sha256);
  // Did a document refer to it?
  bool shown(const std::string& relative) const;
  void mark_shown(const std::string& relative);

 private:
  mutable std::mutex lock_;
  std::unordered_map<std::string, std::string> digests_;
  std::set<std::string> shown_;
};

// Stands for the bytes of a file that can't be read.
inline constexpr std::string_view unreadable_digest = "unreadable";

// A picture that a document says it shows, and the references under which it may be found.
struct WantedPicture {
  DocumentImage image;  // what is not known from its bytes
  std::vector<std::string> references;
};

// What came of the pictures of one document.
struct TakenPictures {
  std::vector<DocumentImage> images;
  std::vector<Problem> problems;  // pictures that are there, and can't be decoded
  std::uint64_t not_at_hand = 0;  // addresses of the web, missing files
  std::string trace;  // names the bytes of all files that the references may mean, decoded or not:
                      // the same trace, the same pictures
};

// What a taker is to find out.
enum class PictureUse {
  decode,            // the pictures
  decode_and_trace,  // and what they were made from
  trace              // only that: nothing is decoded
};

// Finds, reads and decodes the pictures of documents, on one thread, with a worker process of its
// own. The stock and the files are shared with other threads.
class PictureTaker {
 public:
  // Without a place only data URLs are at hand.
  PictureTaker(const PicturePlace* place, PictureFiles& files, PictureStock& stock,
               const std::filesystem::path& program, PictureUse use);

  // `document` is the path of the document in the place, `where` what messages call it.
  TakenPictures take(std::vector<WantedPicture> wanted, const std::string& document,
                     const std::string& where, ReferenceKind kind);
  // A picture that lies beside a document and belongs to it by its name.
  void take_beside(const PicturePlace::Found& file, std::string nearby, TakenPictures& result);
  // One picture file by itself. Small ones and those that can't be decoded have no `sha256`.
  DocumentImage take_file(const PicturePlace::Found& file, TakenPictures& result);
  // Only its SHA-256, or unreadable_digest.
  std::string digest_of(const PicturePlace::Found& file);

 private:
  struct Attempt;
  void attempt_all(const WantedPicture& wanted, const std::string& document, ReferenceKind kind,
                   Attempt& attempt);
  static void settle(Attempt& attempt);
  static bool is_repeated(const Attempt& attempt);
  std::optional<PicturePlace::Found> file_of(const Meaning& meaning) const;
  std::string trace(const WantedPicture& wanted, const std::string& document, ReferenceKind kind);
  bool try_files(const WantedPicture& wanted, const std::string& document, ReferenceKind kind,
                 Attempt& attempt);
  bool try_saved_copies(const WantedPicture& wanted, const std::string& document, Attempt& attempt);
  bool try_data(const WantedPicture& wanted, Attempt& attempt);
  bool try_file(const PicturePlace::Found& file, Attempt& attempt);
  bool try_bytes(const PictureBytes& bytes, Attempt& attempt, std::string& problem);
  std::optional<PictureBytes> load(const PicturePlace::Found& file, std::string& problem);

  const PicturePlace* place_;
  PictureFiles& files_;
  PictureStock& stock_;
  vision::PictureReader reader_;
  PictureUse use_;
  std::vector<std::string> ambiguous_;  // names that two addresses of the document have
};

}  // namespace assay::retrieval
