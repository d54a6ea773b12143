#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/date.h"

// What services of the open web are asked, and what they answer, whichever service it is. Texts of
// answers are plain text in one line, bounded; addresses are http or https.
namespace assay::web {

enum class SearchKind { web, news, images };
// `web`, `news`, `images`.
std::string to_string(SearchKind kind);

struct SearchQuery {
  SearchKind kind = SearchKind::web;
  std::string words;
  std::optional<core::Date> before;  // results of that day or later are left out
  std::size_t results = 10;          // at most so many, 1 to 100
  std::string language;              // ISO 639-1; empty: any
  std::string country;               // ISO 3166-1, two letters; empty: any
};

struct WebPicture {
  std::string url;
  int width = 0;  // pixels; 0: not known
  int height = 0;
};

struct SearchResult {
  std::string url;  // of the page
  std::string title;
  std::string snippet;
  std::string publisher;
  std::optional<core::Date> published;  // nothing: no date is known
  std::optional<WebPicture> image;      // what a search for images found
  std::optional<WebPicture> thumbnail;  // a small copy, on the service's server as a rule
  int rank = 0;                         // from 1, in the service's order
};

// What was left out, and why.
struct ExcludedResult {
  SearchResult result;
  std::string reason;
};

// What an answer took.
struct SearchEffort {
  int requests = 0;            // that were sent, those included that failed and were sent again
  std::optional<double> cost;  // US dollars; nothing: the price is not known
  // Why there is less than there could be: a later page failed, some engines did not answer. Empty:
  // nothing is missing.
  std::string incomplete;
};

struct SearchAnswer {
  std::vector<SearchResult> results;
  std::vector<ExcludedResult> excluded;
  SearchEffort effort;
};

// A service that finds pages and pictures by words. For one event loop. All methods that ask throw
// SearchFailure, and operation_aborted where the caller is cancelled.
class SearchProvider {
 public:
  virtual ~SearchProvider() = default;
  // `serper`, `brave`, …
  virtual const std::string& name() const = 0;
  virtual bool can(SearchKind kind) const = 0;
  // What else than the query an answer depends on, for the key of a step. Holds no secret.
  virtual std::string options() const = 0;
  virtual boost::asio::awaitable<SearchAnswer> search(SearchQuery query) const = 0;
};

// A picture whose copies on the web are looked for.
struct PictureQuery {
  std::string bytes;                 // as they came; may be empty where the address is known
  std::string media_type;            // `image/jpeg`
  std::string address;               // its own, on the web; empty: not known
  std::optional<core::Date> before;  // as in SearchQuery
  std::size_t results = 10;          // pages at most, 1 to 100
  std::string language;              // of titles and labels, ISO 639-1; empty: any
};

enum class CopyKind { full, partial, similar };
// `full`, `partial`, `similar`.
std::string to_string(CopyKind kind);

// A page that shows the picture, or one like it.
struct PictureCopy {
  std::string page;  // its address; empty: only the picture's is known
  std::string title;
  std::string publisher;
  std::string image;                    // address of the picture there; empty: not known
  CopyKind kind = CopyKind::similar;    // as far as the service says
  std::optional<core::Date> published;  // of the page, from its address
};

struct ExcludedCopy {
  PictureCopy copy;
  std::string reason;
};

struct PictureAnswer {
  std::vector<PictureCopy> copies;
  std::vector<std::string> labels;  // what the service thinks it shows, best first
  std::vector<ExcludedCopy> excluded;
  SearchEffort effort;
};

// A service that finds pages by a picture.
class ReverseSearchProvider {
 public:
  virtual ~ReverseSearchProvider() = default;
  virtual const std::string& name() const = 0;
  // False: only pictures whose address on the web is known can be searched for.
  virtual bool takes_bytes() const = 0;
  virtual std::string options() const = 0;
  virtual boost::asio::awaitable<PictureAnswer> search(PictureQuery query) const = 0;
};

struct FactCheckQuery {
  std::string words;
  std::optional<core::Date> before;  // reviews of that day or later are left out
  std::size_t results = 10;          // 1 to 100
  std::string language;              // ISO 639-1; empty: any
};

// What a fact-checker wrote about a claim.
struct ReviewedClaim {
  std::string claim;
  std::string claimant;
  std::optional<core::Date> claimed;
  std::string url;  // of the review
  std::string title;
  std::string publisher;
  std::string site;  // of the publisher: `example.org`
  std::string rating;
  std::optional<core::Date> reviewed;
  std::string language;
};

struct ExcludedReview {
  ReviewedClaim review;
  std::string reason;
};

struct FactCheckAnswer {
  std::vector<ReviewedClaim> reviews;
  std::vector<ExcludedReview> excluded;
  SearchEffort effort;
};

// A service that knows what fact-checkers wrote.
class FactCheckProvider {
 public:
  virtual ~FactCheckProvider() = default;
  virtual const std::string& name() const = 0;
  virtual std::string options() const = 0;
  virtual boost::asio::awaitable<FactCheckAnswer> search(FactCheckQuery query) const = 0;
};

}  // namespace assay::web
