#pragma once
#include <string>

#include "web/page_facts.h"

namespace assay::web {

// The title of the page's article: the heading that the reader sees, where it agrees with what the
// page says of itself; else a lone h1; else what the page says, without the name of the site.
std::string find_title(const PageFacts& facts);

}  // namespace assay::web
