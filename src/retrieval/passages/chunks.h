#pragma once
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "language/sentences.h"

namespace assay::retrieval {

// VILLAIN's length of a chunk (section 3.1), in characters (code points).
inline constexpr std::size_t passage_characters = 2048;

// The passages of a text, in order: whole sentences, as many as fit into `most` characters. They
// don't overlap, and hold every sentence; no character is split. One empty passage where the text
// is blank, so that a title alone can be found.
std::vector<language::Span> chunks(std::string_view text, std::size_t most = passage_characters);
// The same of a text whose sentences are known: they are in order and don't overlap. One that is
// longer than a passage is looked into.
std::vector<language::Span> chunks(std::string_view text, std::span<const language::Span> sentences,
                                   std::size_t most = passage_characters);

}  // namespace assay::retrieval
