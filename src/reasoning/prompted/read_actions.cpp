#include "reasoning/prompted/read_actions.h"

#include <algorithm>
#include <array>
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

// The text of an argument, without the quotes around it and a parameter's name before it.
std::string argument_of(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> quotes{
      {{"\"", "\""}, {"'", "'"}, {"`", "`"}, {"“", "”"}, {"‘", "’"}}};
  const auto trim = [](std::string_view part) {
    const auto begin = part.find_first_not_of(" \t\r\n");
    if (begin == part.npos) return std::string_view{};
    return part.substr(begin, part.find_last_not_of(" \t\r\n") - begin + 1);
  };
  text = trim(text);
  std::size_t name = 0;
  while (name < text.size() && is_name(text[name])) ++name;
  if (name > 0 && name < text.size() && text[name] == '=') text = trim(text.substr(name + 1));
  for (const auto& [open, close] : quotes)
    if (text.size() >= open.size() + close.size() && text.starts_with(open) &&
        text.ends_with(close)) {
      text = text.substr(open.size(), text.size() - open.size() - close.size());
      break;
    }
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() &&
        std::string_view("\"'\\").find(text[i + 1]) != std::string_view::npos)
      ++i;
    plain += text[i];
  }
  return plain;
}

// A reference as models write it, `image:1` or `<image:1>` too, as the record does.
std::string with_reference(std::string argument) {
  const auto text = bare(argument);
  std::string_view digits = text;
  for (const std::string_view mark : {"<", "image", " ", ":", "#"})
    if (digits.starts_with(mark)) digits.remove_prefix(mark.size());
  if (digits.ends_with('>')) digits.remove_suffix(1);
  const bool number =
      !digits.empty() && digits.size() < 7 && digits.find_first_not_of("0123456789") == digits.npos;
  return number ? "[image:" + std::string(digits) + "]" : argument;
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
      std::size_t begin = open;
      while (begin > 0 && is_name(text[begin - 1])) --begin;
      const auto name = text.substr(begin, open - begin);
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
  // The closing bracket of a call: behind its string, where it has one; else the first that closes
  // as many as were opened, in the same line.
  static std::size_t end_of_call(std::string_view text, std::size_t open) {
    const auto line_end = std::min(text.find('\n', open), text.size());
    auto at = text.find_first_not_of(" \t", open + 1);
    if (at != text.npos && (text[at] == '"' || text[at] == '\''))
      for (const char quote = text[at++]; at < line_end; ++at) {
        if (text[at] == '\\')
          ++at;
        else if (text[at] == quote && text.substr(at + 1).starts_with(')'))
          return at + 1;
      }
    int depth = 0;
    for (at = open; at < line_end; ++at) {
      if (text[at] == '(') ++depth;
      if (text[at] == ')' && --depth == 0) return at;
    }
    return line_end;
  }

  std::span<const core::ToolHelp> tools_;
  ReadActions read_;
};

std::string first_argument(const Json& object) {
  for (const char* name : {"argument", "arguments", "query", "caption", "image", "input", "args"}) {
    const auto found = object.find(name);
    if (found == object.end()) continue;
    if (found->is_array() && !found->empty()) return text_member(Json{{"x", found->front()}}, "x");
    if (found->is_object() && !found->empty()) return text_member(Json{{"x", found->front()}}, "x");
    return text_member(object, name);
  }
  return {};
}

}  // namespace

ReadActions read_actions(const Json& list, std::span<const core::ToolHelp> tools) {
  Collector collector(tools);
  if (list.is_string()) collector.add_calls(list.get_ref<const std::string&>(), "");
  if (!list.is_array()) return collector.take();
  for (const auto& one : list) {
    if (one.is_string()) {
      collector.add_calls(one.get_ref<const std::string&>(), "");
    } else if (one.is_object()) {
      const auto reason = text_member(one, "reason", 500);
      auto name = text_member(one, "tool", 200);
      if (name.empty()) name = text_member(one, "action", 700);
      if (name.empty()) name = text_member(one, "name", 200);
      if (name.find('(') != name.npos)
        collector.add_calls(name, reason);
      else
        collector.add(name, argument_of(first_argument(one)), reason);
    }
  }
  return collector.take();
}

ReadActions read_actions(std::string_view text, std::span<const core::ToolHelp> tools) {
  Collector collector(tools);
  collector.add_calls(text, "");
  return collector.take();
}

}  // namespace assay::reasoning::prompted
