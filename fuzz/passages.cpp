// A line of a benchmark's knowledge store, and any text cut into passages.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "retrieval/documents/json_lines.h"
#include "retrieval/knowledge/line.h"
#include "retrieval/passages/chunks.h"
#include "retrieval/passages/repeats.h"

namespace {

using namespace assay;

void expect(bool holds) {
  if (!holds) std::abort();
}

bool begins_character(std::string_view text, std::size_t at) {
  return at >= text.size() || (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

// In order, without overlap, none too long, and no character split where the text has one.
void check_passages(std::string_view text, const std::vector<language::Span>& passages,
                    std::size_t most) {
  expect(!passages.empty());
  retrieval::RepeatFinder finder;
  std::size_t before = 0;
  for (const auto& [begin, end] : passages) {
    expect(begin >= before && begin <= end && end <= text.size());
    std::size_t characters = 0;
    for (std::size_t i = begin; i < end; ++i) characters += begins_character(text, i) ? 1 : 0;
    expect(characters <= most);
    finder.add(retrieval::passage_sketch(text.substr(begin, end - begin)));
    before = end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const std::size_t most : {std::size_t{7}, retrieval::passage_characters})
    check_passages(bytes, retrieval::chunks(bytes, most), most);
  retrieval::KnowledgeLineParser parser;
  try {
    const auto line = parser.parse(bytes);
    std::size_t before = 0;
    for (const auto& [begin, end] : line.sentences) {
      expect(begin >= before && begin < end && end <= line.document.text.size());
      expect(begins_character(line.document.text, begin));
      before = end;
    }
    check_passages(line.document.text, retrieval::chunks(line.document.text, line.sentences),
                   retrieval::passage_characters);
  } catch (const retrieval::BadLine&) {
  }
  return 0;
}
