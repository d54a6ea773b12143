#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "assay/core/claim.h"

namespace assay::cli {

// A post that carried a claim.
struct Post {
  core::Claim claim;                // its text as `post`, and what else is known of it
  std::vector<std::string> images;  // relative to the file's folder
};

// Reads a JSON object {`text`, `images`, `date`, `url`, `author`, `place`}, all of them optional;
// `speaker` is taken for `author`. Throws InputError where the file is no such object.
Post read_post(const std::filesystem::path& file);

}  // namespace assay::cli
