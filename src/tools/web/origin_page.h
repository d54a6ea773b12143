#pragma once
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>
#include <vector>

#include "assay/core/evidence.h"
#include "tools/web/pages.h"

namespace assay::tools {

// The page or post that carries a claim, with what is to be kept of it.
struct OriginPage {
  core::Origin origin;                // without blobs and numbers of pictures
  std::string text;                   // empty: the address is a picture's
  std::string bytes;                  // that the text was made from
  std::vector<KeptPicture> pictures;  // of the article; or the picture itself
};

// Fetches and reads it as `pages` reads evidence, and archives it there. Throws InputError with the
// reason in one line where it can't be had or read; with `needs_text` also where it is a picture.
boost::asio::awaitable<OriginPage> read_origin(std::shared_ptr<const WebPages> pages,
                                               std::string url, bool needs_text);

}  // namespace assay::tools
