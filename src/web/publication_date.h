#pragma once
#include <optional>
#include <string>

#include "assay/core/date.h"
#include "web/main_content.h"
#include "web/page_facts.h"

namespace assay::web {

struct PageDates {
  std::optional<core::Date> published;
  std::optional<core::Date> modified;
};

// When the page's article was published, and changed last: from its address, JSON-LD, meta
// elements, microdata, `time`, its visible text, scripts. Dates are looked for around the article,
// so that has to be found before, and what does not belong to it dropped. `title` is the article's.
PageDates find_dates(const PageFacts& facts, const MainContent& content, const std::string& title);

}  // namespace assay::web
