#pragma once
#include <string_view>

namespace assay::vision {

// Is a picture of the HEIF file derived (`dimg`: a grid, an overlay, a turned copy) from itself, be
// it by way of others, or through more than eight others? libheif follows such references without
// end. False where the bytes are no HEIF file. Linear in the bytes.
bool derived_without_end(std::string_view bytes);

}  // namespace assay::vision
