// A libFuzzer target of robots.txt. The first line is a path.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "web/fetch/content_type.h"
#include "web/fetch/robots.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto line = text.substr(0, text.find('\n'));
  const auto robots =
      assay::web::Robots::parse(text.substr(std::min(line.size() + 1, size)), "Assay");
  const bool allowed = robots.allows(line);
  if (!robots.allows("/robots.txt") || allowed != robots.allows(line)) std::abort();
  if (const auto delay = robots.delay(); delay && delay->count() > 60'000) std::abort();
  const auto type = assay::web::content_type_of(line);
  if (type.media_type.size() > 100 || type.charset.size() > 100) std::abort();
  return 0;
}
