#include "retrieval/documents/data_url.h"

#include <algorithm>

#include "io/base64.h"
#include "web/image_address.h"
#include "web/sites/percent.h"

namespace assay::retrieval {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool ends_with_base64(std::string_view head) {
  head = trimmed(head);
  constexpr std::string_view mark = "base64";
  return head.size() > mark.size() && head[head.size() - mark.size() - 1] == ';' &&
         std::ranges::equal(head.substr(head.size() - mark.size()), mark, [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b;
         });
}

}  // namespace

bool is_data_url(std::string_view reference) { return web::is_data_url(reference); }

DataUrl read_data_url(std::string_view url, std::size_t limit) {
  DataUrl result;
  result.media_type = short_reference(url).substr(5);
  url = trimmed(url);
  const auto comma = url.find(',');
  if (comma == url.npos) {
    result.problem = "the data URL holds nothing";
    return result;
  }
  const bool base64 = ends_with_base64(url.substr(0, comma));
  const auto body = url.substr(comma + 1);
  // The longest way to write a byte is three characters, a percent sign and two digits.
  if (body.size() / 3 > limit) {
    result.problem = "the data URL is longer than " + std::to_string(limit >> 20) + " MiB";
    return result;
  }
  auto bytes = body.find('%') == body.npos ? std::string(body) : web::percent_decoded(body);
  if (base64) {
    auto decoded = io::base64_decoded(bytes);
    if (!decoded) {
      result.problem = "the data URL's base64 is broken";
      return result;
    }
    bytes = std::move(*decoded);
  }
  if (bytes.empty())
    result.problem = "the data URL holds nothing";
  else if (bytes.size() > limit)
    result.problem = "the data URL is longer than " + std::to_string(limit >> 20) + " MiB";
  else
    result.bytes = std::move(bytes);
  return result;
}

std::string short_reference(std::string_view data_url) { return web::short_data_url(data_url); }

}  // namespace assay::retrieval
