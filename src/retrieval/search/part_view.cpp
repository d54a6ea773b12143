#include "retrieval/search/part_view.h"

#include <utility>

#include "language/lines.h"
#include "retrieval/search/vector_place.h"

namespace assay::retrieval {
PartView::PartView(const Part& part, std::string model, VectorKind kind,
                   std::function<void(std::string_view)> say)
    : part_(part),
      model_(std::move(model)),
      kind_(kind),
      say_(std::move(say)),
      groups_(part.passages()) {}

std::optional<std::uint32_t> PartView::member(std::uint32_t group,
                                              const PassageFilter& filter) const {
  if (!filter.active() || filter(group)) return group;
  for (const auto other : groups_.others(group))
    if (filter(other)) return other;
  return std::nullopt;
}

std::string PartView::text(std::uint32_t passage) const {
  const auto& row = part_.passages().row(passage);
  auto title = part_.title(row.document);
  auto text = part_.text(row.document, row.begin, row.end);
  if (language::is_blank(title)) return text;
  return language::is_blank(text) ? title : title + "\n" + text;
}

const std::vector<std::uint32_t>& PartView::rows() {
  const std::lock_guard guard(lock_);
  if (rows_) return *rows_;
  auto& rows = rows_.emplace();
  const auto& table = part_.passages();
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    const auto& row = table.row(i);
    // Of a passage without text the title is looked at; mostly it has none either.
    if (table.group(i) == i &&
        (row.end > row.begin || !language::is_blank(part_.title(row.document))))
      rows.push_back(i);
  }
  return rows;
}

VectorFile* PartView::vectors_if_made() {
  const std::lock_guard guard(lock_);
  return vectors_ ? &*vectors_ : nullptr;
}

VectorFile& PartView::vectors(std::size_t dimension) {
  const std::lock_guard guard(lock_);
  const VectorShape shape{part_.passages().size(), static_cast<std::uint32_t>(dimension), kind_,
                          model_, part_.fingerprint()};
  if (!vectors_) vectors_.emplace(open_vectors(part_.folder(), "passages", shape, say_));
  return *vectors_;
}

std::filesystem::path PartView::approximate_path() const {
  return vector_path(part_.folder(), "passages", vectors_->shape()) += ".lists";
}

// Opened once: what is added while it is open is found by the next process.
const ApproximateIndex* PartView::approximate() {
  const std::lock_guard guard(lock_);
  if (vectors_->shape().rows <= exact_up_to || part_.folder().empty()) return nullptr;
  if (!looked_for_approximate_)
    approximate_ = ApproximateIndex::open(approximate_path(), *vectors_);
  looked_for_approximate_ = true;
  return approximate_ ? &*approximate_ : nullptr;
}

std::vector<ScoredRow> PartView::nearest_rows(std::span<const float> query, std::size_t top,
                                              const std::function<bool(std::uint32_t)>& accept) {
  const auto& file = vectors(query.size());
  if (const auto* lists = approximate()) return lists->nearest(file, query, top, accept);
  return nearest(file, query, top, accept);
}

std::optional<ApproximateStats> PartView::build_approximate(const ApproximateOptions& options) {
  if (approximate() != nullptr) return std::nullopt;
  const std::lock_guard guard(lock_);
  if (!vectors_ || vectors_->present() <= exact_up_to || part_.folder().empty())
    return std::nullopt;
  looked_for_approximate_ = false;
  return ApproximateIndex::build(*vectors_, approximate_path(), options);
}

}  // namespace assay::retrieval
