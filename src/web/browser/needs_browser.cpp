#include "web/browser/needs_browser.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "language/fold.h"
#include "web/browser/wall_words.h"

namespace assay::web {
namespace {

// Characters of text below which a page has said next to nothing.
constexpr std::size_t little_text = 250;
// Below which words of a wall are the page's whole message.
constexpr std::size_t wall_text = 800;
constexpr std::size_t many_scripts = 4;
constexpr std::size_t most_bytes = 4 << 20;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80 && !is_space(c); }));
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return result;
}

// A page's bytes, cut into what is shown and what is not, roughly: tags are taken by their names,
// and nothing is decoded.
struct Sketch {
  std::string shown;     // text outside of tags, scripts and styles
  std::string noscript;  // what those see whose browser runs no scripts
  std::size_t scripts = 0;
  bool empty_root = false;  // an element that a script is to fill
};

// The name of the tag that begins there, without `<`.
std::string_view name_at(std::string_view html, std::size_t at) {
  const auto end = html.find_first_of(" \t\r\n\f/>", at + 1);
  return html.substr(at + 1, std::min(end, html.size()) - at - 1);
}

// The usual names of the element that an application fills.
bool is_root(std::string_view tag) {
  static constexpr std::array names{"root",       "app",      "__next",   "__nuxt",
                                    "react-root", "main-app", "app-root", "svelte",
                                    "___gatsby",  "q-app",    "ember-app"};
  if (tag.starts_with("<app-root")) return true;
  return std::ranges::any_of(names, [&](std::string_view name) {
    for (const std::string_view quote : {"\"", "'", ""}) {
      const auto wanted = "id=" + std::string(quote) + std::string(name);
      const auto at = tag.find(wanted);
      if (at == tag.npos) continue;
      const auto behind = tag.substr(at + wanted.size());
      if (behind.empty() || std::string_view("\"' />\t\n").find(behind[0]) != behind.npos)
        return true;
    }
    return false;
  });
}

// Of `<div id=root></div>`: does the element end where it begins?
bool ends_at_once(std::string_view html, std::size_t at) {
  while (at < html.size() && is_space(html[at])) ++at;
  return html.substr(at, 2) == "</";
}

class Sketcher {
 public:
  explicit Sketcher(std::string_view html) : html_(html) {}

  Sketch take() {
    while (at_ < html_.size()) {
      const auto tag = std::min(html_.find('<', at_), html_.size());
      show(html_.substr(at_, tag - at_));
      at_ = tag;
      if (tag < html_.size()) take_tag();
    }
    return std::move(sketch_);
  }

 private:
  void show(std::string_view text) {
    if (!text.empty()) sketch_.shown.append(text).push_back(' ');
  }

  void take_tag() {
    if (html_.substr(at_, 4) == "<!--") return skip_behind("-->");
    const auto name = name_at(html_, at_);
    const auto end = html_.find('>', at_);
    if (end == html_.npos) {
      at_ = html_.size();
      return;
    }
    const auto tag = html_.substr(at_, end - at_ + 1);
    at_ = end + 1;
    if (name == "script") ++sketch_.scripts;
    if (is_root(tag) && ends_at_once(html_, at_)) sketch_.empty_root = true;
    for (const std::string_view skipped :
         {"script", "style", "noscript", "title", "template", "svg", "textarea"}) {
      if (name != skipped) continue;
      const auto close = std::min(html_.find("</" + std::string(name), at_), html_.size());
      if (name == "noscript") sketch_.noscript.append(html_.substr(at_, close - at_)) += ' ';
      at_ = close;
    }
  }

  void skip_behind(std::string_view sign) {
    const auto end = html_.find(sign, at_);
    at_ = end == html_.npos ? html_.size() : end + sign.size();
  }

  std::string_view html_;
  std::size_t at_ = 0;
  Sketch sketch_;
};

struct WallWords {
  std::string_view kind;
  std::string words;  // folded
};

std::vector<WallWords> read_words() {
  std::vector<WallWords> all;
  std::string_view rest = wall_words_tsv();
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto first = line.find('\t');
    const auto second = first == line.npos ? line.npos : line.find('\t', first + 1);
    if (line.starts_with('#') || second == line.npos) continue;
    all.push_back({line.substr(0, first), language::fold_case(line.substr(second + 1))});
  }
  return all;
}

// The kind of wall that the text is; empty where it is none. White space counts as one blank.
std::string_view wall_in(std::string_view text) {
  static const std::vector<WallWords> all = read_words();
  std::string folded;
  for (const char c : language::fold_case(text))
    if (!is_space(c))
      folded.push_back(c);
    else if (!folded.empty() && folded.back() != ' ')
      folded.push_back(' ');
  const auto found = std::ranges::find_if(
      all, [&](const WallWords& one) { return folded.find(one.words) != folded.npos; });
  return found == all.end() ? std::string_view() : found->kind;
}

std::string why_wall(std::string_view kind) {
  if (kind == "script") return "its text is made by scripts";
  if (kind == "cookies") return "a question about cookies stands before it";
  if (kind == "login") return "a login stands before it";
  return "it checks its visitors first";
}

// Is nearly all of the text on links?
bool is_navigation(const Article& article, std::size_t text) {
  if (article.links.size() < 10) return false;
  std::size_t linked = 0;
  for (const auto& link : article.links) linked += characters(link.text);
  return linked * 10 >= text * 9;
}

bool is_html(const PlainPage& page) {
  if (!page.media_type.empty())
    return page.media_type == "text/html" || page.media_type == "application/xhtml+xml";
  return lower(page.bytes.substr(0, 2048)).find("<html") != std::string::npos;
}

}  // namespace

bool is_wall(std::string_view text) {
  return text.size() < 16 * wall_text && characters(text) < wall_text && !wall_in(text).empty();
}

std::string why_browser(const PlainPage& page) {
  if (!is_html(page)) return {};
  const auto html = lower(page.bytes.substr(0, most_bytes));
  const Sketch sketch = Sketcher(html).take();
  const std::size_t text = page.article == nullptr ? 0 : characters(page.article->text);
  // What was not taken for the article may be all that the page has to say: a list of links, a
  // form.
  const std::size_t shown = characters(sketch.shown);
  if (text < wall_text && shown < 2 * wall_text)
    if (const auto kind = wall_in(page.article == nullptr ? sketch.shown : page.article->text);
        !kind.empty())
      return why_wall(kind);
  const bool scripted = sketch.empty_root || wall_in(sketch.noscript) == "script";
  if (text < little_text) {
    if (scripted && shown < 2 * little_text) return why_wall("script");
    if (sketch.scripts >= many_scripts && shown < little_text) return why_wall("script");
    if (text == 0 && sketch.scripts > 0 && shown < little_text) return why_wall("script");
  }
  if (page.article != nullptr && scripted && is_navigation(*page.article, text))
    return "it shows its navigation only";
  return {};
}

}  // namespace assay::web
