#pragma once
#include <cstddef>
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
  // Of each ClaimReview the claim that it reviews, empty where it names none; at most 20. A script
  // that can't be read and names the type counts as one.
  std::vector<std::string> claim_reviews;
};

inline constexpr std::size_t most_claim_reviews = 20;

// Reads the contents of a page's `application/ld+json` scripts; what is broken, longer than 1 MiB
// or nested deeper than 40 is passed over. Articles go before pages, and pages before anything
// else.
StructuredData read_json_ld(const std::vector<std::string_view>& scripts);

}  // namespace assay::web
