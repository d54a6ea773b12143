#include "retrieval/knowledge/report.h"

#include <fmt/format.h>

#include "retrieval/store/report.h"

namespace assay::retrieval {

std::string progress_text(const KnowledgeProgress& progress, double seconds) {
  auto text = fmt::format("{} of {}, {}", with_commas(progress.claims),
                          counted(progress.all, "claim", "claims"),
                          counted(progress.documents, "document", "documents"));
  if (progress.total == 0) return text;
  if (progress.claims == progress.all) return text + ", finishing";
  return text + fmt::format(", {} %", progress.bytes * 100 / progress.total) +
         time_left(progress.bytes, progress.total, seconds);
}

std::string contents_text(const std::vector<CatalogueEntry>& claims) {
  const auto sum = sum_of(claims);
  auto text = counted(claims.size(), "claim", "claims") + ", " +
              counted(sum.documents, "document", "documents") + ", " +
              counted(sum.passages, "passage", "passages");
  if (sum.pictures > 0) text += ", " + counted(sum.pictures, "picture", "pictures");
  return text + ", " + readable_bytes(sum.text_bytes) + " of text, " + readable_bytes(sum.bytes) +
         " in all";
}

}  // namespace assay::retrieval
