#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/http_message.h"

// What messages may say of a request, and what a request may say to a server.
namespace assay::io {

// An address for messages: scheme, host, port and path of at most 200 bytes; without user,
// password, query and fragment. What can't be read as an address is not shown at all.
std::string shown_url(const std::string& url);

// The text with every occurrence of each secret replaced by `[hidden]`. A secret of fewer than four
// bytes is too common to be looked for.
std::string hide_secrets(std::string text, const std::vector<std::string>& secrets);

// The values of the request's secret headers; of `Bearer KEY` also the key alone.
std::vector<std::string> secrets_of(const HttpRequest& request);

// Text of a server as part of a message: one line of at most `longest` bytes (cut at the border of
// a UTF-8 character) without control characters.
std::string one_line(std::string_view text, std::size_t longest);

// Throws HttpFailure (`unusable`) for a request that must not be sent: an address that is not http
// or https, a method or a header's name that is no token, a value with control characters.
void require_usable(const HttpRequest& request);

// The value of the first header of that name, whose case does not matter; nothing where there is
// none.
std::optional<std::string_view> header_in(const std::vector<HttpHeader>& headers,
                                          std::string_view name);

// Without the characters of `blank` at both ends.
std::string_view trimmed(std::string_view text, std::string_view blank = " \t\r\n");

// Both in any case of ASCII letters.
bool same_header(std::string_view a, std::string_view b);

}  // namespace assay::io
