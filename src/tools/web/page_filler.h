#pragma once
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>

#include "retrieval/documents/document.h"
#include "retrieval/knowledge/filling.h"
#include "tools/web/means.h"

namespace assay::tools {

struct FillOptions {
  retrieval::FillRules rules;
  // Render the sites that are known to need a browser (social media, archives) also where they
  // forbid programs, as VILLAIN did.
  bool render_social = false;
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
  // `needs_browser`, `not_cached`, or of the new text `short`, `wall`, `navigation`.
  std::string kind;
  std::string reason;  // a line for people
  // For later runs (is_settled()): the kind, and what it depended on; empty where nothing was tried
  // or the reason was none of the page.
  std::string note;
};

// Fetches the texts of documents anew: plainly, then rendered where the page needs it, politely, by
// robots.txt, and without what gives the answer away (benchmark mode). Of a page that can't be had
// it is told once, and who asks for an address while it is fetched gets that page. For one event
// loop.
class PageFiller {
 public:
  PageFiller(std::shared_ptr<const WebMeans> means, FillOptions options);
  ~PageFiller();
  PageFiller(const PageFiller&) = delete;
  PageFiller& operator=(const PageFiller&) = delete;

  // Why the document's page is not even asked for; nothing where it is.
  std::optional<Filled> refused(const retrieval::Document& document, const FillClaim& claim) const;

  // Would the page, of which an earlier run noted that (Filled::note), be refused again?
  bool is_settled(const std::string& note, const retrieval::Document& document,
                  const FillClaim& claim) const;

  // Throws operation_aborted alone.
  boost::asio::awaitable<Filled> fill(retrieval::Document document, FillClaim claim) const;

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace assay::tools
