#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "retrieval/documents/document.h"
#include "retrieval/store/store.h"

// Filling a knowledge store (VILLAIN, section 4.1 and appendix B): which documents lack a text that
// is of use, and what was gained.
namespace assay::retrieval {

enum class FillNeed { none, missing, too_short, wall, navigation };
// `none`, `missing`, `short`, `wall`, `navigation`.
const char* to_string(FillNeed need);

struct FillRules {
  std::size_t least_characters = 200;  // a shorter text is too short
};

// Of a text, wherever it came from.
FillNeed need_of_text(std::string_view text, const FillRules& rules);

// Of a document that can be fetched: one with an http or https address, that is no picture and was
// not filled before; `none` else.
FillNeed need_of(const Document& document, const FillRules& rules);

// Documents with a text that needs nothing, a claim, as in the paper's table 1.
struct FillCounts {
  std::uint64_t claims = 0;
  std::uint64_t documents = 0;  // with any text or none
  std::uint64_t useful = 0;
  std::uint64_t with_text = 0;
  std::uint64_t least = 0;  // with text, of one claim
  std::uint64_t most = 0;
  std::uint64_t characters = 0;
  void add_claim(std::uint64_t documents_of_it, std::uint64_t useful_of_it,
                 std::uint64_t with_text_of_it, std::uint64_t characters_of_it);
  double mean() const;  // with text, a claim
};

// By collection; those without a name under the empty one.
using FillTable = std::map<std::string, FillCounts>;
// Adds the documents of one claim's store as they are.
void add_claim(const Store& store, const FillRules& rules, FillTable& table);

}  // namespace assay::retrieval
