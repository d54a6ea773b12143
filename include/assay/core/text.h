#pragma once
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/core/json.h"

namespace assay::core {

// A reference to an image of the record, written `[image:7]`. Numbers start at 1 and run through
// the whole record, so that a found image can be the argument of an action.
struct ImageRef {
  int number = 0;
  friend bool operator==(const ImageRef&, const ImageRef&) = default;
};

std::string to_string(ImageRef ref);

// Text with image references in it, order kept.
class MultimodalText {
 public:
  using Part = std::variant<std::string, ImageRef>;

  MultimodalText() = default;
  // Splits at each well-formed reference; anything else stays text.
  explicit MultimodalText(std::string_view text);

  const std::vector<Part>& parts() const { return parts_; }
  // The text as it was given, references included: MultimodalText(s).to_string() == s.
  std::string to_string() const;
  // The text alone, each reference replaced by a space.
  std::string plain() const;
  std::vector<ImageRef> images() const;
  bool empty() const { return parts_.empty(); }

  void append(std::string_view text);
  void append(ImageRef ref);

  friend bool operator==(const MultimodalText&, const MultimodalText&) = default;

 private:
  std::vector<Part> parts_;
};

void to_json(Json& json, const MultimodalText& text);
void from_json(const Json& json, MultimodalText& text);

}  // namespace assay::core
