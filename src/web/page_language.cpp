#include "web/page_language.h"

#include "language/detect.h"

namespace assay::web {
namespace {

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

}  // namespace

std::string language_of(std::string_view text, std::string_view declared) {
  auto found = language::detect(text);
  if (found.reliable && !found.language.empty()) return found.language;
  auto said = primary_code(declared);
  return said.empty() ? found.language : said;
}

void prepare_language() {
  language_of("This is English text, enough for the tables to be looked at.");
}

}  // namespace assay::web
