#pragma once
#include <string>
#include <string_view>

namespace assay::web {

// The absolute http or https address that `reference` means on a page at `base` (RFC 3986, section
// 5). A reference that is absolute already needs no base. Empty where there is none: another scheme
// (javascript:, data:, mailto:), no base, or more than 4,000 bytes. White space inside is written
// as %20.
std::string resolve_url(std::string_view base, std::string_view reference);

// Scheme, host and port of an http or https address as it writes them: `https://example.org`.
std::string_view origin_of(std::string_view url);

// What is asked of that server: the path, at least `/`, with the query.
std::string target_of(std::string_view url);

// The host of an http or https address in lower case, without user, port and a leading `www.`;
// empty where it is none.
std::string host_of(std::string_view url);

// The path of an http or https address, with its query; an address inside a web archive's address
// (`web.archive.org/web/2019…/http://…`) stands for itself.
std::string_view path_of(std::string_view url);

// Without the address of the web archive in front of it.
std::string_view without_archive(std::string_view url);

}  // namespace assay::web
