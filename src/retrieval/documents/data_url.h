#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace assay::retrieval {

// Does the reference hold its bytes itself?
bool is_data_url(std::string_view reference);

// What a data URL holds, written in base64 or percent-encoded.
struct DataUrl {
  std::string media_type;  // as it says, in lower case; not to be believed
  std::string bytes;
  std::string problem;  // why there are no bytes; empty where there are
};
// Of a data URL (is_data_url()). What would be longer than `limit` bytes is a problem.
DataUrl read_data_url(std::string_view url, std::size_t limit);

// `data:image/png`: what a data URL is referred to by, without what it holds.
std::string short_reference(std::string_view data_url);

}  // namespace assay::retrieval
