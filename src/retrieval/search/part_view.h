#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/corpus_parts.h"
#include "retrieval/search/groups.h"
#include "retrieval/search/options.h"
#include "retrieval/vectors/approximate.h"
#include "retrieval/vectors/vector_file.h"

namespace assay::retrieval {

// Which passages a search may return, by their documents.
class PassageFilter {
 public:
  PassageFilter(const Part& part, const RetrievalOptions& options)
      : part_(part), sieve_(options.documents), collection_(options.collection) {}

  bool active() const { return sieve_.active() || collection_ != Collection::none; }
  bool operator()(std::uint32_t passage) const {
    const auto document = part_.passages().document(passage);
    return in_collection(document) && sieve_.keeps(part_.date(document));
  }
  // Of a document that its date alone drops.
  bool too_late(std::uint32_t document) const {
    return in_collection(document) && !sieve_.keeps(part_.date(document));
  }
  std::string reason(std::uint32_t document) const { return sieve_.reason(part_.date(document)); }

 private:
  bool in_collection(std::uint32_t document) const {
    return collection_ == Collection::none || part_.collection(document) == collection_;
  }
  const Part& part_;
  Sieve sieve_;
  Collection collection_;
};

// One input of a corpus as the search for passages sees it. Thread-safe.
class PartView {
 public:
  // `model`: the embedder's name; empty: none.
  PartView(const Part& part, std::string model, VectorKind kind,
           std::function<void(std::string_view)> say);

  const Part& part() const { return part_; }
  const Groups& groups() const { return groups_; }
  // The passage of the group that the filter lets through and that comes first; nothing where none.
  std::optional<std::uint32_t> member(std::uint32_t group, const PassageFilter& filter) const;

  // What models read of a passage: its document's title and it. Blank where there is neither.
  std::string text(std::uint32_t passage) const;

  // The vectors of this part, row by passage, of those that repeat no other; opened or made on the
  // first call.
  VectorFile& vectors(std::size_t dimension);
  // The nearest rows: all are looked at where they are few, or no index of them was built
  // (build_approximate()) since the last was added.
  std::vector<ScoredRow> nearest_rows(std::span<const float> query, std::size_t top,
                                      const std::function<bool(std::uint32_t)>& accept);
  // Builds that index where there are many vectors, in a store. Nothing where there are few, or it
  // is there.
  std::optional<ApproximateStats> build_approximate(const ApproximateOptions& options);
  // Null before that first call.
  VectorFile* vectors_if_made();
  // The passages that have a text and repeat no other: those that get vectors.
  const std::vector<std::uint32_t>& rows();

 private:
  std::filesystem::path approximate_path() const;
  const ApproximateIndex* approximate();

  const Part& part_;
  std::string model_;
  VectorKind kind_;
  std::function<void(std::string_view)> say_;
  Groups groups_;
  std::mutex lock_;  // guards what is made when it is asked for
  std::optional<VectorFile> vectors_;
  std::optional<ApproximateIndex> approximate_;
  bool looked_for_approximate_ = false;
  std::optional<std::vector<std::uint32_t>> rows_;
};

}  // namespace assay::retrieval
