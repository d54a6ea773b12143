#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "tools/tool.h"
#include "vision/picture_readers.h"

namespace assay::cli {

// A claim may have so many pictures.
inline constexpr std::size_t most_claim_pictures = 32;

// Reads and decodes the pictures of a claim, numbered from 1 in their order. Each is a file (a path
// relative to `base`, or `file:` and a path) or a data URL. What is broken but can be used in part
// says so in its note. Throws InputError, which names the picture and the reason, for one that
// can't be used: missing, empty, no picture, beyond a bound, on the web.
std::vector<tools::KeptPicture> read_claim_pictures(const std::vector<std::string>& references,
                                                    const std::filesystem::path& base,
                                                    vision::PictureReaders& readers);

}  // namespace assay::cli
