#include "report/citations.h"

#include <optional>
#include <string>

namespace assay::report {
namespace {

constexpr std::size_t longest_list = 400;

// The IDs of a bracket's inside; nothing where any word of it is not a known ID.
std::optional<std::vector<std::string_view>> ids_of(
    std::string_view inside, const std::function<bool(std::string_view)>& known) {
  std::vector<std::string_view> ids;
  while (!inside.empty()) {
    const auto start = inside.find_first_not_of(" ,;");
    if (start == std::string_view::npos) break;
    inside.remove_prefix(start);
    const auto id = inside.substr(0, inside.find_first_of(" ,;"));
    if (!known(id)) return std::nullopt;
    ids.push_back(id);
    inside.remove_prefix(id.size());
  }
  if (ids.empty()) return std::nullopt;
  return ids;
}

}  // namespace

std::vector<CitingPart> split_citations(std::string_view text,
                                        const std::function<bool(std::string_view)>& known) {
  std::vector<CitingPart> parts;
  std::size_t start = 0;
  for (auto open = text.find('['); open != std::string_view::npos;
       open = text.find('[', open + 1)) {
    const auto close = text.substr(open, longest_list).find(']');
    if (close == std::string_view::npos) continue;
    const auto ids = ids_of(text.substr(open + 1, close - 1), known);
    if (!ids) continue;
    if (open > start) parts.push_back({std::string(text.substr(start, open - start)), false});
    for (const auto id : *ids) parts.push_back({std::string(id), true});
    start = open + close + 1;
    open = start - 1;
  }
  if (start < text.size()) parts.push_back({std::string(text.substr(start)), false});
  return parts;
}

}  // namespace assay::report
