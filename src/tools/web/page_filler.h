#pragma once
#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "retrieval/documents/document.h"
#include "retrieval/knowledge/filling.h"
#include "tools/web/means.h"

namespace assay::tools {

struct FillOptions {
  retrieval::FillRules rules;
  bool render_social = false;  // render the sites that forbid programs, as VILLAIN did
};

// For which claim a document is filled.
struct FillClaim {
  std::string text;
  std::optional<core::Date> limit;  // what was published on that day or later is not taken
};

// What came of one document.
struct Filled {
  std::optional<retrieval::Document> document;  // with its new text
  // Else why not: `forbids_programs`, `robots`, `fact_check`, `too_late`, `failed`, `unreadable`,
  // or of the new text `short`, `wall`, `navigation`.
  std::string kind;
  std::string reason;  // a line for people
};

// Fetches the texts of documents anew: plainly, then rendered where the page needs it, politely, by
// robots.txt, and without what gives the answer away (benchmark mode). Of a page that can't be had
// it is told once. For one event loop.
class PageFiller {
 public:
  PageFiller(std::shared_ptr<const WebMeans> means, FillOptions options);

  // Throws operation_aborted alone.
  boost::asio::awaitable<Filled> fill(retrieval::Document document, FillClaim claim);

 private:
  std::shared_ptr<const WebMeans> means_;
  FillOptions options_;
  std::map<std::string, Filled> failed_;  // address → why
};

}  // namespace assay::tools
