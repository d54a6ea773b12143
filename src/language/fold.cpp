#include "language/fold.h"

#include <unicode/bytestream.h>
#include <unicode/locid.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <vector>

#include "language/utf8.h"

namespace assay::language {
namespace {

const icu::Normalizer2* case_folder() {
  UErrorCode error = U_ZERO_ERROR;
  const auto* normalizer = icu::Normalizer2::getNFKCCasefoldInstance(error);
  return U_SUCCESS(error) ? normalizer : nullptr;
}

char lower_ascii(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

constexpr char32_t drop = 0xFFFFFFFF;

bool accented_block(char32_t c) {
  return (c >= 0xC0 && c < 0x250) || (c >= 0x370 && c < 0x400) || (c >= 0x1E00 && c < 0x2000);
}

// Letters whose stroke or dot Unicode does not see as an accent.
char32_t stroke(char32_t c) {
  switch (c) {
    case 0xF8:
      return 'o';  // ø
    case 0x111:
      return 'd';  // đ
    case 0x142:
      return 'l';  // ł
    case 0x131:
      return 'i';  // ı
    case 0x127:
      return 'h';  // ħ
    case 0x451:
      return 0x435;  // ё
    case 0x622:
    case 0x623:
    case 0x625:
    case 0x671:
      return 0x627;  // alef
    case 0x649:
      return 0x64A;  // alef maqsura
    case 0x629:
      return 0x647;  // ta marbuta
    default:
      return c;
  }
}

bool point_mark(char32_t c) {
  return (c >= 0x300 && c < 0x370) || (c >= 0x64B && c < 0x660) || c == 0x670 || c == 0x640 ||
         (c >= 0x591 && c < 0x5C8 && c != 0x5BE && c != 0x5C0 && c != 0x5C3 && c != 0x5C6);
}

char32_t without_accent(char32_t c) {
  if (point_mark(c)) return drop;
  const char32_t plain = stroke(c);
  if (plain != c || !accented_block(c)) return plain;
  UErrorCode error = U_ZERO_ERROR;
  const auto* normalizer = icu::Normalizer2::getNFDInstance(error);
  icu::UnicodeString parts;
  if (U_FAILURE(error) || !normalizer->getDecomposition(static_cast<UChar32>(c), parts)) return c;
  return static_cast<char32_t>(parts.char32At(0));
}

}  // namespace

std::string fold_case(std::string_view word) {
  std::string out;
  if (is_ascii(word)) {
    out.resize(word.size());
    for (std::size_t i = 0; i < word.size(); ++i) out[i] = lower_ascii(word[i]);
    return out;
  }
  const auto* folder = case_folder();
  if (folder == nullptr) return std::string(word);
  UErrorCode error = U_ZERO_ERROR;
  icu::StringByteSink<std::string> sink(&out);
  folder->normalizeUTF8(0, icu::StringPiece(word.data(), static_cast<std::int32_t>(word.size())),
                        sink, nullptr, error);
  if (U_FAILURE(error)) return std::string(word);
  for (std::size_t at = 0; (at = out.find("\xE2\x80\x99", at)) != std::string::npos;)
    out.replace(at, 3, "'");
  return out;
}

std::string lower_case(std::string_view text) {
  std::string lower;
  if (is_ascii(text)) {
    lower.resize(text.size());
    std::ranges::transform(text, lower.begin(), lower_ascii);
    return lower;
  }
  icu::UnicodeString::fromUTF8(to_utf8(text)).toLower(icu::Locale::getRoot()).toUTF8String(lower);
  return lower;
}

void strip_accents(std::string& word) {
  if (is_ascii(word)) return;
  std::string out;
  out.reserve(word.size());
  for (std::size_t at = 0; at < word.size();) {
    const char32_t c = without_accent(decode(word, at));
    if (c != drop) append(out, c);
  }
  word = std::move(out);
}

std::string fold(std::string_view word) {
  std::string folded = fold_case(word);
  strip_accents(folded);
  return folded;
}

}  // namespace assay::language
