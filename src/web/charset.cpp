#include "web/charset.h"

#include <uchardet/uchardet.h>
#include <unicode/ucnv.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

namespace assay::web {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::size_t detection_bytes = 64 << 10;

std::string lower(std::string_view text) {
  std::string result;
  for (const char c : text)
    if (static_cast<unsigned char>(c) > ' ')
      result += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return result;
}

// The number of bytes at the start of `bytes` that are valid UTF-8.
std::size_t valid_utf8(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    std::uint64_t eight;
    if (i + sizeof eight <= bytes.size()) {
      std::memcpy(&eight, bytes.data() + i, sizeof eight);
      if ((eight & 0x8080808080808080u) == 0) {
        i += sizeof eight;
        continue;
      }
    }
    if (static_cast<unsigned char>(bytes[i]) < 0x80) {
      ++i;
      continue;
    }
    auto next = static_cast<std::int64_t>(i);
    const auto size = static_cast<std::int64_t>(bytes.size());
    UChar32 c = 0;
    U8_NEXT(bytes.data(), next, size, c);
    if (c < 0) return i;
    i = static_cast<std::size_t>(next);
  }
  return i;
}

std::string repaired_utf8(std::string_view bytes) {
  std::string result;
  result.reserve(bytes.size());
  while (!bytes.empty()) {
    const auto good = valid_utf8(bytes);
    result.append(bytes.substr(0, good));
    bytes.remove_prefix(good);
    if (bytes.empty()) break;
    result.append(replacement);
    std::int64_t next = 0;
    UChar32 c = 0;
    U8_NEXT(bytes.data(), next, static_cast<std::int64_t>(bytes.size()), c);
    bytes.remove_prefix(static_cast<std::size_t>(next));
  }
  return result;
}

std::size_t count_replacements(std::string_view text) {
  std::size_t count = 0;
  for (auto at = text.find(replacement); at != text.npos; at = text.find(replacement, at + 3))
    ++count;
  return count;
}

std::size_t count_high(std::string_view bytes) {
  return static_cast<std::size_t>(std::ranges::count_if(bytes, [](char c) { return c < 0; }));
}

// What browsers take a label to mean: the common superset of what it says.
std::string meaning(std::string_view label) {
  std::string name = lower(label);
  static constexpr std::pair<std::string_view, std::string_view> supersets[] = {
      {"iso-8859-1", "windows-1252"},
      {"iso8859-1", "windows-1252"},
      {"latin1", "windows-1252"},
      {"latin-1", "windows-1252"},
      {"us-ascii", "windows-1252"},
      {"ascii", "windows-1252"},
      {"iso-8859-9", "windows-1254"},
      {"iso-8859-11", "windows-874"},
      {"tis-620", "windows-874"},
      {"gb2312", "gb18030"},
      {"gbk", "gb18030"},
      {"x-gbk", "gb18030"},
      {"shift_jis", "windows-31j"},
      {"shift-jis", "windows-31j"},
      {"sjis", "windows-31j"},
      {"x-sjis", "windows-31j"},
      {"euc-kr", "windows-949"},
      {"ks_c_5601-1987", "windows-949"},
      {"utf8", "utf-8"},
      {"unicode", "utf-16le"},
      {"utf-16", "utf-16le"},
      {"iso-8859-8-i", "iso-8859-8"},
      {"big5-hkscs", "big5-hkscs"},
      {"x-x-big5", "big5"}};
  for (const auto& [from, to] : supersets)
    if (name == from) return std::string(to);
  return name;
}

// Nothing where ICU doesn't know the charset, or refuses (a stateful one of no use on the web).
std::optional<std::string> convert(std::string_view bytes, const std::string& charset) {
  if (charset.empty() || charset == "utf-7" || charset.size() > 40) return std::nullopt;
  if (charset == "utf-8") return repaired_utf8(bytes);
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<UConverter, void (*)(UConverter*)> from(ucnv_open(charset.c_str(), &error),
                                                          &ucnv_close);
  if (U_FAILURE(error)) return std::nullopt;
  std::unique_ptr<UConverter, void (*)(UConverter*)> to(ucnv_open("UTF-8", &error), &ucnv_close);
  if (U_FAILURE(error)) return std::nullopt;
  std::string result;
  std::array<char, 16 << 10> buffer;
  std::array<UChar, 8 << 10> pivot;
  UChar* pivot_from = pivot.data();
  UChar* pivot_to = pivot.data();
  const char* in = bytes.data();
  const char* const end = in + bytes.size();
  for (bool first = true;; first = false) {
    char* out = buffer.data();
    error = U_ZERO_ERROR;
    ucnv_convertEx(to.get(), from.get(), &out, buffer.data() + buffer.size(), &in, end,
                   pivot.data(), &pivot_from, &pivot_to, pivot.data() + pivot.size(), first, true,
                   &error);
    result.append(buffer.data(), out);
    if (error != U_BUFFER_OVERFLOW_ERROR) break;
  }
  if (U_FAILURE(error)) return std::nullopt;
  return result;
}

