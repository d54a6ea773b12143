#include <gif_lib.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "vision/codec.h"
#include "vision/row_sink.h"

namespace assay::vision {
namespace {

struct Source {
  std::string_view bytes;
};

int read_bytes(GifFileType* gif, GifByteType* to, int size) {
  auto& left = static_cast<Source*>(gif->UserData)->bytes;
  const auto count = std::min(left.size(), static_cast<std::size_t>(std::max(size, 0)));
  std::memcpy(to, left.data(), count);
  left.remove_prefix(count);
  return static_cast<int>(count);
}

struct Close {
  void operator()(GifFileType* gif) const {
    int ignored = 0;
    DGifCloseFile(gif, &ignored);
  }
};
using Gif = std::unique_ptr<GifFileType, Close>;

[[noreturn]] void fail(const char* what) { throw Undecodable(std::string("broken GIF: ") + what); }

// The extension that says which colour of the next frame shines through; -1: none.
int read_extension(GifFileType* gif, int transparent) {
  int code = 0;
  GifByteType* block = nullptr;
  if (DGifGetExtension(gif, &code, &block) != GIF_OK) fail("a block ends early");
  while (block != nullptr) {
    GraphicsControlBlock control;
    if (code == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4 &&
        DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
      transparent = control.TransparentColor;
    if (DGifGetExtensionNext(gif, &block) != GIF_OK) fail("a block ends early");
  }
  return transparent;
}

// Goes on to the first frame, whatever stands before it, and no further. Returns the transparent
// colour.
int find_frame(GifFileType* gif) {
  int transparent = -1;
  for (;;) {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(gif, &type) != GIF_OK) fail("it ends before the first frame");
    if (type == EXTENSION_RECORD_TYPE) {
      transparent = read_extension(gif, transparent);
    } else if (type == IMAGE_DESC_RECORD_TYPE) {
      if (DGifGetImageDesc(gif) != GIF_OK) fail("its first frame's header");
      return transparent;
    } else {
      fail("it has no frame");
    }
  }
}

struct Frame {
  std::vector<GifByteType> colours;
  Size size;
  int rows = 0;  // from the top, that came
  bool complete = true;
};

Frame read_frame(GifFileType* gif, const DecodeLimits& limits) {
  Frame frame;
  frame.size = {gif->Image.Width, gif->Image.Height};
  check_size(frame.size.width, frame.size.height, limits);
  const auto width = static_cast<std::size_t>(frame.size.width);
  frame.colours.resize(width * static_cast<std::size_t>(frame.size.height));
  const int passes = gif->Image.Interlace ? 4 : 1;
  constexpr int start[] = {0, 4, 2, 1};
  constexpr int step[] = {8, 8, 4, 2};
  int reached = 0;
  for (int pass = 0; pass < passes && frame.complete; ++pass) {
    const int stride = passes == 1 ? 1 : step[pass];
    for (int y = passes == 1 ? 0 : start[pass]; y < frame.size.height; y += stride) {
      auto* row = frame.colours.data() + static_cast<std::size_t>(y) * width;
      if (DGifGetLine(gif, row, frame.size.width) != GIF_OK) {
        frame.complete = false;
        break;
      }
      // The rows that later passes bring look like the nearest above, until they come.
      const int until = pass == 0 ? std::min(y + stride, frame.size.height) : y + 1;
      for (int copy = y + 1; copy < until; ++copy)
        std::copy_n(row, width, frame.colours.data() + static_cast<std::size_t>(copy) * width);
      if (pass == 0) reached = until;
    }
  }
  frame.rows = reached;
  return frame;
}

void paint(const Frame& frame, int y, int left, const ColorMapObject& map, int transparent,
           std::vector<std::uint8_t>& line) {
  const auto* row = frame.colours.data() + static_cast<std::size_t>(y) * frame.size.width;
  const int canvas = static_cast<int>(line.size() / 3);
  for (int x = 0; x < frame.size.width && left + x < canvas; ++x) {
    const int index = row[x];
    if (index == transparent || index >= map.ColorCount) continue;
    const auto& colour = map.Colors[index];
    auto* to = line.data() + static_cast<std::size_t>(left + x) * 3;
    to[0] = colour.Red;
    to[1] = colour.Green;
    to[2] = colour.Blue;
  }
}

}  // namespace

Coded decode_gif(std::string_view bytes, const DecodeLimits& limits) {
  Source source{bytes};
  int error = 0;
  const Gif gif(DGifOpen(&source, &read_bytes, &error));
  if (!gif) fail("no usable header");
  const int transparent = find_frame(gif.get());
  const auto& image = gif->Image;
  Coded coded;
  // Some writers give a canvas of nothing, or one that is too small for their frame.
  coded.width = gif->SWidth > 0 ? gif->SWidth : image.Left + image.Width;
  coded.height = gif->SHeight > 0 ? gif->SHeight : image.Top + image.Height;
  check_size(coded.width, coded.height, limits);
  const auto* map = image.ColorMap != nullptr ? image.ColorMap : gif->SColorMap;
  if (map == nullptr) fail("it has no colours");
  const auto frame = read_frame(gif.get(), limits);
  if (frame.rows == 0) fail("its first frame ends before its first row");
  RowSink sink({coded.width, coded.height}, scaled_size(coded.width, coded.height, limits.max_side),
               Pixels::rgb, {}, coded.notes);
  std::vector<std::uint8_t> line(static_cast<std::size_t>(coded.width) * 3);
  const bool cut = frame.rows < frame.size.height;
  const int rows = cut ? std::min(coded.height, image.Top + frame.rows) : coded.height;
  for (int y = 0; y < rows; ++y) {
    std::fill(line.begin(), line.end(), std::uint8_t{255});
    const int in = y - image.Top;
    if (in >= 0 && in < frame.rows) paint(frame, in, image.Left, *map, transparent, line);
    sink.row(line.data());
  }
  if (!frame.complete) {
    coded.complete = false;
    coded.notes.push_back(cut ? broken_after(rows, coded.height)
                              : "it breaks off; it is used as sharp as it came");
  }
  coded.picture = sink.finish();
  return coded;
}

}  // namespace assay::vision
