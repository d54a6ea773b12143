#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "models/chat_model.h"

namespace assay::eval {

// Pictures for a judge: PNG, JPEG, WebP and GIF, told by their first bytes, as models take them.
// Each reference is a file inside `base` (relative to it, symbolic links followed before that is
// asked), base64, or a data URL in base64. What can't be read is no picture; `unread` counts it.
struct JudgePictures {
  std::vector<models::ImagePart> pictures;
  std::size_t unread = 0;
};
JudgePictures judge_pictures(std::span<const std::string> references,
                             const std::filesystem::path& base);

// Larger ones are not read: what providers take of one picture.
inline constexpr std::size_t longest_judge_picture = 5'000'000;
// Of one item; more are not looked at.
inline constexpr std::size_t most_judge_pictures = 4;

}  // namespace assay::eval
