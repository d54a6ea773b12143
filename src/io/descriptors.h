#pragma once

namespace assay::io {

// Lets this process open as many files and connections as the system allows it at most: hundreds
// of calls under way need two descriptors each, and the usual bound is 1024. Never fails.
void raise_descriptor_limit();

}  // namespace assay::io
