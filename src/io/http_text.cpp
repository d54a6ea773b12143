#include "io/http_text.h"

#include <algorithm>

#include "io/curl_url.h"
#include "io/http_failure.h"

namespace assay::io {
namespace {

constexpr std::size_t longest_path = 200;
constexpr std::size_t shortest_secret = 4;
constexpr std::size_t longest_url = 8000;

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7f; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// RFC 9110: the characters of methods and of header names.
bool is_token(std::string_view text) {
  constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') ||
           marks.find(c) != std::string_view::npos;
  });
}

}  // namespace

bool same_header(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::optional<std::string_view> header_in(const std::vector<HttpHeader>& headers,
                                          std::string_view name) {
  for (const auto& header : headers)
    if (same_header(header.name, name)) return header.value;
  return std::nullopt;
}

std::optional<std::string_view> HttpResponse::header(std::string_view name) const {
  return header_in(headers, name);
}

std::string_view trimmed(std::string_view text, std::string_view blank) {
  const auto first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string one_line(std::string_view text, std::size_t longest) {
  std::string line(text.substr(0, longest));
  if (line.size() < text.size()) {
    // A character that was cut in two goes as a whole.
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0) == 0x80)
      line.pop_back();
    if (!line.empty() && static_cast<unsigned char>(line.back()) >= 0xC0) line.pop_back();
    line += "…";
  }
  std::ranges::replace_if(line, is_control, ' ');
  return line;
}

std::string shown_url(const std::string& url) {
  const auto parts = url.size() > longest_url ? std::nullopt : CurlUrl::parse(url);
  if (!parts) return "(an address that can't be read)";
  std::string shown = parts->part(CURLUPART_SCHEME) + "://" + parts->part(CURLUPART_HOST);
  const auto port = parts->part(CURLUPART_PORT);
  if (!port.empty()) shown += ":" + port;
  return shown + one_line(parts->part(CURLUPART_PATH), longest_path);
}

std::string hide_secrets(std::string text, const std::vector<std::string>& secrets) {
  constexpr std::string_view hidden = "[hidden]";
  for (const auto& secret : secrets) {
    if (secret.size() < shortest_secret) continue;
    for (auto at = text.find(secret); at != std::string::npos;
         at = text.find(secret, at + hidden.size()))
      text.replace(at, secret.size(), hidden);
  }
  return text;
}

std::vector<std::string> secrets_of(const HttpRequest& request) {
  std::vector<std::string> secrets;
  for (const auto& header : request.headers) {
    if (!header.secret) continue;
    secrets.push_back(header.value);
    if (const auto space = header.value.rfind(' '); space != std::string::npos)
      secrets.push_back(header.value.substr(space + 1));
  }
  return secrets;
}

void require_usable(const HttpRequest& request) {
  const auto refuse = [&](const std::string& why) {
    throw HttpFailure(HttpFailure::Kind::unusable,
                      hide_secrets(shown_url(request.url), secrets_of(request)) + ": " + why);
  };
  if (request.url.size() > longest_url) refuse("the address is too long");
  const auto url = CurlUrl::parse(request.url);
  if (!url || !url->is_http()) refuse("not an http or https address");
  if (!is_token(request.method)) refuse("not a method of HTTP");
  for (const auto& header : request.headers) {
    if (!is_token(header.name)) refuse("a header whose name can't be sent");
    if (std::ranges::any_of(header.value, [](char c) { return is_control(c) && c != '\t'; }))
      refuse("the header " + header.name + " has a value with control characters");
  }
}

}  // namespace assay::io
