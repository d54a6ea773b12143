#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "language/segments.h"
#include "language/stemmers.h"
#include "retrieval/index/vocabulary.h"

namespace assay::retrieval {

// Consecutive documents that one thread indexes together.
class Slab {
 public:
  explicit Slab(std::uint32_t first) : first_(first) {}
  // `continues`: its language is that of the document before it.
  void add(std::string_view title, std::string_view text, bool continues = false);
  // Readies the bytes for reading; then nothing more is added.
  void seal() { bytes_.append(text_padding, '\0'); }

  std::uint32_t first() const { return first_; }
  std::size_t size() const { return documents_.size(); }
  std::size_t bytes() const { return bytes_.size(); }
  std::string_view title(std::size_t i) const;
  std::string_view text(std::size_t i) const;
  bool continues(std::size_t i) const { return documents_[i].continues; }

 private:
  struct Document {
    std::size_t begin;
    std::size_t title;
    std::size_t text;
    bool continues;
  };
  std::uint32_t first_;
  std::string bytes_;
  std::vector<Document> documents_;
};

// What is in a slab, term by term in the order of their keys. Each term is: the key's length and
// the key; how many documents; how many bytes of postings and of positions; the postings, and the
// positions. A posting is the document's distance from the one before (the first: its number),
// doubled, plus one where the frequency is 1, else followed by the frequency. Positions are
// distances too, beginning anew for each document. All numbers are varints.
struct Run {
  std::uint32_t first = 0;             // document
  std::vector<std::uint32_t> lengths;  // of the documents
  std::string bytes;
};

// Indexes slabs, one at a time.
class SlabIndexer {
 public:
  // `language`: ISO 639-1 of all documents; empty: found for each. What is remembered from slab to
  // slab stays below about `memory` bytes.
  SlabIndexer(std::string_view language, std::size_t memory);
  Run index(const Slab& slab);

 private:
  struct Occurrence {
    std::uint32_t key;  // first the term, then the document
    std::uint32_t position;
  };
  void read(const Slab& slab, Run& run);
  std::uint32_t read_text(std::string_view text, language::StemmerId stemmer,
                          std::uint32_t position, std::uint32_t& length);
  void group(std::uint32_t documents);
  void encode(Run& run);

  language::StemmerId forced_ = language::no_stemmer;
  bool detect_;
  std::size_t memory_;
  language::Segmenter segmenter_;
  Vocabulary vocabulary_;
  std::vector<language::Segment> segments_;
  std::vector<Occurrence> read_;       // in the order of the text
  std::vector<std::size_t> ends_;      // of the documents in read_
  std::vector<Occurrence> grouped_;    // by term
  std::vector<std::uint32_t> starts_;  // of the terms in grouped_
};

}  // namespace assay::retrieval
