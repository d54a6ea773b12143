#pragma once

namespace assay::eval {

// What a test's p speaks against: that the two are alike (two_sided), that the first is not less
// (less) or not greater (greater) than the second.
enum class Alternative { two_sided, less, greater };

}  // namespace assay::eval
