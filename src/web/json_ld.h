#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::web {

// What a page says of itself in JSON-LD (schema.org). Texts as they are written there.
struct StructuredData {
  std::string headline;
  std::vector<std::string> authors;
  std::string publisher;
  std::string published;
  std::string modified;
  std::string language;
  std::string url;
};

// Reads the contents of a page's `application/ld+json` scripts; what is broken, longer than 1 MiB
// or nested deeper than 40 is passed over. Articles go before pages, and pages before anything
// else.
StructuredData read_json_ld(const std::vector<std::string_view>& scripts);

}  // namespace assay::web