std::string detected(std::string_view bytes) {
  // From the first byte that says something on, so that a long ASCII head is not all that is seen.
  const auto high = std::ranges::find_if(bytes, [](char c) { return c < 0; }) - bytes.begin();
  const auto start = static_cast<std::size_t>(high) > detection_bytes / 4
                         ? static_cast<std::size_t>(high) - detection_bytes / 4
                         : 0;
  bytes = bytes.substr(std::min(start, bytes.size()), detection_bytes);
  std::unique_ptr<std::remove_pointer_t<uchardet_t>, void (*)(uchardet_t)> detector(
      uchardet_new(), &uchardet_delete);
  if (uchardet_handle_data(detector.get(), bytes.data(), bytes.size()) != 0) return {};
  uchardet_data_end(detector.get());
  return meaning(uchardet_get_charset(detector.get()));
}

std::string without_nul(std::string text) {
  if (text.find('\0') != text.npos) std::erase(text, '\0');
  return text;
}

// UTF-16 without a mark: a page begins with ASCII, every second byte of which is then zero.
std::string utf16_by_zeros(std::string_view bytes) {
  const auto head = bytes.substr(0, 64);
  if (head.size() < 8) return {};
  std::size_t even = 0;
  std::size_t odd = 0;
  for (std::size_t i = 0; i + 1 < head.size(); i += 2) {
    even += head[i] == 0;
    odd += head[i + 1] == 0;
  }
  const auto most = head.size() / 2 * 3 / 4;
  if (odd >= most && even == 0) return "utf-16le";
  if (even >= most && odd == 0) return "utf-16be";
  return {};
}

struct Mark {
  std::string_view bytes;
  const char* charset;
};

std::optional<std::string> decode_by_mark(std::string_view bytes) {
  using namespace std::string_view_literals;
  static constexpr Mark marks[] = {
      {"\xEF\xBB\xBF"sv, "utf-8"},    {"\xFF\xFE\0\0"sv, "utf-32le"},
      {"\0\0\xFE\xFF"sv, "utf-32be"}, {"\xFF\xFE"sv, "utf-16le"},
      {"\xFE\xFF"sv, "utf-16be"},     {"\x84\x31\x95\x33"sv, "gb18030"}};
  for (const auto& mark : marks)
    if (bytes.starts_with(mark.bytes))
      return convert(bytes.substr(mark.bytes.size()), mark.charset);
  if (const auto charset = utf16_by_zeros(bytes); !charset.empty()) return convert(bytes, charset);
  return std::nullopt;
}

}  // namespace

std::string decode(std::string_view bytes, std::string_view header, std::string_view declared) {
  if (auto text = decode_by_mark(bytes)) return without_nul(std::move(*text));
  const std::string labels[] = {meaning(header), meaning(declared)};
  const bool escapes = bytes.find('\x1b') != bytes.npos;
  if (!escapes && valid_utf8(bytes) == bytes.size()) return without_nul(std::string(bytes));
  // A label is believed while less than one in twenty of the bytes that it is about is senseless.
  const auto high = count_high(bytes);
  for (const auto& label : labels) {
    auto text = convert(bytes, label);
    if (text && count_replacements(*text) * 20 <= high + 19) return without_nul(std::move(*text));
  }
  for (const auto& charset : {detected(bytes), std::string("windows-1252")})
    if (auto text = convert(bytes, charset)) return without_nul(std::move(*text));
  return without_nul(repaired_utf8(bytes));
}

std::string declared_charset(std::string_view html) {
  const std::string head = lower(html.substr(0, 4096));  // without white space
  for (auto at = head.find("<meta"); at != head.npos; at = head.find("<meta", at + 5)) {
    const auto tag = std::string_view(head).substr(at, head.find('>', at) - at);
    auto value = tag.find("charset=");
    if (value == tag.npos) continue;
    value += 8;
    if (value < tag.size() && (tag[value] == '"' || tag[value] == '\'')) ++value;
    const auto end = tag.find_first_of("\"'/;>", value);
    return std::string(tag.substr(value, end == tag.npos ? tag.npos : end - value));
  }
  return {};
}

bool looks_like_text(std::string_view bytes) {
  if (decode_by_mark(bytes.substr(0, 512 & ~std::size_t{3}))) return true;
  const auto head = bytes.substr(0, 4096);
  const auto control = std::ranges::count_if(head, [](char c) {
    const auto u = static_cast<unsigned char>(c);
    return u < 32 && u != '\t' && u != '\n' && u != '\r' && u != '\f' && u != 0x1b;
  });
  return head.find('\0') == head.npos && static_cast<std::size_t>(control) * 50 <= head.size();
}

}  // namespace assay::web
