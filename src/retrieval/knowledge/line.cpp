#include "retrieval/knowledge/line.h"

#include <simdjson.h>

#include <algorithm>
#include <vector>

#include "language/lines.h"
#include "retrieval/documents/json_lines.h"
#include "retrieval/documents/line_parser.h"

namespace assay::retrieval {
namespace {

using simdjson::dom::element;

// Each returns whether the type was right.
bool take_text(element value, std::string& field) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) return false;
  field = text;
  return true;
}

bool take_claim(element value, std::optional<std::string>& field) {
  std::int64_t number = 0;
  std::string text;
  if (value.get(number) == simdjson::SUCCESS)
    field = std::to_string(number);
  else if (take_text(value, text))
    field = std::move(text);
  else
    return false;
  return true;
}

bool take_sentences(element value, KnowledgeLine& line) {
  auto& field = line.document.text;
  field.clear();  // of two fields of one name the later counts
  line.sentences.clear();
  simdjson::dom::array sentences;
  if (value.get(sentences) != simdjson::SUCCESS) {
    take_text(value, field);
    return false;
  }
  bool right = true;
  for (const element sentence : sentences) {
    std::string_view text;
    if (sentence.get(text) != simdjson::SUCCESS) {
      right = false;
      continue;
    }
    if (language::is_blank(text)) continue;
    if (!field.empty()) field += '\n';
    line.sentences.push_back({field.size(), field.size() + text.size()});
    field += text;
  }
  return right;
}

bool take(KnowledgeLine& line, std::string_view name, element value) {
  if (name == "claim_id") return take_claim(value, line.claim);
  if (name == "type") return take_text(value, line.document.query_type);
  if (name == "query") return take_text(value, line.document.query);
  if (name == "url") return take_text(value, line.document.url);
  if (name == "url2text") return take_sentences(value, line);
  return true;
}

}  // namespace

struct KnowledgeLineParser::Impl {
  LineParser lines;
};

KnowledgeLineParser::KnowledgeLineParser() : impl_(std::make_unique<Impl>()) {}
KnowledgeLineParser::~KnowledgeLineParser() = default;
KnowledgeLineParser::KnowledgeLineParser(KnowledgeLineParser&&) noexcept = default;
KnowledgeLineParser& KnowledgeLineParser::operator=(KnowledgeLineParser&&) noexcept = default;

KnowledgeLine KnowledgeLineParser::parse(std::string_view json) {
  const element root = impl_->lines.parse(json);
  simdjson::dom::object object;
  if (root.get(object) != simdjson::SUCCESS) throw BadLine("not a JSON object");
  KnowledgeLine line;
  for (const auto field : object)
    if (!field.value.is_null() && !take(line, field.key, field.value)) line.wrong_type = true;
  line.document.extractor = "knowledge/1";
  line.document.media_type = "jsonl";
  return line;
}

}  // namespace assay::retrieval
