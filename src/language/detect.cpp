#include "language/detect.h"

#include <cld2/public/compact_lang_det.h>

#include <algorithm>
#include <array>

#include "language/utf8.h"

namespace assay::language {
namespace {

// Enough to be sure of, and little enough to cost nothing beside the splitting into words.
constexpr std::size_t sample_bytes = 1200;

std::string iso_code(CLD2::Language language) {
  if (language == CLD2::UNKNOWN_LANGUAGE || language == CLD2::TG_UNKNOWN_LANGUAGE) return {};
  std::string code = CLD2::LanguageCode(language);
  if (code == "iw") return "he";
  if (code == "jw") return "jv";
  if (code == "nb" || code == "nn") return "no";
  return code.substr(0, code.find('-'));
}

std::string_view sample_of(std::string_view text) {
  if (text.size() <= sample_bytes) return text;
  std::size_t end = sample_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace

Detection detect(std::string_view text) {
  const std::string_view sample = sample_of(text);
  std::string repaired;
  std::string_view input = sample;
  if (!is_utf8(sample)) {  // cld2 reads past the end of a cut sequence
    repaired = to_utf8(sample);
    input = repaired;
  }
  std::array<CLD2::Language, 3> languages{};
  std::array<int, 3> percent{};
  int bytes = 0;
  bool reliable = false;
  CLD2::DetectLanguageSummary(input.data(), static_cast<int>(input.size()), true,
                              languages.data(), percent.data(), &bytes, &reliable);
  return {iso_code(languages[0]), reliable};
}

}  // namespace assay::language
