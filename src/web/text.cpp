#include "web/text.h"

#include <algorithm>
#include <string>
#include <utility>

#include "web/charset.h"
#include "web/clean_text.h"
#include "web/markdown_images.h"
#include "web/page_dates.h"
#include "web/page_language.h"

namespace assay::web {
namespace {

constexpr std::size_t longest_title = 300;

std::string with_unix_lines(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r')
      result += text[i];
    else if (i + 1 >= text.size() || text[i + 1] != '\n')
      result += '\n';
  }
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

std::string readable(std::string_view bytes, const ArticleHints& hints) {
  if (!looks_like_text(bytes)) throw Unreadable("no text: the bytes are of a binary format");
  return without_invisible(with_unix_lines(decode(bytes, hints.charset, {})));
}

std::string_view next_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

void take_field(std::string_view line, Article& article) {
  const auto colon = line.find(':');
  if (colon == line.npos) return;
  const auto key = trimmed(line.substr(0, colon));
  auto value = trimmed(line.substr(colon + 1));
  if (value.size() >= 2 && (value.front() == '"' || value.front() == '\'') &&
      value.back() == value.front())
    value = value.substr(1, value.size() - 2);
  if (key == "title")
    article.title = one_line(value.substr(0, longest_title));
  else if (key == "author")
    article.author = one_line(value.substr(0, longest_title));
  else if (key == "url" || key == "source")
    article.url = one_line(value);
  else if (key == "date" || key == "published")
    article.published = find_date(value);
}

// Reads `---`, fields, `---` off the start; leaves a text that begins otherwise as it is.
std::string_view without_front_matter(std::string_view text, Article& article) {
  std::string_view rest = text;
  if (trimmed(next_line(rest)) != "---") return text;
  Article fields = article;
  for (int lines = 0; lines < 100 && !rest.empty(); ++lines) {
    const auto line = next_line(rest);
    if (trimmed(line) == "---" || trimmed(line) == "...") {
      article = std::move(fields);
      return rest;
    }
    take_field(line, fields);
  }
  return text;
}

std::string first_heading(std::string_view text) {
  for (int lines = 0; lines < 50 && !text.empty(); ++lines) {
    const auto line = trimmed(next_line(text));
    if (line.starts_with("# ")) return one_line(line.substr(2, longest_title));
  }
  return {};
}

Article finished(Article article, std::string_view text, const ArticleHints& hints) {
  article.text = trimmed(text);
  if (article.text.empty()) throw Unreadable("no text in it");
  if (article.url.empty()) article.url = one_line(hints.url);
  article.language = language_of(article.text);
  article.extractor = text_extractor;
  return article;
}

}  // namespace

Article extract_text(std::string_view bytes, const ArticleHints& hints) {
  return finished({}, readable(bytes, hints), hints);
}

Article extract_markdown(std::string_view bytes, const ArticleHints& hints) {
  Article article;
  const std::string all = readable(bytes, hints);
  const auto text = without_front_matter(all, article);
  if (article.title.empty()) article.title = first_heading(text);
  article = finished(std::move(article), text, hints);
  article.images = markdown_images(article.text, article.url);
  return article;
}

}  // namespace assay::web
