#include "report/markdown_escape.h"

#include <algorithm>
#include <cctype>

#include "report/display_text.h"

namespace assay::report {
namespace {

// Special wherever they stand: emphasis, code, links, tables, mathematics, mail addresses.
constexpr std::string_view special = "\\`*[]|~$@";

bool is_alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)); }

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         std::equal(end.begin(), end.end(), text.end() - static_cast<std::ptrdiff_t>(end.size()),
                    [](char a, char b) { return a == lower(b); });
}

// GitHub links bare addresses: `http://…`, `www.…`, `mailto:…`. A backslash at their mark stops it.
bool begins_address(std::string_view before, char c) {
  if (c == '.') return ends_with_ignoring_case(before, "www");
  if (c != ':') return false;
  for (const std::string_view scheme : {"http", "https", "ftp", "mailto", "xmpp"})
    if (ends_with_ignoring_case(before, scheme)) return true;
  return false;
}

// `1.` and `1)` begin a list: the length of the digits, 0 where it is no such thing.
std::size_t list_number(std::string_view line) {
  std::size_t n = 0;
  while (n < line.size() && n < 10 && line[n] >= '0' && line[n] <= '9') ++n;
  return n > 0 && n < line.size() && (line[n] == '.' || line[n] == ')') ? n : 0;
}

// HTML's own characters as entities: no Markdown dialect reads those as markup, while some don't
// know a backslash before them. Nothing where the character stands for itself.
std::string_view entity(std::string_view line, std::size_t i) {
  if (line[i] == '<') return "&lt;";
  if (line[i] == '>') return "&gt;";
  const char next = i + 1 < line.size() ? line[i + 1] : ' ';
  return line[i] == '&' && (next == '#' || is_alphanumeric(next)) ? "&amp;" : "";
}

// Does the character need a backslash?
bool is_special(std::string_view line, std::size_t i) {
  const char c = line[i];
  const char before = i > 0 ? line[i - 1] : ' ';
  const char after = i + 1 < line.size() ? line[i + 1] : ' ';
  if (special.find(c) != std::string_view::npos) return true;
  // Inside a word an underscore is no emphasis, as in `web_search`.
  if (c == '_') return !(is_alphanumeric(before) && is_alphanumeric(after));
  if (c == '(') return before == ']';
  if (i == 0 && std::string_view("#-+=:").find(c) != std::string_view::npos) return true;
  return begins_address(line.substr(0, i), c);
}

std::string escaped(std::string_view line) {
  std::string text;
  text.reserve(line.size() + 8);
  const std::size_t number = list_number(line);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (const auto replaced = entity(line, i); !replaced.empty()) {
      text += replaced;
      continue;
    }
    if (is_special(line, i) || (number > 0 && i == number)) text += '\\';
    text += line[i];
  }
  return text;
}

}  // namespace

std::string markdown_text(std::string_view text, std::size_t limit) {
  return isolated(escaped(one_line(text, limit)));
}

std::string markdown_link(std::string_view text, std::string_view url) {
  const auto link = safe_link(url);
  if (!link) return markdown_text(text);
  std::string destination;
  for (const char c : *link) {
    if (c == '&')
      destination += "&amp;";  // else `&lt` and the like would be read as an entity
    else
      destination += c;
  }
  return "[" + markdown_text(text) + "](<" + destination + ">)";
}

}  // namespace assay::report
