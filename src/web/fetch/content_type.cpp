#include "web/fetch/content_type.h"

#include <algorithm>

#include "io/http_text.h"

namespace assay::web {
namespace {

constexpr std::size_t longest = 100;

std::string lower(std::string_view text) {
  std::string result(text.substr(0, longest));
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string_view bare(std::string_view text) { return io::trimmed(text, " \t\r\n\"'"); }

}  // namespace

ContentType content_type_of(std::string_view header) {
  ContentType type;
  auto end = std::min(header.find_first_of(";,"), header.size());
  type.media_type = lower(bare(header.substr(0, end)));
  if (type.media_type.find('/') == std::string::npos) type.media_type.clear();
  while (end < header.size() && type.charset.empty()) {
    header.remove_prefix(end + 1);
    end = std::min(header.find(';'), header.size());
    const auto parameter = header.substr(0, end);
    const auto equals = parameter.find('=');
    if (equals != parameter.npos && lower(bare(parameter.substr(0, equals))) == "charset")
      type.charset = lower(bare(parameter.substr(equals + 1)));
  }
  return type;
}

}  // namespace assay::web
