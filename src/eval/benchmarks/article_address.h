#pragma once
#include <string_view>

namespace assay::eval {

// Are these addresses of one page? An archive's copy is its page; scheme, `www.`, case, fragment
// and a slash at the end say nothing. An empty address is no page.
bool is_same_page(std::string_view one, std::string_view other);

}  // namespace assay::eval
