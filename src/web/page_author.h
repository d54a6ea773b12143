#pragma once
#include <string>

#include "web/page_facts.h"

namespace assay::web {

// Who wrote the page's article, several separated by "; "; empty where nobody is named.
std::string find_author(const PageFacts& facts);

}  // namespace assay::web
