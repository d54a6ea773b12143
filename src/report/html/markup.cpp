#include "report/html/markup.h"

#include <algorithm>
#include <array>
#include <utility>

#include "language/utf8.h"
#include "report/display_text.h"

namespace assay::report {
namespace {

constexpr std::size_t longest_link_text = 300;  // code points

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '`':  // old browsers took it for a quote
        out += "&#96;";
        break;
      default:
        out += c;
    }
  }
}

// Code points that no HTML document may hold.
bool is_noncharacter(char32_t c) {
  return (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFEu) == 0xFFFEu;
}

std::string without_noncharacters(std::string line) {
  // Of these every encoding begins with 0xEF or a byte above it.
  if (std::none_of(line.begin(), line.end(),
                   [](char c) { return static_cast<unsigned char>(c) >= 0xEFu; }))
    return line;
  std::string result;
  for (std::size_t at = 0; at < line.size();) {
    const char32_t c = language::decode(line, at);
    language::append(result, is_noncharacter(c) ? language::replacement : c);
  }
  return result;
}

// Printable ASCII needs escaping alone, however long it is (a picture's data); anything else is
// foreign text.
void append_value(std::string& out, std::string_view value) {
  if (std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~'; }))
    append_escaped(out, value);
  else
    out += html_text(value);
}

bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// A line of the source ends after these, so that the page can be read as text, too.
bool is_block(std::string_view tag) {
  static constexpr std::array<std::string_view, 26> blocks{
      "html", "head",    "body",    "title", "style", "script", "header",  "footer",    "main",
      "nav",  "section", "article", "div",   "p",     "ol",     "ul",      "li",        "figure",
      "h1",   "h2",      "h3",      "dl",    "table", "tr",     "details", "blockquote"};
  return std::find(blocks.begin(), blocks.end(), tag) != blocks.end();
}

}  // namespace

std::string html_text(std::string_view text, std::size_t limit) {
  std::string out;
  append_escaped(out, without_noncharacters(one_line(text, limit)));
  return out;
}

std::string html_inline(std::string_view text, std::size_t limit) {
  if (text.empty()) return "";
  const auto inside = html_text(text, limit);
  if (inside.empty()) return " ";
  return (is_white(text.front()) ? " " : "") + inside + (is_white(text.back()) ? " " : "");
}

Markup::Element::~Element() {
  markup_.out_ += "</";
  markup_.out_ += tag_;
  markup_.out_ += is_block(tag_) ? ">\n" : ">";
}

Markup::Element Markup::open(std::string_view name, Attributes attributes) {
  tag(name, attributes);
  return {*this, name};
}

void Markup::empty(std::string_view name, Attributes attributes) { tag(name, attributes); }

void Markup::element(std::string_view name, Attributes attributes, std::string_view words) {
  const auto element = open(name, attributes);
  this->words(words);
}

void Markup::words(std::string_view words) { append_escaped(out_, words); }

void Markup::isolated(std::string_view text, std::string_view language, std::size_t limit) {
  const auto bdi = open("bdi", {{"lang", language, !language.empty()}});
  this->text(text, limit);
}

void Markup::paragraph(std::string_view text, std::string_view language, std::string_view style,
                       std::size_t limit) {
  const auto p = open(
      "p",
      {{"class", style, !style.empty()}, {"dir", "auto"}, {"lang", language, !language.empty()}});
  this->text(text, limit);
}

void Markup::link(std::string_view text, std::string_view url, std::string_view language) {
  const auto target = safe_link(url);
  if (!target) return isolated(text, language, longest_link_text);
  const auto a = open("a", {{"href", *target}, {"rel", "external nofollow noopener noreferrer"}});
  isolated(text, language, longest_link_text);
}

void Markup::tag(std::string_view name, Attributes attributes) {
  out_ += '<';
  out_ += name;
  for (const auto& attribute : attributes) {
    if (!attribute.present) continue;
    out_ += ' ';
    out_ += attribute.name;
    if (attribute.value.data() == nullptr) continue;
    out_ += "=\"";
    append_value(out_, attribute.value);
    out_ += '"';
  }
  out_ += '>';
}

}  // namespace assay::report
