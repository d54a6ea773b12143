#include "eval/benchmarks/plain_html.h"

#include <array>
#include <charconv>
#include <utility>

#include "language/utf8.h"

namespace assay::eval {
namespace {

constexpr std::array<std::pair<std::string_view, char32_t>, 6> entities{
    {{"amp", U'&'}, {"lt", U'<'}, {"gt", U'>'}, {"quot", U'"'}, {"apos", U'\''}, {"nbsp", U' '}}};
constexpr std::size_t longest_entity = 10;

// The character of `amp` or `#8217`; 0 where it is none.
char32_t entity(std::string_view name) {
  for (const auto& [known, point] : entities)
    if (known == name) return point;
  if (!name.starts_with('#')) return 0;
  name.remove_prefix(1);
  const int base = name.starts_with('x') || name.starts_with('X') ? 16 : 10;
  if (base == 16) name.remove_prefix(1);
  std::uint32_t point = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), point, base);
  if (error != std::errc() || end != name.data() + name.size()) return 0;
  const bool scalar = point >= 0x20 && point <= 0x10FFFF && !(point >= 0xD800 && point < 0xE000);
  return scalar ? point : 0;
}

// A `<` begins a tag only before a letter, `/` or `!`: `a < b` is text.
bool begins_tag(std::string_view rest) {
  if (rest.size() < 2) return false;
  const char c = rest[1];
  return c == '/' || c == '!' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Appends what stands at the front, and gives how many bytes it was. `closes`: a `>` follows.
std::size_t take(std::string_view rest, bool closes, std::string& text) {
  if (closes && rest.front() == '<' && begins_tag(rest)) {
    text += ' ';
    return rest.find('>') + 1;
  }
  if (rest.front() == '&') {
    const auto end = rest.substr(0, longest_entity + 2).find(';');
    const auto point = end == std::string_view::npos ? 0 : entity(rest.substr(1, end - 1));
    if (point != 0) {
      language::append(text, point);
      return end + 1;
    }
  }
  text += rest.front();
  return 1;
}

std::string one_spaced(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool white = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!white)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace

std::string plain_of_html(std::string_view html) {
  std::string text;
  const auto last = html.rfind('>');  // looked for once: no tag is searched to the end in vain
  const char* last_close = last == std::string_view::npos ? html.data() : html.data() + last;
  while (!html.empty()) html.remove_prefix(take(html, html.data() < last_close, text));
  return one_spaced(text);
}

}  // namespace assay::eval
