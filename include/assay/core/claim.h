#pragma once
#include <optional>
#include <string>
#include <vector>

#include "assay/core/date.h"
#include "assay/core/json.h"
#include "assay/core/text.h"

namespace assay::core {

// A picture of the record. Its bytes are kept as they came, in a blob named by their SHA-256.
struct Image {
  int number = 0;          // the n of [image:n]
  std::string file;        // where it came from: a path or a URL
  std::string sha256;      // of the kept bytes, lower-case hex; empty where they are not kept
  std::string media_type;  // `image/jpeg`, …
  std::string caption;     // as the page that shows it has it
  std::string alt;         // its alternative text there
  std::string nearby;      // the words around it there
  std::string words_blob;  // SHA-256 of the kept caption, or of the alternative text where there
                           // is none: what quotations of these words point into
  int width = 0;           // in pixels, upright; 0 where it was not decoded
  int height = 0;
  std::optional<Date> taken;  // when the camera says
  std::string note;           // what of it could not be read, for people; mostly empty
  friend bool operator==(const Image&, const Image&) = default;
};

// What is checked.
struct Claim {
  std::string id;  // of the batch or benchmark; `claim` for a single one
  MultimodalText text;
  std::vector<Image> images;
  std::optional<Date> date;  // when it was made
  std::string speaker;
  std::string origin;  // URL of the page or post that carried it
  std::string place;
  std::string post;  // the post's own text, where known
  friend bool operator==(const Claim&, const Claim&) = default;
};

void to_json(Json& json, const Image& image);
void from_json(const Json& json, Image& image);
void to_json(Json& json, const Claim& claim);
void from_json(const Json& json, Claim& claim);

}  // namespace assay::core
