#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/date.h"
#include "web/sites/site_judge.h"

namespace assay::web {

struct LeakSettings {
  // Sources published on this day or later are dropped: the claim's date, or the fact-check's, as
  // the benchmark has it.
  std::optional<core::Date> limit;
  bool require_date = false;  // drop what has no date too, where there is a limit
  // Keep what is dropped only because its site forbids programs: for who reads it otherwise.
  bool keep_forbidding = false;
};

// What is known of a page. Each may be missing: a search's result has no markup.
struct PageLeakFacts {
  std::vector<std::string> addresses;  // the redirects' chain, the last is where it ended
  std::string canonical;               // the address that the page gives as its own
  std::optional<core::Date> published;
  std::string title;
  std::vector<std::string> claim_reviews;  // Article::claim_reviews
  std::string claim;                       // the text of the claim that is checked
};

// Why a source is dropped. The reason is for people, and stands in the record.
struct Leak {
  std::string rule;  // `site`, `date`, `markup`, `title`
  std::string reason;
};

// Benchmark mode: which sources give the answer away. The judge must outlive it; any thread may
// ask.
class LeakRules {
 public:
  LeakRules(const SiteJudge& judge, LeakSettings settings) : judge_(judge), settings_(settings) {}

  // Nothing where the page may be used. Addresses that are none (a file of a corpus) are passed
  // over.
  std::optional<Leak> find(const PageLeakFacts& page) const;

  // Why the words of an address say that it leads to a fact-check of this claim; nothing where they
  // don't.
  std::optional<std::string> telling_address(std::string_view address,
                                             std::string_view claim) const;

 private:
  std::optional<Leak> by_address(const PageLeakFacts& page) const;
  std::optional<Leak> by_date(const PageLeakFacts& page) const;
  std::optional<Leak> by_content(const PageLeakFacts& page) const;

  const SiteJudge& judge_;
  LeakSettings settings_;
};

}  // namespace assay::web
