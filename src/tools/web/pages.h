#pragma once
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/tool.h"
#include "tools/web/means.h"

namespace assay::tools {

// A page that a service named.
struct PageWanted {
  std::string url;
  std::string title;      // as the service has it
  std::string publisher;  // likewise
  std::optional<core::Date> published;
  double score = 0;
  std::optional<core::Review> review;  // of a fact-check that a service listed
};

// It as a source, as far as the service told of it.
core::Source source_of(const PageWanted& page);

// What came of it: the page, or why it is left out.
struct PageRead {
  std::optional<Found> found;
  core::ExcludedSource excluded;  // where there is none
  bool unread = false;            // it was fetched, and is nothing that can be read as a text
  std::string author;
  std::vector<std::string> addresses;  // that led there, its own last
  std::string canonical;               // what it calls its own
};

// The pages of the open web that one check reads: fetched, archived, judged and read, each address
// once. For one event loop.
class WebPages {
 public:
  WebPages(WebMeans means, WebCheck check);
  ~WebPages();

  const WebMeans& means() const;
  const WebCheck& check() const;

  // Why the page is not even fetched: its address, title or date says enough. Nothing where it may
  // be.
  std::optional<std::string> refused(const PageWanted& page) const;

  // The page, or why it is left out; throws operation_aborted alone. A copy of what was read
  // before, where it was.
  boost::asio::awaitable<PageRead> read(PageWanted page) const;

  // The best `most` of the pages that can be read, in their order, and what was left out. Reads as
  // many at once as are still wanted.
  boost::asio::awaitable<Findings> read_best(std::vector<PageWanted> pages, std::size_t most) const;

  // A picture of the web, decoded to know its size; nothing where it can't be had or used, or is
  // smaller than `smallest` pixels on a side.
  boost::asio::awaitable<std::optional<KeptPicture>> picture(std::string url, int smallest) const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace assay::tools
