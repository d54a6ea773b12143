#include "web/fetch/media_type.h"

#include <array>
#include <string_view>

namespace assay::web {
namespace {

// The first bytes of what is no text, whatever the server says.
bool looks_binary(std::string_view bytes) {
  using namespace std::string_view_literals;
  static constexpr std::array signs{"\xFF\xD8\xFF"sv,
                                    "\x89PNG"sv,
                                    "GIF8"sv,
                                    "RIFF"sv,
                                    "PK\x03\x04"sv,
                                    "\x1F\x8B"sv,
                                    "\x7F"
                                    "ELF"sv};
  for (const auto sign : signs)
    if (bytes.starts_with(sign)) return true;
  return false;
}

}  // namespace

std::optional<MediaType> media_type_of(const Fetched& page) {
  const auto bytes = std::string_view(page.page().body);
  if (bytes.substr(0, 1024).find("%PDF-") != bytes.npos) return MediaType::pdf;
  if (looks_binary(bytes)) return std::nullopt;
  const auto& said = page.media_type;
  if (said == "text/html" || said == "application/xhtml+xml") return MediaType::html;
  if (said == "text/markdown") return MediaType::markdown;
  if (const auto looks = media_type_of(std::filesystem::path(), bytes.substr(0, 512))) return looks;
  return said.starts_with("text/") ? std::optional(MediaType::text) : std::nullopt;
}

}  // namespace assay::web
