#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/date.h"
#include "web/html_tree.h"
#include "web/main_content.h"

namespace assay::web {

// What a page says of itself, from JSON-LD, OpenGraph and other meta elements, microdata, `time`,
// its address, and its visible text.
struct Metadata {
  std::string title;
  std::string author;     // several are separated by "; "
  std::string publisher;
  std::string language;   // as declared, e.g. `de-AT`
  std::string url;        // canonical; empty where it names none
  std::optional<core::Date> published;
  std::optional<core::Date> modified;
};

// `url` is where the page came from; may be empty.
Metadata read_metadata(const HtmlTree& tree, const PageMarks& marks, std::string_view url);

}  // namespace assay::web
