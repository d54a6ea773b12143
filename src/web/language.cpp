#include "web/language.h"

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include <algorithm>

namespace assay::web {
namespace {

constexpr std::size_t enough = 8 << 10;  // more text makes no surer

// The part of `tag` before its region or script: `de-AT` → `de`. Empty where it isn't a code.
std::string primary_code(std::string_view tag) {
  std::string code;
  for (const char c : tag) {
    if (c == '-' || c == '_') break;
    const char small = static_cast<char>(c | 0x20);
    if (small < 'a' || small > 'z') return {};
    code += small;
  }
  return code.size() == 2 || code.size() == 3 ? code : std::string{};
}

std::string_view utf8_prefix(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return text;
  while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xC0) == 0x80) --limit;
  return text.substr(0, limit);
}

}  // namespace

std::string language_of(std::string_view text, std::string_view declared) {
  const std::string said = primary_code(declared);
  text = utf8_prefix(text, enough);
  const CLD2::CLDHints hints{nullptr, nullptr, CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  CLD2::Language found[3];
  int percent[3];
  double scores[3];
  int bytes = 0;
  bool reliable = false;
  CLD2::ExtDetectLanguageSummary(text.data(), static_cast<int>(text.size()), true, &hints, 0, found,
                                 percent, scores, nullptr, &bytes, &reliable);
  if (!reliable || found[0] == CLD2::UNKNOWN_LANGUAGE || percent[0] < 50) return said;
  const std::string code = primary_code(CLD2::LanguageCode(found[0]));
  if (code == "un" || code.empty()) return said;
  return code == "iw" ? "he" : code;
}

void prepare_language() { language_of("This is English text, enough for the tables to be looked at."); }

}  // namespace assay::web
