#include "reasoning/prompted/fence.h"

#include "io/sha256.h"
#include "language/utf8.h"

namespace assay::reasoning::prompted {
namespace {

constexpr std::string_view reference = "[image:";

std::string without_references(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  std::size_t at = 0;
  for (auto found = text.find(reference); found != text.npos;
       found = text.find(reference, found + 1)) {
    result.append(text.substr(at, found - at)).append("(image ");
    at = found + reference.size();
  }
  result.append(text.substr(at));
  return result;
}

std::string between_marks(std::string_view text) {
  // Of the text itself, so that it can't hold it and the same prompt is the same again.
  const auto mark = io::sha256(text).substr(0, 10);
  std::string result = "<<<data " + mark + "\n";
  result.append(text);
  if (!text.ends_with('\n')) result += '\n';
  return result + "data " + mark + ">>>";
}

}  // namespace

std::string fenced(std::string_view text) {
  return between_marks(without_references(language::to_utf8(text)));
}

std::string fenced_with_pictures(std::string_view text) {
  return between_marks(language::to_utf8(text));
}

std::string one_line(std::string_view text, std::size_t longest) {
  const auto clean = without_references(language::to_utf8(text));
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
