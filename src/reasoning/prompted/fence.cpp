#include "reasoning/prompted/fence.h"

#include <algorithm>

#include "io/sha256.h"
#include "language/utf8.h"

namespace assay::reasoning::prompted {
namespace {

constexpr std::string_view opening = "[image:";
constexpr std::size_t most_digits = 6;
constexpr std::string_view fence_opening = "<<<data ";

// Where the reference that begins at `at` ends; nothing where none begins.
std::size_t end_of_reference(std::string_view text, std::size_t at) {
  const auto digits = at + opening.size();
  auto end = digits;
  while (end < text.size() && end - digits < most_digits && text[end] >= '0' && text[end] <= '9')
    ++end;
  return end > digits && end < text.size() && text[end] == ']' ? end + 1 : text.npos;
}

// References to pictures as plain words, `(image 7)`; but for those of `meant`.
std::string without_references(std::string_view text, std::span<const core::Image> meant) {
  std::string result;
  result.reserve(text.size());
  std::size_t done = 0;
  for (auto at = text.find(opening); at != text.npos; at = text.find(opening, at + 1)) {
    const auto end = end_of_reference(text, at);
    if (end == text.npos) continue;
    const auto digits = text.substr(at + opening.size(), end - 1 - at - opening.size());
    const auto number = std::stoi(std::string(digits));
    if (std::ranges::find(meant, number, &core::Image::number) != meant.end()) continue;
    result.append(text.substr(done, at - done)).append("(image ").append(digits).append(")");
    done = end;
  }
  result.append(text.substr(done));
  return result;
}

// The marks of a fence, so that no text looks as if it ended its own or began another.
std::string without_marks(std::string text) {
  for (std::size_t at = 0; at + 2 < text.size(); ++at)
    if ((text[at] == '<' || text[at] == '>') && text[at + 1] == text[at] &&
        text[at + 2] == text[at])
      text[at + 1] = ' ';
  return text;
}

std::string between_marks(std::string_view text) {
  // Of the text itself, so that it can't hold it and the same prompt is the same again.
  const auto mark = io::sha256(text).substr(0, 10);
  std::string result = std::string(fence_opening) + mark + "\n";
  result.append(text);
  if (!text.ends_with('\n')) result += '\n';
  return result + "data " + mark + ">>>";
}

}  // namespace

bool holds_fence(std::string_view answer) { return answer.find(fence_opening) != answer.npos; }

std::string fenced(std::string_view text, std::span<const core::Image> meant) {
  return between_marks(without_marks(without_references(language::to_utf8(text), meant)));
}

std::string one_line(std::string_view text, std::size_t longest) {
  const auto clean = without_references(language::to_utf8(text), {});
  std::string line;
  bool space = false;
  for (std::size_t at = 0; at < clean.size();) {
    const auto begin = at;
    const auto point = language::decode(clean, at);
    if (point <= 0x20 || point == 0x7F || (point >= 0x80 && point < 0xA0) || point == 0x2028 ||
        point == 0x2029) {
      space = !line.empty();
      continue;
    }
    if (line.size() + (at - begin) + 1 > longest) return line + "…";
    if (space) line += ' ';
    space = false;
    line.append(clean, begin, at - begin);
  }
  return line;
}

}  // namespace assay::reasoning::prompted
