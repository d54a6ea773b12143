#pragma once
#include <cstddef>
#include <string>
#include <string_view>

// The texts and addresses of search results, as services give them, made fit to be kept.
namespace assay::web {

// The text without the HTML that services put into titles and snippets (`<b>`, `&amp;`), in one
// line without invisible characters, of at most `longest` bytes, cut between characters. What only
// looks like a tag (`a < b`) stays.
std::string result_text(std::string_view text, std::size_t longest);

// An http or https address of at most 4,000 bytes, white space inside escaped; empty where it is
// none, or holds a user or password.
std::string result_url(std::string_view url);

// The same for addresses that lead to the same page, as far as can be told without asking: without
// scheme, `www.`, fragment, a slash at the end and what only counts visitors (utm_…, fbclid, …).
std::string same_page_key(std::string_view url);

// A text for a query of an address: everything but letters, digits and `-._~` as %XX.
std::string url_escaped(std::string_view text);

}  // namespace assay::web
