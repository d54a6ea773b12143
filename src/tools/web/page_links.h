#pragma once
#include <string_view>
#include <vector>

#include "assay/core/evidence.h"
#include "web/article.h"

namespace assay::tools {

// The links of an article that lead to other sites than its own (a registrable domain), the first
// 100. What is longer than 1,000 bytes is no address that anybody cites by.
std::vector<core::SourceLink> outward_links(const web::Article& article, std::string_view site);

}  // namespace assay::tools
