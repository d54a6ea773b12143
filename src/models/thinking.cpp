#include "models/thinking.h"

#include <string_view>

namespace assay::models {
namespace {

constexpr std::string_view blank = " \t\r\n";
constexpr std::string_view begin_mark = "<think>";
constexpr std::string_view end_mark = "</think>";

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(blank) - first + 1));
}

// The end mark where it stands on a line of its own.
std::size_t lone_end_mark(std::string_view text) {
  for (auto at = text.find(end_mark); at != std::string_view::npos;
       at = text.find(end_mark, at + 1)) {
    const auto after = at + end_mark.size();
    const bool begins = at == 0 || text[at - 1] == '\n';
    const bool ends = after == text.size() || text[after] == '\n' || text[after] == '\r';
    if (begins && ends) return at;
  }
  return std::string_view::npos;
}

}  // namespace

SplitAnswer split_thinking(std::string answer) {
  const std::string_view all = answer;
  const auto first = all.find_first_not_of(blank);
  const bool marked = first != std::string_view::npos && all.substr(first).starts_with(begin_mark);
  const auto from = marked ? first + begin_mark.size() : 0;
  const auto end = marked ? all.find(end_mark, from) : lone_end_mark(all);
  if (end == std::string_view::npos) {
    if (marked) return {trimmed(all.substr(from)), {}};
    return {{}, std::move(answer)};
  }
  return {trimmed(all.substr(from, end - from)), trimmed(all.substr(end + end_mark.size()))};
}

}  // namespace assay::models
