#pragma once
#include <string>
#include <string_view>

namespace assay::reasoning::extractive {

// Places are written in several ways: Kyiv and Kiev, Munich and München, the UK and Britain. The
// form that stands for all of them here; the name itself where it is not among the well-known.
// `name` is folded (language/fold.h), its words set apart by spaces.
std::string usual_place_name(std::string_view name);

}  // namespace assay::reasoning::extractive
