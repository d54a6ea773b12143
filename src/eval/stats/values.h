#pragma once
#include <span>
#include <string_view>

namespace assay::eval {

// Throws InputError, which names `what`, where there are no values or one is not finite.
void need_values(std::span<const double> values, std::string_view what);

}  // namespace assay::eval
