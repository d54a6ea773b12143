#include "web/fetch/content_type.h"

#include <algorithm>

namespace assay::web {
namespace {

constexpr std::size_t longest = 100;

std::string lower(std::string_view text) {
  std::string result(text.substr(0, longest));
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string_view trimmed(std::string_view text, std::string_view what = " \t\r\n\"'") {
  const auto first = text.find_first_not_of(what);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(what) - first + 1);
}

}  // namespace

ContentType content_type_of(std::string_view header) {
  ContentType type;
  auto end = std::min(header.find_first_of(";,"), header.size());
  type.media_type = lower(trimmed(header.substr(0, end)));
  if (type.media_type.find('/') == std::string::npos) type.media_type.clear();
  while (end < header.size() && type.charset.empty()) {
    header.remove_prefix(end + 1);
    end = std::min(header.find(';'), header.size());
    const auto parameter = header.substr(0, end);
    const auto equals = parameter.find('=');
    if (equals != parameter.npos && lower(trimmed(parameter.substr(0, equals))) == "charset")
      type.charset = lower(trimmed(parameter.substr(equals + 1)));
  }
  return type;
}

}  // namespace assay::web
