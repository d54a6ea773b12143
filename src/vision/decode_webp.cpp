#include <webp/decode.h>
#include <webp/demux.h>

#include <algorithm>
#include <memory>
#include <new>

#include "vision/codec.h"
#include "vision/row_sink.h"

namespace assay::vision {
namespace {

using Demuxer = std::unique_ptr<WebPDemuxer, void (*)(WebPDemuxer*)>;
using Incremental = std::unique_ptr<WebPIDecoder, void (*)(WebPIDecoder*)>;

const std::uint8_t* data_of(std::string_view bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

struct Config {
  WebPDecoderConfig all;
  Config() {
    if (WebPInitDecoderConfig(&all) == 0) throw std::bad_alloc();
  }
  ~Config() { WebPFreeDecBuffer(&all.output); }
  Config(const Config&) = delete;
  Config& operator=(const Config&) = delete;
};

// The rows of a still picture or a single frame, scaled by the codec, as far as they came.
struct Rows {
  const std::uint8_t* pixels = nullptr;
  int width = 0;
  int height = 0;
  int stride = 0;
  int sound = 0;
};

class StillDecoder {
 public:
  StillDecoder(std::string_view bytes, Size wanted, Size size, bool alpha) {
    auto& options = config_.all.options;
    config_.all.output.colorspace = alpha ? MODE_RGBA : MODE_RGB;
    options.use_threads = 0;
    if (wanted.width != size.width || wanted.height != size.height) {
      options.use_scaling = 1;
      options.scaled_width = wanted.width;
      options.scaled_height = wanted.height;
    }
    decoder_.reset(WebPIDecode(nullptr, 0, &config_.all));
    if (!decoder_) throw std::bad_alloc();
    const auto status = WebPIUpdate(decoder_.get(), data_of(bytes), bytes.size());
    if (status == VP8_STATUS_OUT_OF_MEMORY) throw std::bad_alloc();
    complete_ = status == VP8_STATUS_OK;
  }
  Rows rows() const {
    Rows rows;
    rows.pixels =
        WebPIDecGetRGB(decoder_.get(), &rows.sound, &rows.width, &rows.height, &rows.stride);
    if (rows.pixels == nullptr) rows.sound = 0;
    return rows;
  }
  bool complete() const { return complete_; }

 private:
  Config config_;
  Incremental decoder_{nullptr, &WebPIDelete};
  bool complete_ = false;
};

std::string chunk(const WebPDemuxer* demuxer, const char* name) {
  WebPChunkIterator chunk;
  std::string found;
  if (demuxer != nullptr && WebPDemuxGetChunk(demuxer, name, 1, &chunk) != 0) {
    found.assign(reinterpret_cast<const char*>(chunk.chunk.bytes), chunk.chunk.size);
    WebPDemuxReleaseChunkIterator(&chunk);
  }
  return found;
}

struct FirstFrame {
  FirstFrame(const WebPDemuxer* demuxer) {
    found = demuxer != nullptr && WebPDemuxGetFrame(demuxer, 1, &frame) != 0;
  }
  ~FirstFrame() {
    if (found) WebPDemuxReleaseIterator(&frame);
  }
  FirstFrame(const FirstFrame&) = delete;
  FirstFrame& operator=(const FirstFrame&) = delete;
  WebPIterator frame{};
  bool found = false;
};

// An animation's first frame may cover a part of the canvas; the rest shines through.
void read_animation(const WebPDemuxer* demuxer, std::string_view profile, Coded& coded,
                    const DecodeLimits& limits) {
  const FirstFrame first(demuxer);
  if (!first.found) throw Undecodable("broken WebP: no frame");
  const auto& frame = first.frame;
  check_size(frame.width, frame.height, limits);
  const std::string_view bytes(reinterpret_cast<const char*>(frame.fragment.bytes),
                               frame.fragment.size);
  const Size size{frame.width, frame.height};
  const StillDecoder decoder(bytes, size, size, true);
  const auto rows = decoder.rows();
  RowSink sink({coded.width, coded.height}, scaled_size(coded.width, coded.height, limits.max_side),
               Pixels::rgba, profile, coded.notes);
  std::vector<std::uint8_t> line(static_cast<std::size_t>(coded.width) * 4);
  const int wide = std::clamp(coded.width - frame.x_offset, 0, rows.width);
  for (int y = 0; y < coded.height; ++y) {
    std::fill(line.begin(), line.end(), std::uint8_t{0});
    const int in = y - frame.y_offset;
    if (in >= 0 && in < rows.sound)
      std::copy_n(rows.pixels + static_cast<std::size_t>(in) * rows.stride,
                  static_cast<std::size_t>(wide) * 4,
                  line.begin() + static_cast<std::ptrdiff_t>(frame.x_offset) * 4);
    sink.row(line.data());
  }
  if (rows.sound == 0) throw Undecodable("broken WebP: its first frame is broken");
  if (!decoder.complete()) {
    coded.complete = false;
    coded.notes.push_back(broken_after(rows.sound, size.height));
  }
  coded.picture = sink.finish();
}

void read_still(std::string_view bytes, std::string_view profile, bool alpha, Coded& coded,
                const DecodeLimits& limits) {
  const Size size{coded.width, coded.height};
  const StillDecoder decoder(bytes, scaled_size(coded.width, coded.height, limits.max_side), size,
                             alpha);
  const auto rows = decoder.rows();
  if (rows.sound <= 0) throw Undecodable("broken WebP: no row can be decoded");
  RowSink sink({rows.width, rows.height}, {rows.width, rows.height},
               alpha ? Pixels::rgba : Pixels::rgb, profile, coded.notes);
  for (int y = 0; y < rows.sound; ++y)
    sink.row(rows.pixels + static_cast<std::size_t>(y) * rows.stride);
  if (rows.sound < rows.height) {
    coded.complete = false;
    const auto height = static_cast<std::int64_t>(coded.height);
    coded.notes.push_back(
        broken_after(static_cast<int>(rows.sound * height / rows.height), coded.height));
  }
  coded.picture = sink.finish();
}

}  // namespace

Coded decode_webp(std::string_view bytes, const DecodeLimits& limits) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(data_of(bytes), bytes.size(), &features) != VP8_STATUS_OK)
    throw Undecodable("broken WebP: no usable header");
  check_size(features.width, features.height, limits);
  Coded coded;
  coded.width = features.width;
  coded.height = features.height;
  const WebPData data{data_of(bytes), bytes.size()};
  WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
  const Demuxer demuxer(WebPDemuxPartial(&data, &state), &WebPDemuxDelete);
  coded.exif = chunk(demuxer.get(), "EXIF");
  const auto profile = chunk(demuxer.get(), "ICCP");
  if (features.has_animation != 0)
    read_animation(demuxer.get(), profile, coded, limits);
  else
    read_still(bytes, profile, features.has_alpha != 0, coded, limits);
  return coded;
}

}  // namespace assay::vision
