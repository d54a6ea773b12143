#include "procedures/new_sources.h"

#include <set>
#include <utility>

#include "assay/core/error.h"
#include "language/sketch.h"

namespace assay::procedures {
namespace {

// What of the record the source is about: the page as such, or a picture on it.
// A page that shows a picture is one source, whichever copy of the picture was searched for.
std::string subject_of(const core::Source& source) {
  return source.match ? "picture " + std::to_string(source.match->found) : "";
}

std::string document_of(const core::Source& source) { return source.document + "\n" + source.url; }

// The text and what it says of the picture that was found there.
std::string words_of(const core::Source& source, const io::Blobs& blobs) {
  auto words = blobs.read(source.text_blob);
  if (source.match && !source.images.empty())
    words += "\n" + source.images.front().caption + "\n" + source.images.front().alt;
  return words;
}

class Sieve {
 public:
  explicit Sieve(const io::Blobs& blobs) : blobs_(blobs) {}

  void take(const core::Source& source, std::size_t action) {
    if (!is_new(source)) return;
    language::Sketch sketch(words_of(source, blobs_));
    for (const auto& [known, first] : read_) {
      const auto reason = repeats(source, sketch, first, known);
      if (reason.empty()) continue;
      result_.repeats.push_back({source, first, reason});
      return;
    }
    read_.emplace_back(std::move(sketch), source);
    result_.fresh.push_back({source, action});
  }

  // What was taken so far is known, and no longer new.
  void forget() { result_ = {}; }
  NewSources result() { return std::move(result_); }

 private:
  // Why the source says what the first one says; empty where it doesn't. A page that shows a
  // picture says of it what its caption says, however much of the rest is copied.
  static std::string repeats(const core::Source& source, const language::Sketch& sketch,
                             const core::Source& first, const language::Sketch& known) {
    if (subject_of(first) != subject_of(source)) return {};
    if (known.nearly_same(sketch)) return "nearly the same text";
    if (subject_of(source).empty() && sketch.copied_from(known))
      return "the same text, cut short or with other words around it";
    return {};
  }

  bool is_new(const core::Source& source) {
    const auto subject = subject_of(source);
    const auto document = document_of(source);
    // A page that was found for its picture was read whole.
    const bool read = pages_.contains(document);
    pages_.insert(document);
    const bool fresh = seen_.insert(subject + "\ndocument " + document).second;
    if (subject.empty() && read) return false;
    if (!subject.empty()) return fresh;
    return fresh && seen_.insert("text " + source.text_blob).second;
  }

  const io::Blobs& blobs_;
  std::set<std::string> pages_;
  std::set<std::string> seen_;
  std::vector<std::pair<language::Sketch, core::Source>> read_;
  NewSources result_;
};

}  // namespace

NewSources new_sources(const core::Record& record, const io::Blobs& blobs, std::size_t results) {
  Sieve sieve(blobs);
  const auto& all = record.tool_results();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i + results == all.size()) sieve.forget();
    for (const auto& source : all[i].sources) sieve.take(source, i);
  }
  if (results == 0) sieve.forget();
  return sieve.result();
}

bool same_source(const core::Source& a, const core::Source& b) {
  return document_of(a) == document_of(b) && a.text_blob == b.text_blob &&
         subject_of(a) == subject_of(b);
}

}  // namespace assay::procedures
