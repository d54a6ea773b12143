#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::web {

// What a client of a proxy wants, as the head of its request says it.
struct ProxyHead {
  bool tunnel = false;  // CONNECT: bytes both ways, whatever they are
  std::string host;     // in lower case, without brackets
  std::uint16_t port = 0;
  std::string method;
  std::string path;      // with the query
  std::string headers;   // lines for the server, each with its end: without those for the proxy
  std::size_t body = 0;  // bytes that follow
};

// Reads `head`, up to its empty line. Nothing where it is no request that a browser sends: another
// scheme than http, a user in the address, odd characters in a host, two lengths, chunks.
std::optional<ProxyHead> read_proxy_head(std::string_view head);

// `host:port` as a request names it, IPv6 in brackets.
std::string authority_of(const std::string& host, std::uint16_t port);

// The head of a server's answer.
struct AnswerHead {
  std::string text;  // for the client: without what is meant for the connection, which ends with it
  bool interim = false;  // another follows (100 to 199)
  std::optional<std::size_t>
      body;  // bytes that follow; nothing where the end of the connection tells
};

// Nothing where it is no answer. `method`: of what was asked.
std::optional<AnswerHead> read_answer_head(std::string_view head, std::string_view method);

// May a page be asked for at that port? 80, 443, and above the ports of the system all but those
// of well-known services that are no web servers.
bool is_web_port(std::uint16_t port);

}  // namespace assay::web
