#include "reasoning/prompted/read_actions.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>

#include "reasoning/prompted/fence.h"
#include "reasoning/prompted/read_answer.h"

namespace assay::reasoning::prompted {
namespace {

using core::Action;
using core::Json;

constexpr std::size_t longest_argument = 500;  // bytes
constexpr std::size_t most_actions = 20;

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// `Web Search`, `web-search` and `webSearch` are `web_search`.
std::string normal(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (c != '_' && is_name(c))
      letters += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return letters;
}

const core::ToolHelp* find_tool(std::span<const core::ToolHelp> tools, std::string_view name) {
  const auto found = std::ranges::find_if(
      tools, [&](const auto& tool) { return normal(tool.name) == normal(name); });
  return found == tools.end() ? nullptr : &*found;
}

std::string_view trim(std::string_view part) {
  constexpr std::string_view space = " \t\r\n";
  const auto begin = part.find_first_not_of(space);
  if (begin == part.npos) return {};
  return part.substr(begin, part.find_last_not_of(space) - begin + 1);
}

// Where the quote that opens a string is closed: behind it nothing follows, or a comma. Quotes
// inside come in pairs; one that ends a word and was not begun inside (`"a" AND "b"`) shows that
// the outer ones do not belong together. Nothing where the string has no such end.
std::optional<std::size_t> end_of_string(std::string_view text, std::string_view open,
                                         std::string_view close) {
  int begun = 0;
  for (auto at = text.find(close, open.size()); at != text.npos; at = text.find(close, at + 1)) {
    if (text[at - 1] == '\\') continue;
    const auto rest = text.substr(at + close.size());
    const auto behind = trim(rest);
    if (behind.empty() || behind.front() == ',') return at;
    const bool begins_a_word = text[at - 1] == ' ';
    const bool ends_a_word = !begins_a_word && rest.front() == ' ';
    if (begins_a_word) ++begun;
    if (ends_a_word && close != "'" && --begun < 0) return std::nullopt;
  }
  return std::nullopt;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() &&
        std::string_view("\"'\\").find(text[i + 1]) != std::string_view::npos)
      ++i;
    plain += text[i];
  }
  return plain;
}

// The text of an argument, without the quotes around it, a parameter's name before it, and further
// arguments behind it.
std::string argument_of(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> quotes{
      {{"\"", "\""}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"‘", "’"}}};
  text = trim(text);
  std::size_t name = 0;
  while (name < text.size() && is_name(text[name])) ++name;
  if (name > 0 && name < text.size() && text[name] == '=') text = trim(text.substr(name + 1));
  for (const auto& [open, close] : quotes) {
    if (!text.starts_with(open)) continue;
    if (const auto end = end_of_string(text, open, close))
      return unescaped(text.substr(open.size(), *end - open.size()));
    if (text.find(close, open.size()) == text.npos) text.remove_prefix(open.size());  // cut off
    break;
  }
  return unescaped(text);
}

// A reference as models write it (`image:1`, `<Image 1>`, `#1`), as the record does.
std::string with_reference(const std::string& argument) {
  std::string letters = normal(argument);
  for (const std::string_view word : {"image", "img", "picture", "photo"})
    if (letters.starts_with(word)) {
      letters.erase(0, word.size());
      break;
    }
  const auto first = letters.find_first_not_of('0');
  if (first == letters.npos) return argument;
  letters.erase(0, first);
  const bool number = letters.size() < 7 && letters.find_first_not_of("0123456789") == letters.npos;
  return number ? "[image:" + letters + "]" : argument;
}

class Collector {
 public:
  explicit Collector(std::span<const core::ToolHelp> tools) : tools_(tools) {}

  void add(std::string_view name, std::string argument, std::string reason) {
    if (read_.actions.size() >= most_actions) return leave_out(name, "too many actions");
    const auto* tool = find_tool(tools_, name);
    if (tool == nullptr) return leave_out(name, "there is no such tool");
    if (tool->name == "reverse_search") argument = with_reference(std::move(argument));
    if (argument.empty()) return leave_out(name, "it has no argument");
    if (argument.size() > longest_argument) return leave_out(name, "its argument is too long");
    Action action{tool->name, {std::move(argument)}, std::move(reason)};
    if (std::ranges::find(read_.actions, action) == read_.actions.end())
      read_.actions.push_back(std::move(action));
  }

