#include <libde265/de265.h>
#include <libheif/heif.h>
#include <libheif/heif_plugin.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "vision/codec.h"
#include "vision/heif_references.h"
#include "vision/row_sink.h"

namespace assay::vision {
namespace {

// libheif's own use of libde265 starts a thread and waits for it; the worker may start none, and
// would wait for ever. So we give libheif the same decoder without threads.
namespace plugin {

heif_error no_error() { return {heif_error_Ok, heif_suberror_Unspecified, "ok"}; }
heif_error broken(const char* message) {
  return {heif_error_Decoder_plugin_error, heif_suberror_Unspecified, message};
}

const char* name() { return "libde265, one thread"; }
int supports(heif_compression_format format) { return format == heif_compression_HEVC ? 1000 : 0; }

heif_error make(void** decoder) {
  *decoder = de265_new_decoder();
  return *decoder != nullptr ? no_error() : broken("no decoder");
}
void release(void* decoder) { de265_free_decoder(static_cast<de265_decoder_context*>(decoder)); }

// NAL units, each behind its length in four bytes.
heif_error push(void* decoder, const void* data, std::size_t size) {
  const auto* at = static_cast<const std::uint8_t*>(data);
  while (size >= 4) {
    const std::size_t unit = std::size_t{at[0]} << 24 | std::size_t{at[1]} << 16 |
                             std::size_t{at[2]} << 8 | std::size_t{at[3]};
    if (unit > size - 4) return broken("a unit of its data ends early");
    de265_push_NAL(static_cast<de265_decoder_context*>(decoder), at + 4, static_cast<int>(unit), 0,
                   nullptr);
    at += unit + 4;
    size -= unit + 4;
  }
  return no_error();
}

heif_chroma chroma_of(const de265_image* image) {
  switch (de265_get_chroma_format(image)) {
    case de265_chroma_mono:
      return heif_chroma_monochrome;
    case de265_chroma_420:
      return heif_chroma_420;
    case de265_chroma_422:
      return heif_chroma_422;
    default:
      return heif_chroma_444;
  }
}

heif_error copy_plane(const de265_image* from, int channel, heif_image* to, heif_channel plane) {
  const int width = de265_get_image_width(from, channel);
  const int height = de265_get_image_height(from, channel);
  const int bits = de265_get_bits_per_pixel(from, channel);
  int from_stride = 0;
  const auto* source = de265_get_image_plane(from, channel, &from_stride);
  if (width <= 0 || height <= 0 || bits < 8 || bits > 16 || source == nullptr)
    return broken("a plane is missing");
  if (const auto error = heif_image_add_plane(to, plane, width, height, bits);
      error.code != heif_error_Ok)
    return error;
  int stride = 0;
  auto* target = heif_image_get_plane(to, plane, &stride);
  const auto bytes = static_cast<std::size_t>(width) * (bits > 8 ? 2 : 1);
  for (int y = 0; y < height; ++y)
    std::memcpy(target + static_cast<std::ptrdiff_t>(y) * stride,
                source + static_cast<std::ptrdiff_t>(y) * from_stride, bytes);
  return no_error();
}

void copy_colours(const de265_image* from, heif_image* to) {
  const std::unique_ptr<heif_color_profile_nclx, void (*)(heif_color_profile_nclx*)> nclx(
      heif_nclx_color_profile_alloc(), &heif_nclx_color_profile_free);
  if (!nclx) return;
  nclx->full_range_flag = static_cast<std::uint8_t>(de265_get_image_full_range_flag(from) != 0);
  heif_nclx_color_profile_set_matrix_coefficients(
      nclx.get(), static_cast<std::uint16_t>(de265_get_image_matrix_coefficients(from)));
  heif_nclx_color_profile_set_color_primaries(
      nclx.get(), static_cast<std::uint16_t>(de265_get_image_colour_primaries(from)));
  heif_nclx_color_profile_set_transfer_characteristics(
      nclx.get(), static_cast<std::uint16_t>(de265_get_image_transfer_characteristics(from)));
  heif_image_set_nclx_color_profile(to, nclx.get());
}

heif_error copy_image(const de265_image* from, heif_image** to) {
  const auto chroma = chroma_of(from);
  const bool gray = chroma == heif_chroma_monochrome;
  heif_image* image = nullptr;
  if (const auto error = heif_image_create(
          de265_get_image_width(from, 0), de265_get_image_height(from, 0),
          gray ? heif_colorspace_monochrome : heif_colorspace_YCbCr, chroma, &image);
      error.code != heif_error_Ok)
    return error;
  constexpr heif_channel planes[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
  for (int channel = 0; channel < (gray ? 1 : 3); ++channel)
    if (const auto error = copy_plane(from, channel, image, planes[channel]);
        error.code != heif_error_Ok) {
      heif_image_release(image);
      return error;
    }
  copy_colours(from, image);
  *to = image;
  return no_error();
}

heif_error decode(void* decoder, heif_image** image) {
  auto* context = static_cast<de265_decoder_context*>(decoder);
  de265_flush_data(context);
  for (int more = 1; more != 0;) {
    more = 0;
    if (de265_decode(context, &more) != DE265_OK) break;
    if (const auto* decoded = de265_get_next_picture(context); decoded != nullptr)
      return copy_image(decoded, image);
  }
  return broken("its data can't be decoded");
}

bool add() {
  static const heif_decoder_plugin decoder{3,        &name, nullptr, nullptr, &supports,    &make,
                                           &release, &push, &decode, nullptr, "assay-de265"};
  return heif_register_decoder_plugin(&decoder).code == heif_error_Ok;
}

}  // namespace plugin

using Context = std::unique_ptr<heif_context, void (*)(heif_context*)>;
using Handle = std::unique_ptr<const heif_image_handle, void (*)(const heif_image_handle*)>;
using Image = std::unique_ptr<const heif_image, void (*)(const heif_image*)>;
using Options = std::unique_ptr<heif_decoding_options, void (*)(heif_decoding_options*)>;

void check(const heif_error& error) {
  if (error.code == heif_error_Ok) return;
  if (error.subcode == heif_suberror_Security_limit_exceeded)
    throw Undecodable("HEIC beyond the decoder's limits");
  throw Undecodable(std::string("broken HEIC: ") + (error.message ? error.message : "unknown"));
}

std::string profile_of(const heif_image_handle* handle, const DecodeLimits& limits) {
  const auto size = heif_image_handle_get_raw_color_profile_size(handle);
  if (size == 0 || size > limits.memory) return {};
  std::string profile(size, '\0');
  if (heif_image_handle_get_raw_color_profile(handle, profile.data()).code != heif_error_Ok)
    return {};
  return profile;
}

std::string exif_of(const heif_image_handle* handle, const DecodeLimits& limits) {
  heif_item_id id = 0;
  if (heif_image_handle_get_list_of_metadata_block_IDs(handle, "Exif", &id, 1) < 1) return {};
  const auto size = heif_image_handle_get_metadata_size(handle, id);
  if (size <= 4 || size > limits.memory) return {};
  std::string exif(size, '\0');
  if (heif_image_handle_get_metadata(handle, id, exif.data()).code != heif_error_Ok) return {};
  // The first four bytes say where the TIFF structure begins after them.
  std::size_t offset = 0;
  for (std::size_t i = 0; i < 4; ++i) offset = offset << 8 | static_cast<unsigned char>(exif[i]);
  return offset < exif.size() - 4 ? exif.substr(4 + offset) : std::string();
}

Handle primary_of(heif_context* context) {
  heif_image_handle* found = nullptr;
  check(heif_context_get_primary_image_handle(context, &found));
  return {found, &heif_image_handle_release};
}

Image decode_handle(const heif_image_handle* handle, bool alpha) {
  const Options options(heif_decoding_options_alloc(), &heif_decoding_options_free);
  if (!options) throw std::bad_alloc();
  options->convert_hdr_to_8bit = 1;
  heif_image* image = nullptr;
  check(heif_decode_image(handle, &image, heif_colorspace_RGB,
                          alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
                          options.get()));
  return {image, &heif_image_release};
}

}  // namespace

void prepare_heic() {
  static const bool added = plugin::add();
  if (!added) throw Undecodable("libheif takes no decoder");
}

Coded decode_heic(std::string_view bytes, const DecodeLimits& limits) {
  prepare_heic();
  if (derived_without_end(bytes)) throw Undecodable("broken HEIC: it is made from itself");
  const Context context(heif_context_alloc(), &heif_context_free);
  if (!context) throw std::bad_alloc();
  heif_context_set_max_decoding_threads(context.get(), 0);
  heif_context_set_maximum_image_size_limit(context.get(), limits.side);
  check(heif_context_read_from_memory_without_copy(context.get(), bytes.data(), bytes.size(),
                                                   nullptr));
  const auto handle = primary_of(context.get());
  Coded coded;
  coded.width = heif_image_handle_get_width(handle.get());
  coded.height = heif_image_handle_get_height(handle.get());
  check_size(coded.width, coded.height, limits);
  // What the picture is put together from (a grid, an overlay) names sizes of its own, which nobody
  // has checked yet. It may be larger than what is shown of it, but not without end.
  heif_context_set_maximum_image_size_limit(
      context.get(), std::min(limits.side, 2 * std::max(coded.width, coded.height) + 1024));
  coded.orientation = 1;  // the container's own turns are applied by libheif
  coded.exif = exif_of(handle.get(), limits);
  const auto profile = profile_of(handle.get(), limits);
  const bool alpha = heif_image_handle_has_alpha_channel(handle.get()) != 0;
  const auto image = decode_handle(handle.get(), alpha);
  const int width = heif_image_get_width(image.get(), heif_channel_interleaved);
  const int height = heif_image_get_height(image.get(), heif_channel_interleaved);
  int stride = 0;
  const auto* plane = heif_image_get_plane_readonly(image.get(), heif_channel_interleaved, &stride);
  if (plane == nullptr || width <= 0 || height <= 0) throw Undecodable("broken HEIC: no pixels");
  const bool premultiplied = heif_image_handle_is_premultiplied_alpha(handle.get()) != 0;
  const auto pixels = !alpha          ? Pixels::rgb
                      : premultiplied ? Pixels::rgba_premultiplied
                                      : Pixels::rgba;
  RowSink sink({width, height}, scaled_size(width, height, limits.max_side), pixels, profile,
               coded.notes);
  for (int y = 0; y < height; ++y) sink.row(plane + static_cast<std::ptrdiff_t>(y) * stride);
  coded.picture = sink.finish();
  return coded;
}

}  // namespace assay::vision
