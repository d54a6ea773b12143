#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/sentences.h"
#include "retrieval/documents/document.h"

namespace assay::retrieval {

// One line of a benchmark's knowledge store: {`claim_id`, `type`, `query`, `url`, `url2text`: list
// of sentences}.
struct KnowledgeLine {
  std::optional<std::string> claim;       // a number or a text
  Document document;                      // without an id
  std::vector<language::Span> sentences;  // of its text, where it came as a list
  bool wrong_type = false;  // some field was; it is as if it were absent (a text instead of a list
                            // of sentences is taken)
};

// Reads them. For one thread at a time.
class KnowledgeLineParser {
 public:
  KnowledgeLineParser();
  ~KnowledgeLineParser();
  KnowledgeLineParser(KnowledgeLineParser&&) noexcept;
  KnowledgeLineParser& operator=(KnowledgeLineParser&&) noexcept;

  // Every field may be absent or null. Throws BadLine where the line is no JSON object in UTF-8.
  KnowledgeLine parse(std::string_view json);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::retrieval
