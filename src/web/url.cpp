#include "web/url.h"

#include <algorithm>
#include <vector>

namespace assay::web {
namespace {

constexpr std::size_t longest = 4000;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= ' ') text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.remove_suffix(1);
  return text;
}

bool scheme_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '-' || c == '.';
}

// The length of `scheme:` at the start; 0 where there is none.
std::size_t scheme_length(std::string_view url) {
  const auto end = std::ranges::find_if_not(url, scheme_character) - url.begin();
  const auto n = static_cast<std::size_t>(end);
  return n > 0 && n < url.size() && url[n] == ':' ? n + 1 : 0;
}

bool is_web(std::string_view url) {
  const auto starts = [&](std::string_view with) {
    return url.size() >= with.size() &&
           std::ranges::equal(url.substr(0, with.size()), with, [](char a, char b) {
             return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b;
           });
  };
  return starts("http://") || starts("https://");
}

// Where the path begins: after scheme and host.
std::size_t path_start(std::string_view url) {
  const auto slashes = url.find("//");
  return std::min(url.size(), url.find_first_of("/?#", slashes + 2));
}

// Takes `.` and `..` out of a path that begins with a slash.
std::string without_dots(std::string_view path) {
  const auto tail = std::min(path.find_first_of("?#"), path.size());
  std::vector<std::string_view> parts;
  std::string_view rest = path.substr(1, tail - 1);
  for (bool more = true; more;) {
    const auto slash = rest.find('/');
    more = slash != rest.npos;
    const auto part = rest.substr(0, slash);
    rest = more ? rest.substr(slash + 1) : std::string_view{};
    if (part == "..") {
      if (!parts.empty()) parts.pop_back();
    }
    if (part == "." || part == "..") {
      if (!more) parts.emplace_back();
    } else {
      parts.push_back(part);
    }
  }
  std::string result;
  for (const auto part : parts) result.append("/").append(part);
  return result.append(path.substr(tail));
}

std::string escaped(std::string_view url) {
  std::string result;
  for (const char c : url) {
    if (c == '\n' || c == '\r' || c == '\t') continue;
    if (static_cast<unsigned char>(c) <= ' ' || c == 0x7F)
      result += "%20";
    else
      result += c;
  }
  return result;
}

}  // namespace

std::string resolve_url(std::string_view base, std::string_view reference) {
  reference = trimmed(reference);
  if (reference.empty() || reference.size() > longest) return {};
  if (is_web(reference)) return escaped(reference);
  if (scheme_length(reference) > 0 && reference.front() != '/') return {};
  if (!is_web(base) || base.size() > longest) return {};
  if (reference.starts_with("//"))
    return escaped(std::string(base.substr(0, base.find("//"))).append(reference));
  const auto start = path_start(base);
  const std::string origin(base.substr(0, start));
  const auto path_end = std::min(base.find_first_of("?#", start), base.size());
  const auto path = base.substr(start, path_end - start);
  if (reference.front() == '/') return escaped(origin + without_dots(reference));
  if (reference.front() == '#')
    return escaped(std::string(base.substr(0, base.find('#'))).append(reference));
  if (reference.front() == '?') return escaped(origin + std::string(path).append(reference));
  const auto slash = path.rfind('/');
  const std::string folder(slash == path.npos ? std::string_view("/") : path.substr(0, slash + 1));
  return escaped(origin + without_dots(folder + std::string(reference)));
}

std::string_view origin_of(std::string_view url) { return url.substr(0, path_start(url)); }

std::string target_of(std::string_view url) {
  const std::string target(url.substr(path_start(url)));
  return target.starts_with('/') ? target : "/" + target;
}

std::string host_of(std::string_view url) {
  if (!is_web(url)) return {};
  auto host = url.substr(0, path_start(url));
  host.remove_prefix(host.find("//") + 2);
  if (const auto at = host.rfind('@'); at != host.npos) host.remove_prefix(at + 1);
  if (!host.starts_with('[')) host = host.substr(0, host.find(':'));
  std::string result(host);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  if (result.starts_with("www.")) result.erase(0, 4);
  return result;
}

std::string_view without_archive(std::string_view url) {
  const auto archive = url.find("web.archive.org/");
  if (archive == url.npos || archive > 8) return url;
  // web.archive.org/web/TIMESTAMP/ADDRESS, of which the scheme may be missing.
  auto at = url.find("/web/", archive);
  if (at == url.npos) return url;
  at = url.find('/', at + 5);
  return at == url.npos ? url : url.substr(at + 1);
}

std::string_view path_of(std::string_view url) {
  url = without_archive(url);
  if (!is_web(url)) {
    const auto slash = url.find('/');
    return slash == url.npos ? std::string_view{} : url.substr(slash);
  }
  return url.substr(path_start(url));
}

}  // namespace assay::web
