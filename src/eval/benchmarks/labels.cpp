#include "eval/benchmarks/labels.h"

#include <fmt/format.h>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/fold.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

constexpr std::size_t longest_label = 200;  // nothing longer is one

// Letters and digits alone, folded.
std::string bare(std::string_view text) {
  std::string letters;
  for (const char c : language::fold_case(text)) {
    const bool alphanumeric = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0;
    if (alphanumeric) letters += c;
  }
  return letters;
}

}  // namespace

LabelReader::LabelReader(core::LabelSpace space, const std::vector<LabelAlias>& aliases)
    : space_(std::move(space)) {
  for (const auto& label : space_.labels()) names_.emplace(bare(label.name), label.name);
  for (const auto& [written, name] : aliases) names_.emplace(bare(written), name);
}

std::optional<std::string> LabelReader::read(std::string_view text) const {
  if (text.size() > longest_label) return std::nullopt;
  const auto it = names_.find(bare(text));
  if (it == names_.end()) return std::nullopt;
  return it->second;
}

std::string LabelReader::gold(std::string_view text) const {
  if (language::is_blank(text)) return {};
  if (auto label = read(text)) return *label;
  std::string known;
  for (const auto& label : space_.labels()) known += (known.empty() ? "" : ", ") + label.name;
  throw core::InputError(
      fmt::format("the label '{}' is none of {}", io::shown(text.substr(0, 60)), known));
}

}  // namespace assay::eval
