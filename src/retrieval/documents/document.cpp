#include "retrieval/documents/document.h"

#include <simdjson.h>

#include <array>
#include <cstdint>
#include <cstdio>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "language/beginning.h"

namespace assay::retrieval {
namespace {

void put_number(std::string& out, std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) out += static_cast<char>((value >> shift) & 0xFF);
}

void put_text(std::string& out, std::string_view text) {
  put_number(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

// Takes fields off the front of the bytes, each checked against what is left.
class Fields {
 public:
  explicit Fields(std::string_view bytes) : rest_(bytes) {}

  std::uint32_t number() {
    const auto bytes = take(4);
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return value;
  }
  std::string text() { return std::string(take(number())); }
  void expect_end() const {
    if (!rest_.empty()) damaged();
  }
  std::size_t left() const { return rest_.size(); }
  [[noreturn]] static void damaged() {
    throw core::InputError("a document's description is damaged");
  }

 private:
  std::string_view take(std::size_t size) {
    if (size > rest_.size()) damaged();
    const auto taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  std::string_view rest_;
};

constexpr std::size_t smallest_image = 40;  // seven empty texts, three numbers

}  // namespace

std::string encode_metadata(const Document& document) {
  std::string out;
  out.reserve(64 + document.id.size() + document.url.size() + document.title.size());
  for (const auto* text :
       {&document.id, &document.url, &document.title, &document.language, &document.publisher,
        &document.author, &document.extractor, &document.media_type, &document.collection,
        &document.query, &document.query_type, &document.filled})
    put_text(out, *text);
  put_number(out, packed_date(document.date));
  put_number(out, static_cast<std::uint32_t>(document.images.size()));
  for (const auto& image : document.images) {
    for (const auto* text : {&image.reference, &image.caption, &image.alt, &image.nearby,
                             &image.sha256, &image.media_type, &image.note})
      put_text(out, *text);
    put_number(out, static_cast<std::uint32_t>(image.width));
    put_number(out, static_cast<std::uint32_t>(image.height));
    put_number(out, packed_date(image.taken));
  }
  return out;
}

Document decode_metadata(std::string_view bytes) {
  Fields fields(bytes);
  Document document;
  for (auto* text :
       {&document.id, &document.url, &document.title, &document.language, &document.publisher,
        &document.author, &document.extractor, &document.media_type, &document.collection,
        &document.query, &document.query_type, &document.filled})
    *text = fields.text();
  document.date = unpacked_date(fields.number());
  const std::uint32_t images = fields.number();
  if (images > fields.left() / smallest_image) Fields::damaged();
  document.images.resize(images);
  for (auto& image : document.images) {
    for (auto* text : {&image.reference, &image.caption, &image.alt, &image.nearby, &image.sha256,
                       &image.media_type, &image.note})
      *text = fields.text();
    image.width = static_cast<int>(fields.number());
    image.height = static_cast<int>(fields.number());
    image.taken = unpacked_date(fields.number());
  }
  fields.expect_end();
  return document;
}

Collection collection_of(std::string_view name) {
  for (const auto one : {Collection::text, Collection::image_text, Collection::images})
    if (name == to_string(one)) return one;
  return Collection::none;
}

const char* to_string(Collection collection) {
  switch (collection) {
    case Collection::text:
      return "text";
    case Collection::image_text:
      return "image_text";
    case Collection::images:
      return "images";
    case Collection::none:
      break;
  }
  return "";
}

std::string document_digest(std::string_view metadata, std::string_view text,
                            std::string_view bytes) {
  return io::Sha256().add_field(metadata).add_field(text).add_field(bytes).hex();
}

std::uint32_t packed_date(const std::optional<core::Date>& date) {
  if (!date) return 0;
  return static_cast<std::uint32_t>(date->year() * 10000 + date->month() * 100 + date->day());
}

std::optional<core::Date> unpacked_date(std::uint32_t packed) {
  if (packed == 0) return std::nullopt;
  return core::Date::of(static_cast<int>(packed / 10000), static_cast<int>(packed / 100 % 100),
                        static_cast<int>(packed % 100));
}

std::string id_of_path(const std::string& relative) {
  std::string id = io::shown(relative);
  if (simdjson::validate_utf8(id)) return id;
  // Rare forms that io::shown() lets through, such as surrogates: escape every byte beyond ASCII.
  id.clear();
  for (const char c : relative) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      id += c;
      continue;
    }
    std::array<char, 5> escape{};
    std::snprintf(escape.data(), escape.size(), "\\x%02x", byte);
    id += escape.data();
  }
  return id;
}

std::string shortened(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  return std::string(language::beginning(text, limit)) + "…";
}

}  // namespace assay::retrieval
