#include "retrieval/documents/json_lines.h"

#include <simdjson.h>

#include <algorithm>
#include <vector>

#include "io/files.h"
#include "retrieval/documents/line_parser.h"

namespace assay::retrieval {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

constexpr std::size_t most_images = 1000;

std::string in_quotes(std::string_view text) { return "'" + io::shown(shortened(text, 60)) + "'"; }

std::string text_of(element value, const char* name) {
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS)
    throw BadLine(std::string("'") + name + "' is not a text");
  return std::string(text);
}

// Many collections number their documents.
std::string id_of(element value) {
  std::int64_t number = 0;
  if (value.get(number) == simdjson::SUCCESS) return std::to_string(number);
  return text_of(value, "id");
}

std::optional<core::Date> date_of(element value) {
  const std::string text = text_of(value, "date");
  if (text.empty()) return std::nullopt;
  auto date = core::Date::parse(text);
  if (!date) throw BadLine("'date' is not a date: " + in_quotes(text));
  return date;
}

DocumentImage image_of(element value) {
  DocumentImage image;
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) {
    image.reference = text;
    return image;
  }
  if (!value.is_object()) throw BadLine("'images' holds something that is no text and no object");
  // A file is at hand more likely than what an address leads to.
  for (const char* name : {"file", "path", "url", "src"})
    if (image.reference.empty() && value[name].get(text) == simdjson::SUCCESS)
      image.reference = text;
  if (value["caption"].get(text) == simdjson::SUCCESS) image.caption = text;
  if (value["alt"].get(text) == simdjson::SUCCESS) image.alt = text;
  if (image.caption.empty() && value["title"].get(text) == simdjson::SUCCESS) image.caption = text;
  if (image.reference.empty()) throw BadLine("an image has no 'url', 'file', 'path' or 'src'");
  return image;
}

std::vector<DocumentImage> images_of(element value) {
  simdjson::dom::array array;
  if (value.get(array) != simdjson::SUCCESS) throw BadLine("'images' is not a list");
  std::vector<DocumentImage> images;
  for (const element image : array) {
    if (images.size() == most_images) throw BadLine("more than 1000 images");
    images.push_back(image_of(image));
  }
  return images;
}

void take_optional(element value, std::string& field) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) field = text;
}

// Sets the field of that name; a later one of the same name wins, as JSON readers mostly have it.
void set(Document& document, std::string_view name, element value, bool& has_text) {
  if (name == "text")
    document.text = text_of(value, "text"), has_text = true;
  else if (name == "id")
    document.id = id_of(value);
  else if (name == "url")
    document.url = text_of(value, "url");
  else if (name == "title")
    document.title = text_of(value, "title");
  else if (name == "date")
    document.date = date_of(value);
  else if (name == "images")
    document.images = images_of(value);
  else if (name == "publisher")
    take_optional(value, document.publisher);
  else if (name == "author")
    take_optional(value, document.author);
  else if (name == "language")
    take_optional(value, document.language);
}

Document document_of(element root, const std::string& default_id) {
  simdjson::dom::object object;
  if (root.get(object) != simdjson::SUCCESS) throw BadLine("not a JSON object");
  Document document;
  bool has_text = false;
  for (const auto field : object)
    if (!field.value.is_null()) set(document, field.key, field.value, has_text);
  if (!has_text) throw BadLine("no 'text'");
  if (document.id.empty()) document.id = default_id;
  document.extractor = "jsonl/1";
  document.media_type = "jsonl";
  return document;
}

}  // namespace

struct DocumentParser::Impl {
  LineParser lines;
};

DocumentParser::DocumentParser() : impl_(std::make_unique<Impl>()) {}
DocumentParser::~DocumentParser() = default;
DocumentParser::DocumentParser(DocumentParser&&) noexcept = default;
DocumentParser& DocumentParser::operator=(DocumentParser&&) noexcept = default;

Document DocumentParser::parse(std::string_view json, const std::string& default_id) {
  const element root = impl_->lines.parse(json);
  return document_of(root, default_id);
}

}  // namespace assay::retrieval
