#include "report/markdown_escape.h"

#include <algorithm>
#include <cctype>

#include "report/display_text.h"

namespace assay::report {
namespace {

// Special wherever they stand: emphasis, code, links, HTML, entities, tables, mathematics, mail
// addresses.
constexpr std::string_view special = "\\`*_[]<>&|~$@";

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

std::string escaped(std::string_view line) {
  std::string text;
  text.reserve(line.size() + 8);
  const std::size_t number = list_number(line);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool at_start = i == 0 && std::string_view("#-+=:").find(c) != std::string_view::npos;
    const bool of_list = number > 0 && i == number;
    if (at_start || of_list || special.find(c) != std::string_view::npos ||
        begins_address(line.substr(0, i), c))
      text += '\\';
    text += c;
  }
  return text;
}

}  // namespace

std::string markdown_text(std::string_view text, std::size_t limit) {
  return isolated(escaped(one_line(text, limit)));
}

std::string markdown_code(std::string_view text, std::size_t limit) {
  const std::string line = isolated(one_line(text, limit));
  if (line.empty()) return "";
  std::size_t longest = 0, run = 0;
  for (const char c : line) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  // A backtick at the edge would join the fence; one space at each side is taken off again.
  const bool padded = line.front() == '`' || line.back() == '`';
  return fence + (padded ? " " : "") + line + (padded ? " " : "") + fence;
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
