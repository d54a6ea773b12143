#include "retrieval/search/part_view.h"

#include <utility>

#include "retrieval/search/vector_place.h"

namespace assay::retrieval {
namespace {

bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

PartView::PartView(const Part& part, std::string model, std::function<void(std::string_view)> say)
    : part_(part), model_(std::move(model)), say_(std::move(say)), groups_(part.passages()) {}

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
  if (blank(title)) return text;
  return blank(text) ? title : title + "\n" + text;
}

const std::vector<std::uint32_t>& PartView::rows() {
  const std::lock_guard guard(lock_);
  if (rows_) return *rows_;
  auto& rows = rows_.emplace();
  const auto& table = part_.passages();
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    const auto& row = table.row(i);
    // Of a passage without text the title is looked at; mostly it has none either.
    if (table.group(i) == i && (row.end > row.begin || !blank(part_.title(row.document))))
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
  const VectorShape shape{part_.passages().size(), static_cast<std::uint32_t>(dimension),
                          VectorKind::float16, model_, part_.fingerprint()};
  if (!vectors_) vectors_.emplace(open_vectors(part_.folder(), "passages", shape, say_));
  return *vectors_;
}

}  // namespace assay::retrieval
