#include "web/markdown_images.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "web/clean_text.h"
#include "web/image_address.h"

namespace assay::web {
namespace {

constexpr std::size_t most_images = 32;
constexpr std::size_t longest_alt = 1000;
constexpr std::size_t longest_tag = 4000;
constexpr std::size_t nearby_bytes = 160;
constexpr std::size_t longest_path = 4000;
constexpr std::string_view space = " \t\r\n";
constexpr std::string_view escapable = "\\[]()<>";

bool is_space(char c) { return space.find(c) != space.npos; }

std::string_view words_before(std::string_view text, std::size_t position) {
  auto begin = position - std::min(position, nearby_bytes);
  while (begin < position && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) ++begin;
  return text.substr(begin, position - begin);
}

// Takes what is in brackets off the front; `text` begins behind the opening one. Nested brackets
// and escaped ones belong to it.
std::optional<std::string> bracketed(std::string_view& text, char open, char close,
                                     std::size_t longest) {
  std::string inside;
  int depth = 1;
  for (std::size_t i = 0; i < text.size() && inside.size() <= longest; ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && escapable.find(text[i + 1]) != escapable.npos) {
      inside += text[++i];
      continue;
    }
    depth += c == open ? 1 : c == close ? -1 : 0;
    if (depth == 0) {
      text.remove_prefix(i + 1);
      return inside;
    }
    inside += c;
  }
  return std::nullopt;
}

// `path "caption"`, `<path with spaces> 'caption'`.
void take_target(std::string_view target, ArticleImage& image) {
  const auto start = std::min(target.find_first_not_of(space), target.size());
  target.remove_prefix(start);
  std::string_view path;
  if (target.starts_with('<')) {
    target.remove_prefix(1);
    const auto end = std::min(target.find('>'), target.size());
    path = target.substr(0, end);
    target.remove_prefix(std::min(end + 1, target.size()));
  } else {
    // A caption is in quotes behind white space; without one the path may hold spaces.
    auto end = target.size();
    for (const std::string_view quote : {" \"", " '", "\t\""})
      end = std::min(end, target.find(quote));
    path = target.substr(0, end);
    target.remove_prefix(end);
  }
  while (!path.empty() && is_space(path.back())) path.remove_suffix(1);
  if (!path.empty()) image.references.emplace_back(path);
  const auto begin = target.find_first_of("\"'");
  if (begin == target.npos) return;
  const auto end = target.rfind(target[begin]);
  if (end > begin) image.caption = one_line(target.substr(begin + 1, end - begin - 1));
}

// The value of an attribute in a tag, as it is written.
std::string_view attribute_of(std::string_view tag, std::string_view name) {
  for (auto at = tag.find(name); at != tag.npos; at = tag.find(name, at + 1)) {
    if (at == 0 || !is_space(tag[at - 1])) continue;
    auto rest = tag.substr(at + name.size());
    const auto equals = rest.find_first_not_of(space);
    if (equals == rest.npos || rest[equals] != '=') continue;
    rest.remove_prefix(equals + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(space), rest.size()));
    if (rest.empty()) return {};
    if (rest.front() == '"' || rest.front() == '\'')
      return rest.substr(1, rest.find(rest.front(), 1) - 1);
    return rest.substr(0, rest.find_first_of(space));
  }
  return {};
}

class Scan {
 public:
  Scan(std::string_view text, std::string_view base) : text_(text), base_(base) {}

  std::vector<ArticleImage> run() {
    for (std::size_t at = 0; at < text_.size() && images_.size() < most_images;) {
      if (at == 0 || text_[at - 1] == '\n') at = behind_fence(at);
      if (at >= text_.size()) break;
      const auto rest = text_.substr(at);
      if (rest.starts_with("![") && (at == 0 || text_[at - 1] != '\\'))
        at = inline_image(at);
      else if (rest.starts_with("<img"))
        at = tag_image(at);
      else if (rest.front() == '`')
        at = behind_code(at);
      else
        ++at;
    }
    return std::move(images_);
  }

 private:
  // Where a line that opens a block of code stands, the place behind the block.
  std::size_t behind_fence(std::size_t at) const {
    for (const std::string_view fence : {"```", "~~~"}) {
      if (!text_.substr(at).starts_with(fence)) continue;
      const auto end = text_.find("\n" + std::string(fence), at);
      if (end == text_.npos) return text_.size();
      return std::min(text_.find('\n', end + 1), text_.size());
    }
    return at;
  }

  std::size_t behind_code(std::size_t at) const {
    const auto end = text_.find('`', at + 1);
    const auto paragraph = text_.find("\n\n", at);
    return end != text_.npos && end < paragraph ? end + 1 : at + 1;
  }

  std::size_t inline_image(std::size_t at) {
    ArticleImage image;
    auto rest = text_.substr(at + 2);
    const auto alt = bracketed(rest, '[', ']', longest_alt);
    if (!alt || !rest.starts_with('(')) return at + 2;
    rest.remove_prefix(1);
    const bool data = is_data_url(rest.substr(0, 32));
    const auto target = bracketed(rest, '(', ')', data ? text_.size() : longest_path);
    if (!target) return at + 2;
    image.alt = one_line(*alt);
    take_target(*target, image);
    add(std::move(image), at);
    return text_.size() - rest.size();
  }

  std::size_t tag_image(std::size_t at) {
    const auto end = text_.find('>', at);
    if (end == text_.npos) return at + 4;
    const auto tag = text_.substr(at, end - at);
    ArticleImage image;
    image.references.emplace_back(attribute_of(tag, "src"));
    if (tag.size() <= longest_tag || is_data_url(image.references.front())) {
      image.alt = one_line(attribute_of(tag, "alt").substr(0, longest_alt));
      image.caption = one_line(attribute_of(tag, "title").substr(0, longest_alt));
      add(std::move(image), at);
    }
    return end + 1;
  }

  void add(ArticleImage image, std::size_t at) {
    image.src = without_invisible(address_of_image(base_, image.references));
    if (image.src.empty()) return;
    const auto same = [&](const ArticleImage& other) {
      return other.references == image.references;
    };
    if (std::ranges::any_of(images_, same)) return;
    image.nearby = one_line(words_before(text_, at));
    image.position = at;
    images_.push_back(std::move(image));
  }

  std::string_view text_;
  std::string_view base_;
  std::vector<ArticleImage> images_;
};

}  // namespace

std::vector<ArticleImage> markdown_images(std::string_view text, std::string_view base) {
  return Scan(text, base).run();
}

}  // namespace assay::web