  void leave_out(std::string_view name, std::string_view why) {
    if (read_.left_out.size() < most_actions)
      read_.left_out.push_back("`" + one_line(name, 80) + "`: " + std::string(why));
  }

  // Every call in the text. What looks like a call of something else is left out with a word.
  void add_calls(std::string_view text, const std::string& reason) {
    for (std::size_t open = text.find('('); open != text.npos; open = text.find('(', open + 1)) {
      const auto name = name_before(text, open);
      const bool known = find_tool(tools_, name) != nullptr;
      const bool like_one = name.find('_') != name.npos;  // prose has brackets too
      if (name.empty() || (!known && !like_one)) continue;
      const auto close = end_of_call(text, open);
      if (!known)
        leave_out(name, "there is no such tool");
      else
        add(name, argument_of(text.substr(open + 1, close - open - 1)), reason);
      open = std::min(close, text.size() - 1);
    }
  }

  ReadActions take() { return std::move(read_); }

 private:
  // The name in front of a bracket; a space between them is none of prose if a string follows.
  static std::string_view name_before(std::string_view text, std::size_t open) {
    auto end = open;
    const bool string = open + 1 < text.size() && (text[open + 1] == '"' || text[open + 1] == '\'');
    if (string && end > 0 && text[end - 1] == ' ') --end;
    auto begin = end;
    while (begin > 0 && is_name(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
  }

  // The closing bracket of a call: behind its string, where it has one; else the first that closes
  // as many as were opened, in the same line.
  static std::size_t end_of_call(std::string_view text, std::size_t open) {
    const auto begin = std::min(text.find_first_not_of(" \t\r\n", open + 1), text.size());
    const auto line_end = std::min(text.find('\n', begin), text.size());
    auto at = begin;
    if (at < text.size() && (text[at] == '"' || text[at] == '\''))
      for (const char quote = text[at++]; at < line_end; ++at) {
        if (text[at] == '\\')
          ++at;
        else if (text[at] == quote)
          if (const auto next = text.find_first_not_of(" \t\r\n", at + 1);
              next != text.npos && text[next] == ')')
            return next;
      }
    int depth = 1;
    for (at = begin; at < line_end; ++at) {
      if (text[at] == '(') ++depth;
      if (text[at] == ')' && --depth == 0) return at;
    }
    return line_end;
  }

  std::span<const core::ToolHelp> tools_;
  ReadActions read_;
};

// The argument of an action, whatever its member is called; of several the one that says what to
// look for.
std::string first_argument(const Json& object) {
  for (const char* name : {"argument", "arguments", "parameters", "params", "args", "query",
                           "caption", "image", "input", "text"}) {
    const auto found = object.find(name);
    if (found == object.end()) continue;
    if (!found->is_structured()) return text_member(object, name);
    if (found->empty()) continue;
    if (found->is_object())
      if (auto inside = first_argument(*found); !inside.empty()) return inside;
    return text_member(Json{{"x", found->front()}}, "x");
  }
  return {};
}

std::string first_text(const Json& object, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (auto text = text_member(object, name, 700); !text.empty()) return text;
  return {};
}

void add_object(const Json& one, Collector& collector) {
  const auto reason = text_member(one, "reason", 500);
  const auto name = first_text(one, {"tool", "action", "name"});
  if (name.find('(') != name.npos)
    collector.add_calls(name, reason);
  else if (!name.empty())
    collector.add(name, argument_of(first_argument(one)), reason);
  else  // {"web_search": "…"}
    for (const auto& [key, value] : one.items())
      if (key != "reason")
        collector.add(key, argument_of(text_member(Json{{"x", value}}, "x")), reason);
}

}  // namespace

ReadActions read_actions(const Json& list, std::span<const core::ToolHelp> tools) {
  Collector collector(tools);
  const auto add = [&](const Json& one) {
    if (one.is_string()) collector.add_calls(one.get_ref<const std::string&>(), "");
    if (one.is_object()) add_object(one, collector);
  };
  if (!list.is_array()) add(list);
  if (list.is_array())
    for (const auto& one : list) add(one);
  return collector.take();
}

ReadActions read_actions(std::string_view text, std::span<const core::ToolHelp> tools) {
  Collector collector(tools);
  collector.add_calls(text, "");
  return collector.take();
}

}  // namespace assay::reasoning::prompted
