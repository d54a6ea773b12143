#include "web/image_address.h"

#include <algorithm>

#include "web/url.h"

namespace assay::web {
namespace {

constexpr std::size_t longest_path = 4000;
constexpr std::size_t longest_type = 60;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool begins(std::string_view text, std::string_view with) {
  return text.size() >= with.size() &&
         std::ranges::equal(text.substr(0, with.size()), with,
                            [](char a, char b) { return lower(a) == b; });
}

// Does it say where a file is? Not a script, a mail address, a place in the page.
bool is_path(std::string_view reference) {
  if (reference.empty() || reference.size() > longest_path || reference.front() == '#')
    return false;
  const auto colon = reference.find_first_of(":/?#");
  return colon == reference.npos || reference[colon] != ':' || begins(reference, "file:");
}

}  // namespace

bool is_data_url(std::string_view reference) { return begins(trimmed(reference), "data:"); }

std::string address_of_image(std::string_view base, std::span<const std::string> references) {
  for (const auto& reference : references)
    if (auto url = resolve_url(base, reference); !url.empty()) return url;
  for (const auto& reference : references)
    if (const auto path = trimmed(reference); is_path(path)) return std::string(path);
  for (const auto& reference : references)
    if (is_data_url(reference)) return short_data_url(reference);
  return {};
}

std::string short_data_url(std::string_view url) {
  url = trimmed(url);
  url.remove_prefix(std::min<std::size_t>(5, url.size()));
  std::string result = "data:";
  for (const char c : url.substr(0, std::min(url.find_first_of(";,"), longest_type))) {
    const char small = lower(c);
    const bool plain = (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9') ||
                       small == '/' || small == '.' || small == '+' || small == '-';
    if (plain) result += small;
  }
  return result;
}

}  // namespace assay::web
