#include "web/result_text.h"

#include <libxml/HTMLparser.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "io/http_text.h"
#include "web/clean_text.h"
#include "web/url.h"

namespace assay::web {
namespace {

constexpr std::size_t longest_tag = 300;
constexpr std::size_t longest_entity = 12;
// Of a text that is cut later anyway, no more than this is looked at.
constexpr std::size_t longest_read = std::size_t{64} << 10;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  return result;
}

// The elements that services put into texts. Others are taken for text: `x <y and z> 1`.
bool is_element(const std::string& name) {
  static constexpr std::array<std::string_view, 24> names{
      "a",    "abbr", "b", "br", "cite",  "code", "div",    "em",  "font", "i", "img", "li",
      "mark", "p",    "q", "s",  "small", "span", "strong", "sub", "sup",  "u", "ul",  "wbr"};
  return std::ranges::find(names, name) != names.end();
}

bool breaks_words(const std::string& name) {
  return name == "br" || name == "p" || name == "div" || name == "li" || name == "ul";
}

// The length of the tag at the start of the text, and whether words end there; 0: it is none.
std::pair<std::size_t, bool> tag_at(std::string_view text) {
  if (text.starts_with("<!--")) {
    const auto end = text.find("-->");
    return end == text.npos ? std::pair(std::size_t{0}, false) : std::pair(end + 3, false);
  }
  std::size_t at = text.starts_with("</") ? 2 : 1;
  const auto start = at;
  while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]))) ++at;
  const auto name = lower(text.substr(start, at - start));
  if (!is_element(name)) return {0, false};
  const auto end = text.substr(0, longest_tag).find('>', at);
  if (end == text.npos) return {0, false};
  return {end + 1, breaks_words(name)};
}

void append_utf8(char32_t c, std::string& to) {
  const auto byte = [&](char32_t value) { to += static_cast<char>(value); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) {
    byte(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      byte(0xE0 | c >> 12);
    } else {
      byte(0xF0 | c >> 18);
      byte(0x80 | (c >> 12 & 0x3F));
    }
    byte(0x80 | (c >> 6 & 0x3F));
  }
  byte(0x80 | (c & 0x3F));
}

std::optional<char32_t> numbered(const std::string& text) {
  const bool hex = text.starts_with('x') || text.starts_with('X');
  const auto digits = text.substr(hex ? 1 : 0);
  std::uint32_t value = 0;
  const auto* end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value, hex ? 16 : 10);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  if (value == 0 || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return std::nullopt;
  return static_cast<char32_t>(value);
}

std::optional<char32_t> named(const std::string& name) {
  if (name == "apos") return U'\'';  // which HTML 4 has not
  const auto* found = htmlEntityLookup(reinterpret_cast<const xmlChar*>(name.c_str()));
  if (found == nullptr) return std::nullopt;
  return static_cast<char32_t>(found->value);
}

// Reads the character reference at the start of the text; its length, 0 where there is none.
std::size_t append_entity(std::string_view text, std::string& to) {
  const auto end = text.substr(0, longest_entity).find(';');
  if (end == text.npos || end < 2) return 0;
  const auto inside = text.substr(1, end - 1);
  const auto c =
      inside.front() == '#' ? numbered(std::string(inside.substr(1))) : named(std::string(inside));
  if (!c) return 0;
  append_utf8(*c, to);
  return end + 1;
}

std::string without_markup(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t length = 0;
    bool gap = false;
    if (text[i] == '<')
      std::tie(length, gap) = tag_at(text.substr(i));
    else if (text[i] == '&')
      length = append_entity(text.substr(i), plain);
    if (gap) plain += ' ';
    if (length == 0) plain += text[i];
    i += std::max<std::size_t>(length, 1);
  }
  return plain;
}

bool counts_visitors(std::string_view parameter) {
  static constexpr std::array<std::string_view, 9> names{
      "fbclid", "gclid", "dclid", "msclkid", "mc_cid", "mc_eid", "igshid", "yclid", "srsltid"};
  const auto name = parameter.substr(0, parameter.find('='));
  return name.starts_with("utm_") || std::ranges::find(names, name) != names.end();
}

std::string kept_parameters(std::string_view query) {
  std::string kept;
  while (!query.empty()) {
    const auto end = query.find('&');
    const auto parameter = query.substr(0, end);
    query = end == query.npos ? std::string_view() : query.substr(end + 1);
    if (parameter.empty() || counts_visitors(parameter)) continue;
    kept.append(kept.empty() ? "?" : "&").append(parameter);
  }
  return kept;
}

// Between scheme and path.
std::string_view authority_of(std::string_view url) {
  const auto start = url.find("//");
  if (start == url.npos) return {};
  return url.substr(start + 2, url.find_first_of("/?#", start + 2) - start - 2);
}

std::string port_of(std::string_view url) {
  const auto authority = authority_of(url);
  const auto colon = authority.rfind(':');
  if (colon == authority.npos || authority.ends_with(']')) return {};
  const auto port = authority.substr(colon);
  return port == ":80" || port == ":443" || port == ":" ? std::string() : std::string(port);
}

}  // namespace

std::string result_text(std::string_view text, std::size_t longest) {
  const std::string plain = one_line(without_markup(text.substr(0, longest_read)));
  return io::one_line(plain, longest);
}

std::string result_url(std::string_view url) {
  auto absolute = resolve_url("", url);
  if (authority_of(absolute).find('@') != std::string::npos || host_of(absolute).empty()) return {};
  return absolute;
}

std::string same_page_key(std::string_view url) {
  url = url.substr(0, url.find('#'));
  // A page in an archive is another than the page itself: its content is of another time.
  if (without_archive(url).size() != url.size()) return std::string(url);
  const auto path_and_query = path_of(url);
  const auto mark = std::min(path_and_query.find('?'), path_and_query.size());
  auto path = path_and_query.substr(0, mark);
  while (path.ends_with('/')) path.remove_suffix(1);
  const auto query = path_and_query.substr(std::min(mark + 1, path_and_query.size()));
  return host_of(url) + port_of(url) + std::string(path) + kept_parameters(query);
}

std::string url_escaped(std::string_view text) {
  static constexpr std::string_view hex = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      escaped += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    escaped += {'%', hex[byte >> 4U], hex[byte & 15U]};
  }
  return escaped;
}

}  // namespace assay::web
