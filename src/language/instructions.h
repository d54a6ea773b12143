#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "language/sentences.h"

namespace assay::language {

// A passage of a text that addresses whoever reads it as a language model: it orders, it claims to
// be the system, it says what to answer. Whoever writes such a thing into a page wants to steer who
// reads it by program; in an article about models it may be an example.
struct InstructionPassage {
  std::string_view kind;  // of instructions.tsv: `asks to ignore instructions`, …
  Span span;              // the sentence, or of a long one the part around what was found
};

// The passages of a text, in its order; those that touch are one, of the first one's kind. Finds
// them in any case, with other spaces, with invisible characters between, with letters of other
// scripts or digits that look the same, and with letters set apart (`i g n o r e`).
// Looks at the first 2 MB, in time linear in them, and gives at most `most`.
std::vector<InstructionPassage> instructions_to_models(std::string_view text,
                                                       std::size_t most = 20);

}  // namespace assay::language
