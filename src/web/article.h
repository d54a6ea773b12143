#pragma once
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/date.h"

namespace assay::web {

// The bytes cannot be read as what they claim to be. The message is one line that says why, without
// naming the file: the caller knows it.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What the caller knows of a page besides its bytes.
struct ArticleHints {
  std::string url;      // where it came from: resolves links, and may hold a date; may be empty
  std::string charset;  // of the Content-Type header; empty where there is none
};

// A picture that stands in the article.
struct ArticleImage {
  std::string src;           // absolute where the page's address is known; of a data URL its type
  std::string alt;           // alternative text
  std::string caption;       // of the figure around it
  std::string nearby;        // words of the text just before it
  std::size_t position = 0;  // byte of Article::text before which it stands
  int width = 0;             // as declared by the page, in pixels; 0 where unknown
  int height = 0;
  // Where it may be, as the page writes it (a path, an address, a data URL), the best copy first:
  // a page that was saved names its own files in one attribute and the web's in another.
  std::vector<std::string> references;
  friend bool operator==(const ArticleImage&, const ArticleImage&) = default;
};

// A link that stands in the article.
struct ArticleLink {
  std::string text;          // what it is on
  std::string url;           // absolute
  std::size_t position = 0;  // byte of Article::text where the block that holds it begins
  friend bool operator==(const ArticleLink&, const ArticleLink&) = default;
};

// What a page says, freed from the page around it. Every text is valid UTF-8 without NUL, without
// invisible and direction-changing characters, and in Unicode's composed form as far as the page
// has it so.
struct Article {
  std::string url;  // the address the page gives as its own (canonical), else that of the hints
  std::string title;
  std::string author;     // several are separated by "; "
  std::string publisher;  // name of the site or publisher
  std::optional<core::Date> published;
  std::optional<core::Date> modified;
  std::string language;              // ISO 639-1 where there is one; empty where unknown
  std::string text;                  // Markdown; paragraphs are separated by a blank line
  std::vector<ArticleImage> images;  // in the order of the text, at most 32
  std::vector<ArticleLink> links;    // in the order of the text, each address once, at most 200
  // Of each fact-check that the page's markup (schema.org's ClaimReview) tells of the claim that it
  // reviews, empty where it names none; at most 20, of at most 2,000 bytes.
  std::vector<std::string> claim_reviews;
  std::string extractor;  // name and version of what made the text: `article/1`, `text/1`, `pdf/1`
  friend bool operator==(const Article&, const Article&) = default;
};

// The text with its links as a Markdown list behind it, as a terminal browser prints them:
// sentences stay free of addresses, and can be quoted as they are.
std::string text_with_links(const Article& article);

// Name and version of extract_article(). The same bytes and hints give the same text for as long as
// this is the same.
inline constexpr std::string_view article_extractor = "article/2";

// Reads an HTML page in this process; for hostile bytes go through web/reader.h. Throws Unreadable
// where the page goes beyond the bounds (web/html_bounds.h), is not HTML, or holds no text.
// Deterministic; takes time linear in the bytes.
Article extract_article(std::string_view bytes, const ArticleHints& hints = {});

}  // namespace assay::web
