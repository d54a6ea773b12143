#pragma once
#include <optional>
#include <string_view>

namespace assay::vision {

// The kinds of picture that are decoded.
enum class PictureType { jpeg, png, webp, gif, heic, avif, bmp, tiff };

// `JPEG`, `PNG`, …, for people.
std::string_view to_string(PictureType type);
// `image/jpeg`, `image/png`, …
std::string_view media_type(PictureType type);
// The inverse of media_type(), and nothing for any other text.
std::optional<PictureType> picture_type_from_media_type(std::string_view media_type);

// By its first bytes (64 are enough), never by its name. Nothing where it is something else.
std::optional<PictureType> picture_type_of(std::string_view bytes);

}  // namespace assay::vision
