#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "vision/picture.h"

// Pictures made by chance, for tests and benchmarks, and what people do to pictures.
namespace assay::test {

// Something like a photograph: a landscape, a street, a crowd, a room, leaves, a portrait, a sky, a
// card of news. Same `layout`, other `detail`: a look-alike, with the same composition, colours and
// shapes at about the same places, but another picture.
vision::Picture make_scene(std::uint32_t layout, std::uint32_t detail, int width = 640,
                           int height = 480);
inline constexpr std::uint32_t scene_kinds = 8;
// A page of words and nothing else, as in a screenshot of a post or a notice. Same `layout`: the
// same page with other words.
vision::Picture make_page(std::uint32_t layout, std::uint32_t detail, int width = 640,
                          int height = 480);
// Hardly anything to be seen: a slope of brightness and a few soft patches, which `detail` moves.
vision::Picture make_fog(std::uint32_t layout, std::uint32_t detail, int width = 640,
                         int height = 480);

struct Edit {
  std::string name;
  std::function<vision::Picture(const vision::Picture&, std::uint32_t seed)> apply;
};
// Every edit that reverse search promises to see through.
const std::vector<Edit>& edits();

// A coloured disc and a bar, as one would paste an object in, over `box` of the picture.
void paste_object(vision::Picture& picture, int x, int y, int width, int height,
                  std::uint32_t seed);
void write_text(vision::Picture& picture, const std::string& text, int x, int y, double size);
vision::Picture resized(const vision::Picture& picture, int width, int height);
vision::Picture cropped(const vision::Picture& picture, int x, int y, int width, int height);
vision::Picture recompressed(const vision::Picture& picture, int quality);
vision::Picture brightened(const vision::Picture& picture, double gain, double offset);
vision::Picture blurred(const vision::Picture& picture, double radius);

}  // namespace assay::test
