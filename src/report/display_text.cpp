#include "report/display_text.h"

#include <algorithm>
#include <cctype>

#include "language/utf8.h"

namespace assay::report {
namespace {

constexpr std::size_t longest_link = 4096;

bool is_space(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}
bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }
// Embeddings, overrides and isolates: they reach beyond their own text when they are not closed.
bool is_reordering(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}
// Language tags and the like: never seen, so they could only hide something.
bool is_hidden(char32_t c) { return (c >= 0xE0000 && c <= 0xE007F) || c == 0xFEFF; }

bool is_unreserved(unsigned char c) {
  return std::isalnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}
bool is_url_mark(unsigned char c) {
  return std::string_view(":/?#@!$&*+,;=").find(static_cast<char>(c)) != std::string_view::npos;
}

bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return text.size() >= start.size() &&
         std::equal(start.begin(), start.end(), text.begin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

}  // namespace

std::string one_line(std::string_view text, std::size_t limit) {
  std::string line;
  bool space = false;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = language::decode(text, at);
    if (is_space(c)) {
      space = !line.empty();
      continue;
    }
    if (is_reordering(c) || is_hidden(c)) continue;
    if (count >= limit) return line + "…";
    if (space) line += ' ';
    count += space ? 2 : 1;
    space = false;
    language::append(line, is_control(c) ? language::replacement : c);
  }
  return line;
}

bool has_right_to_left(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const char32_t c = language::decode(text, at);
    if ((c >= 0x590 && c <= 0x8FF) || c == 0x200F || (c >= 0xFB1D && c <= 0xFDFF) ||
        (c >= 0xFE70 && c <= 0xFEFE) || (c >= 0x10800 && c <= 0x10FFF) ||
        (c >= 0x1E800 && c <= 0x1EFFF))
      return true;
  }
  return false;
}

std::string isolated(std::string text) {
  if (!has_right_to_left(text)) return text;
  return "\u2068" + std::move(text) + "\u2069";
}

std::optional<std::string> safe_link(std::string_view url) {
  if (url.size() > longest_link) return std::nullopt;
  const std::size_t scheme = starts_with_ignoring_case(url, "https://")  ? 8
                             : starts_with_ignoring_case(url, "http://") ? 7
                                                                         : 0;
  if (scheme == 0) return std::nullopt;
  const auto host = url.substr(scheme, url.find_first_of("/?#", scheme) - scheme);
  // A user name before the host is how one site is made to look like another.
  if (host.empty() || host.find_first_of("@\\ \t\r\n<>\"'`") != std::string_view::npos ||
      !(std::isalnum(static_cast<unsigned char>(host.front())) || host.front() == '[' ||
        static_cast<unsigned char>(host.front()) >= 0x80))
    return std::nullopt;
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string link = scheme == 8 ? "https://" : "http://";
  for (std::size_t i = scheme; i < url.size(); ++i) {
    const auto c = static_cast<unsigned char>(url[i]);
    if (c < 0x20 || c == 0x7F) return std::nullopt;
    const bool escape = c == '%' && i + 2 < url.size() &&
                        std::isxdigit(static_cast<unsigned char>(url[i + 1])) &&
                        std::isxdigit(static_cast<unsigned char>(url[i + 2]));
    const bool bracket_of_host = (c == '[' || c == ']') && i < scheme + host.size();
    if (is_unreserved(c) || is_url_mark(c) || escape || bracket_of_host) {
      link += static_cast<char>(c);
    } else {
      link += '%';
      link += hex[c >> 4];
      link += hex[c & 0xF];
    }
  }
  return link;
}

}  // namespace assay::report
