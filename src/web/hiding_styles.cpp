#include "web/hiding_styles.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace assay::web {
namespace {

constexpr std::size_t most_css = 256 << 10;
constexpr std::size_t most_rules = 5000;
constexpr double far_away = 500;  // pixels

// In lower case, without white space and comments.
std::string squeezed(std::string_view css) {
  std::string result;
  for (std::size_t i = 0; i < css.size(); ++i) {
    const char c = css[i];
    if (c == '/' && i + 1 < css.size() && css[i + 1] == '*') {
      const auto end = css.find("*/", i + 2);
      if (end == css.npos) break;
      i = end + 1;
    } else if (static_cast<unsigned char>(c) > ' ') {
      result += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
  }
  return result;
}

// The number at the start of a value; nothing where there is none.
std::optional<double> number(std::string_view value) {
  double result = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
  if (error != std::errc{}) return std::nullopt;
  return result;
}

// What the declarations set that matters here.
struct Look {
  std::string_view color;
  std::string_view ground;
  bool shown = false;  // says that it is displayed
  bool hidden = false;
  bool clipped = false;  // what does not fit is cut off
  bool no_size = false;
  bool moved_out = false;

  void set(std::string_view property, std::string_view value) {
    const auto amount = number(value);
    const bool zero = amount && *amount == 0;
    if (property == "display")
      value == "none" ? hidden = true : shown = true;
    else if (property == "visibility")
      hidden |= value == "hidden" || value == "collapse";
    else if (property == "content-visibility")
      hidden |= value == "hidden";
    else if (property == "opacity")
      hidden |= amount && *amount < 0.05;
    else if (property == "font-size")
      hidden |= amount && *amount <= (value.ends_with("px") ? 1.5 : 0.05);
    else if (property == "color")
      color = value, hidden |= value == "transparent";
    else if (property == "background" || property == "background-color")
      ground = value;
    else if (property == "overflow" || property == "overflow-y")
      clipped |= value == "hidden";
    else if (property == "height" || property == "width" || property == "max-height")
      no_size |= zero || value == "1px";
    else if (property == "left" || property == "top" || property == "right" ||
             property == "margin-left" || property == "margin-top" || property == "text-indent")
      moved_out |= amount && *amount <= -far_away;
    else if (property == "clip")
      hidden |= value.starts_with("rect(0") || value.starts_with("rect(1px");
    else if (property == "clip-path")
      hidden |= value.starts_with("inset(50%") || value.starts_with("inset(100%");
    else if (property == "transform")
      hidden |= value == "scale(0)";
  }

  bool invisible() const {
    return hidden || moved_out || (clipped && no_size) || (!color.empty() && color == ground);
  }
};

Look look_of(std::string_view squeezed_declarations) {
  Look look;
  while (!squeezed_declarations.empty()) {
    const auto end = std::min(squeezed_declarations.find(';'), squeezed_declarations.size());
    const auto one = squeezed_declarations.substr(0, end);
    squeezed_declarations.remove_prefix(std::min(end + 1, squeezed_declarations.size()));
    const auto colon = one.find(':');
    if (colon == one.npos) continue;
    auto value = one.substr(colon + 1);
    value = value.substr(0, value.find('!'));
    look.set(one.substr(0, colon), value);
  }
  return look;
}

bool name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

// `.name` or `#name`, maybe behind the name of an element, which is left out; empty for others.
std::string_view simple_selector(std::string_view selector) {
  selector = trimmed(selector);
  const auto sign = selector.find_first_of(".#");
  if (sign == selector.npos) return {};
  const auto good = [](std::string_view part) { return std::ranges::all_of(part, name_character); };
  if (!good(selector.substr(0, sign)) || !good(selector.substr(sign + 1))) return {};
  return selector.substr(sign);
}

}  // namespace

bool hides(std::string_view declarations) {
  const std::string plain = squeezed(declarations);
  return look_of(plain).invisible();
}

void HidingRules::read(std::string_view css) {
  css = css.substr(0, most_css - read_);
  read_ += css.size();
  std::size_t start = 0;
  while (start < css.size() && rules_.size() < most_rules) {
    const auto open = css.find_first_of("{;", start);
    if (open == css.npos) return;
    if (css[open] == ';') {  // @import, @charset
      start = open + 1;
      continue;
    }
    const auto selectors = trimmed(css.substr(start, open - start));
    const bool block = selectors.starts_with('@');
    std::size_t end = open + 1;
    for (int depth = 1; end < css.size() && depth > 0; ++end)
      depth += css[end] == '{' ? 1 : css[end] == '}' ? -1 : 0;
    if (!block) add(selectors, css.substr(open + 1, end - open - 2));
    start = end;
  }
}

void HidingRules::add(std::string_view selectors, std::string_view declarations) {
  if (const auto comment = selectors.rfind("*/"); comment != selectors.npos)
    selectors.remove_prefix(comment + 2);
  if (selectors.find_first_of(".#") == selectors.npos || selectors.size() > 2000) return;
  const std::string plain = squeezed(declarations.substr(0, 2000));
  const Look look = look_of(plain);
  if (!look.invisible() && !look.shown) return;
  while (!selectors.empty()) {
    const auto end = std::min(selectors.find(','), selectors.size());
    if (const auto name = simple_selector(selectors.substr(0, end)); !name.empty())
      rules_[std::string(name)] = look.invisible();
    selectors.remove_prefix(std::min(end + 1, selectors.size()));
  }
}

bool HidingRules::hide(std::string_view class_names, std::string_view id) const {
  const auto hidden = [&](char sign, std::string_view name) {
    const auto found = rules_.find(sign + std::string(name));
    return found != rules_.end() && found->second;
  };
  if (!id.empty() && hidden('#', id)) return true;
  while (!class_names.empty()) {
    const auto end = std::min(class_names.find_first_of(" \t\r\n\f"), class_names.size());
    if (end > 0 && hidden('.', class_names.substr(0, end))) return true;
    class_names.remove_prefix(std::min(end + 1, class_names.size()));
  }
  return false;
}

}  // namespace assay::web
