#include "web/browser/proxy_head.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "io/http_text.h"

namespace assay::web {
namespace {

bool is_host_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_';
}

bool is_hex_or_colon(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == ':' || c == '.';
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Reads `host`, `host:port`, `[v6]` or `[v6]:port`.
bool read_authority(std::string_view text, std::uint16_t default_port, ProxyHead& head) {
  if (text.size() > 300) return false;
  std::string_view host = text;
  std::string_view port;
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == text.npos) return false;
    host = text.substr(1, end - 1);
    port = text.substr(end + 1);
  } else if (const auto colon = text.find(':'); colon != text.npos) {
    host = text.substr(0, colon);
    port = text.substr(colon);
  }
  head.host = host;
  std::ranges::transform(head.host, head.host.begin(), lower);
  const bool fits = text.starts_with('[') ? std::ranges::all_of(head.host, is_hex_or_colon)
                                          : std::ranges::all_of(head.host, is_host_character);
  if (head.host.empty() || !fits) return false;
  head.port = default_port;
  if (port.empty()) return default_port != 0;
  const auto value = number<std::uint16_t>(port.substr(1));
  if (!port.starts_with(':') || !value || *value == 0) return false;
  head.port = *value;
  return true;
}

bool read_target(std::string_view target, ProxyHead& head) {
  if (head.tunnel) return read_authority(target, 0, head);
  static constexpr std::string_view scheme = "http://";
  if (target.size() < scheme.size() ||
      !std::ranges::equal(target.substr(0, scheme.size()), scheme, {}, lower))
    return false;
  target.remove_prefix(scheme.size());
  const auto end = std::min(target.find_first_of("/?#"), target.size());
  head.path = target.substr(end, target.find('#') - end);
  if (!head.path.starts_with('/')) head.path.insert(0, "/");
  return read_authority(target.substr(0, end), 80, head);
}

std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find("\r\n"), text.size());
  const auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 2, text.size()));
  return line;
}

struct Line {
  std::string_view name;
  std::string_view value;
};

std::optional<Line> read_line(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == text.npos || colon == 0) return std::nullopt;
  const auto name = text.substr(0, colon);
  const auto visible = [](char c) { return c > ' ' && c < '\x7f'; };
  if (!std::ranges::all_of(name, visible)) return std::nullopt;
  auto value = text.substr(colon + 1);
  while (value.starts_with(' ') || value.starts_with('\t')) value.remove_prefix(1);
  if (value.find_first_of(std::string_view("\r\n\0", 3)) != value.npos) return std::nullopt;
  return Line{name, value};
}

// Is the line meant for the connection that it came over?
bool is_of_connection(std::string_view name) {
  static constexpr std::array names{
      "Connection",         "Keep-Alive", "Proxy-Connection", "TE",  "Proxy-Authorization",
      "Proxy-Authenticate", "Trailer",    "Upgrade",          "Host"};
  return std::ranges::any_of(names, [&](const char* one) { return io::same_header(one, name); });
}

void append(std::string& to, const Line& line) {
  to.append(line.name).append(": ").append(line.value).append("\r\n");
}

}  // namespace

std::optional<ProxyHead> read_proxy_head(std::string_view text) {
  const auto first = take_line(text);
  const auto space = first.find(' ');
  const auto last = first.rfind(' ');
  if (space == first.npos || last == space || !first.substr(last + 1).starts_with("HTTP/1."))
    return std::nullopt;
  ProxyHead head;
  head.method = first.substr(0, space);
  const auto letter = [](char c) { return c >= 'A' && c <= 'Z'; };
  if (head.method.empty() || !std::ranges::all_of(head.method, letter)) return std::nullopt;
  head.tunnel = head.method == "CONNECT";
  const auto target = first.substr(space + 1, last - space - 1);
  const auto visible = [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '\x7f'; };
  if (!std::ranges::all_of(target, visible) || !read_target(target, head)) return std::nullopt;
  std::optional<std::size_t> length;
  while (!text.empty()) {
    const auto raw = take_line(text);
    if (raw.empty()) break;
    const auto line = read_line(raw);
    if (!line || io::same_header(line->name, "Transfer-Encoding")) return std::nullopt;
    if (is_of_connection(line->name)) continue;
    if (io::same_header(line->name, "Content-Length")) {
      const auto value = number<std::size_t>(line->value);
      if (length || !value) return std::nullopt;
      length = value;
    }
    append(head.headers, *line);
  }
  head.body = length.value_or(0);
  return head;
}

std::string authority_of(const std::string& host, std::uint16_t port) {
  const auto name = host.find(':') == host.npos ? host : "[" + host + "]";
  return name + ":" + std::to_string(port);
}

std::optional<AnswerHead> read_answer_head(std::string_view text, std::string_view method) {
  const auto first = take_line(text);
  if (!first.starts_with("HTTP/1.") || first.size() < 12 || first[8] != ' ') return std::nullopt;
  const auto status = number<int>(first.substr(9, 3));
  if (!status || *status < 100 || *status > 599 || *status == 101) return std::nullopt;
  AnswerHead head;
  head.interim = *status < 200;
  head.text.append(first).append("\r\n");
  bool chunks = false;
  while (!text.empty()) {
    const auto raw = take_line(text);
    if (raw.empty()) break;
    const auto line = read_line(raw);
    if (!line || is_of_connection(line->name)) continue;
    append(head.text, *line);
    chunks |= io::same_header(line->name, "Transfer-Encoding");
    if (io::same_header(line->name, "Content-Length")) head.body = number<std::size_t>(line->value);
  }
  if (chunks) head.body = std::nullopt;
  if (head.interim || *status == 204 || *status == 304 || method == "HEAD") head.body = 0;
  if (!head.interim) head.text += "Connection: close\r\n";
  head.text += "\r\n";
  return head;
}

bool is_web_port(std::uint16_t port) {
  if (port < 1024) return port == 80 || port == 443;
  // Files, databases, telephony, screens, mail filters, chats, caches, brokers, other proxies' and
  // containers' control.
  static constexpr std::array<std::uint16_t, 31> others{
      1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376,  3306, 3389, 3659,
      4045, 4190, 5060, 5061, 5432, 5672, 5900, 6000,  6379, 6566, 6665,
      6666, 6667, 6668, 6669, 6679, 6697, 9050, 10080, 11211};
  return std::ranges::find(others, port) == others.end() && port != 27017;
}

}  // namespace assay::web
