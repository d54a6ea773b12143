#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/core/label_space.h"

namespace assay::eval {

// Another spelling of a label: what is written, and the label's own name.
using LabelAlias = std::pair<std::string_view, std::string_view>;

// Reads labels whatever their case, spaces and punctuation.
class LabelReader {
 public:
  LabelReader(core::LabelSpace space, const std::vector<LabelAlias>& aliases = {});

  // The label in the space's spelling; nothing where it is none of them.
  std::optional<std::string> read(std::string_view text) const;
  // The same of a gold label; empty where `text` is blank. Throws InputError, which lists the
  // known labels.
  std::string gold(std::string_view text) const;
  const core::LabelSpace& space() const { return space_; }

 private:
  core::LabelSpace space_;
  std::unordered_map<std::string, std::string> names_;  // by what is left of a spelling
};

}  // namespace assay::eval
