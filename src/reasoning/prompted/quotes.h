#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/evidence.h"

namespace assay::reasoning::prompted {

// The letters of a text without what may differ between a sentence and its quotation: white space,
// quotation marks, emphasis, the case of letters and the kind of dash.
struct Letters {
  std::u32string points;
  std::vector<std::size_t> begins;  // for each the byte where it begins
};

// Finds the sentences that a model says it quotes in a kept text: the same words in the same order.
// In time linear in both. The text outlives it.
class Quotes {
 public:
  Quotes(std::string_view text, std::string blob);

  // Nothing where the text has no such place, or only one that begins or ends within a word or a
  // number, and where less than a few words is asked for: what a source did not write is no
  // quotation. With the full stop that follows.
  std::optional<core::Quotation> find(std::string_view wanted) const;

 private:
  std::optional<core::Quotation> at(std::size_t first, std::size_t count) const;

  std::string_view text_;
  std::string blob_;
  Letters letters_;
};

}  // namespace assay::reasoning::prompted
