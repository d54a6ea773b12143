#pragma once

namespace assay::cli {

inline constexpr const char* version = "0.1.0";

}  // namespace assay::cli
