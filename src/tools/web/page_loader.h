#pragma once
#include <boost/asio/awaitable.hpp>
#include <string>
#include <vector>

#include "assay/core/evidence.h"
#include "tools/web/means.h"
#include "web/article.h"

namespace assay::tools {

// A page of the web that was read, however it was had.
struct LoadedPage {
  std::vector<web::Exchange> chain;  // as it came; redirects first
  std::string url;                   // where it ended
  std::string bytes;                 // what the article was made of
  core::Timestamp at;
  bool rendered = false;   // by a browser: `bytes` are the document as it stood in the end
  std::string screenshot;  // JPEG; of a rendered page
  web::Article article;

  // The addresses that led here, its own last.
  std::vector<std::string> addresses() const;
};

// Fetches a page and reads its article: plainly, and by a browser where the site is known to need
// one or the plain page says nothing useful. Throws FetchFailure and web::Unreadable, whose message
// says what was tried.
boost::asio::awaitable<LoadedPage> load_page(const WebMeans& means, std::string url);

// The same by a browser alone, whatever robots.txt says. For who may.
boost::asio::awaitable<LoadedPage> render_page(const WebMeans& means, std::string url);

// Keeps all of it in the file, and names in the source where its bytes are.
void archive_page(const LoadedPage& page, web::WarcWriter& file, core::Source& source);

}  // namespace assay::tools
