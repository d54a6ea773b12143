#pragma once
#include <string>
#include <string_view>

namespace assay::reasoning::extractive {

// The caption without who took the picture and who sells it: `A flooded street. Photo: M. Lopez/AP`
// is `A flooded street.`. Photographers are not in their pictures.
std::string without_credit(std::string_view caption);

}  // namespace assay::reasoning::extractive
