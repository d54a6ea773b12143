#include <csetjmp>
#include <cstddef>
#include <cstdio>
// jpeglib.h uses size_t and FILE, and includes neither.
#include <jerror.h>
#include <jpeglib.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#include "vision/codec.h"
#include "vision/row_sink.h"

namespace assay::vision {
namespace {

// A progressive picture may refine itself in as many scans as it likes, and each costs a pass over
// the whole picture. Encoders write about ten.
constexpr int most_scans = 60;

struct Errors {
  jpeg_error_mgr base;  // first: libjpeg hands back a pointer to it
  std::jmp_buf jump;
  int last_warning;
  bool broken;  // the data of a scan is damaged or ends early
  int broken_scan;
  int broken_row;  // of MCUs, in that scan
  char message[JMSG_LENGTH_MAX];
};

Errors& errors_of(j_common_ptr info) { return *reinterpret_cast<Errors*>(info->err); }

[[noreturn]] void on_error(j_common_ptr info) {
  auto& errors = errors_of(info);
  (*info->err->format_message)(info, errors.message);
  std::longjmp(errors.jump, 1);
}

// Some warnings say that pixels are wrong from here on; the others (padding before a marker, an
// odd version, a missing end) do no harm.
void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  auto& errors = errors_of(info);
  const int code = info->err->msg_code;
  // Padding is a byte or two; more was left over by codes that are not what was written.
  const bool left_over = code == JWRN_EXTRANEOUS_DATA && info->err->msg_parm.i[0] > 16;
  const bool harmful = code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE ||
                       code == JWRN_MUST_RESYNC || code == JWRN_BOGUS_PROGRESSION || left_over;
  if (!harmful || errors.broken) return;
  const auto* decoder = reinterpret_cast<j_decompress_ptr>(info);
  errors.broken = true;
  errors.broken_scan = decoder->input_scan_number;
  errors.broken_row = static_cast<int>(decoder->input_iMCU_row);
}

// Every call that may longjmp is in a member that has only plain locals, so that no destructor is
// jumped over.
class Decompressor {
 public:
  explicit Decompressor(std::string_view bytes) : bytes_(bytes) {
    info_.err = jpeg_std_error(&errors_.base);
    errors_.base.error_exit = &on_error;
    errors_.base.emit_message = &on_message;
  }
  ~Decompressor() {
    jpeg_destroy_decompress(&info_);
    std::free(profile_);
  }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  bool read_header() {
    if (setjmp(errors_.jump)) return false;
    jpeg_create_decompress(&info_);
    jpeg_save_markers(&info_, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(&info_, JPEG_APP0 + 2, 0xFFFF);
    jpeg_mem_src(&info_, reinterpret_cast<const unsigned char*>(bytes_.data()), bytes_.size());
    jpeg_read_header(&info_, TRUE);
    return true;
  }
  bool start(int eighths) {
    if (setjmp(errors_.jump)) return false;
    info_.scale_num = static_cast<unsigned>(eighths);
    info_.scale_denom = 8;
    if (info_.num_components == 3) info_.out_color_space = JCS_RGB;
    if (info_.num_components == 4) info_.out_color_space = JCS_CMYK;
    info_.buffered_image = jpeg_has_multiple_scans(&info_);
    jpeg_start_decompress(&info_);
    return true;
  }
  // Of a picture of several scans: takes in all. After a failure this object is of no more use, not
  // even for what came before: libjpeg may have taken over half of a broken header.
  bool read_scans() {
    if (setjmp(errors_.jump)) return false;
    for (int status = JPEG_SUSPENDED; status != JPEG_REACHED_EOI;) {
      status = jpeg_consume_input(&info_);
      if (info_.input_scan_number > most_scans) {
        std::snprintf(errors_.message, sizeof errors_.message, "more than %d scans", most_scans);
        sound_bytes_ = 0;
        return false;
      }
      // The marker behind the scan may have been taken in already; it is no part of it.
      if (status == JPEG_SCAN_COMPLETED)
        sound_bytes_ =
            bytes_.size() - info_.src->bytes_in_buffer - (info_.unread_marker != 0 ? 2 : 0);
    }
    return info_.input_scan_number > 0;
  }
  // Up to the end of the last scan that read_scans() has taken in; empty where there is none.
  std::string_view sound_part() const { return bytes_.substr(0, sound_bytes_); }
  bool start_output() {
    if (setjmp(errors_.jump)) return false;
    return jpeg_start_output(&info_, info_.input_scan_number) != 0;
  }
  bool read_row(std::uint8_t* to) {
    if (setjmp(errors_.jump)) return false;
    return jpeg_read_scanlines(&info_, &to, 1) == 1;
  }
  // Empty where there is none.
  std::string_view profile() {
    if (setjmp(errors_.jump)) return {};
    unsigned size = 0;
    if (profile_ == nullptr && jpeg_read_icc_profile(&info_, &profile_, &size) == TRUE)
      profile_size_ = size;
    return {reinterpret_cast<const char*>(profile_), profile_size_};
  }
  std::string exif() const {
    using namespace std::string_view_literals;
    for (auto* marker = info_.marker_list; marker != nullptr; marker = marker->next) {
      const std::string_view data(reinterpret_cast<const char*>(marker->data), marker->data_length);
      if (marker->marker == JPEG_APP0 + 1 && data.starts_with("Exif\0\0"sv))
        return std::string(data.substr(6));
    }
    return {};
  }
  const jpeg_decompress_struct& info() const { return info_; }
  bool multiple_scans() { return jpeg_has_multiple_scans(&info_) != 0; }
  const Errors& errors() const { return errors_; }

 private:
  std::string_view bytes_;
  jpeg_decompress_struct info_{};
  Errors errors_{};
  std::size_t sound_bytes_ = 0;
  JOCTET* profile_ = nullptr;
  std::size_t profile_size_ = 0;
};

Pixels pixels_of(const jpeg_decompress_struct& info) {
  switch (info.num_components) {
    case 1:
      return Pixels::gray;
    case 3:
      return Pixels::rgb;
    // Adobe's writers store ink inverted and leave their mark.
    case 4:
      return info.saw_Adobe_marker ? Pixels::cmyk_inverted : Pixels::cmyk;
    default:
      throw Undecodable("a JPEG of " + std::to_string(info.num_components) + " components");
  }
}

// The coefficients of several scans are kept until the last.
void check_coefficients(Decompressor& jpeg, const DecodeLimits& limits) {
  if (!jpeg.multiple_scans()) return;
  const auto& info = jpeg.info();
  std::uint64_t bytes = 0;
  for (int i = 0; i < info.num_components; ++i) {
    const auto& component = info.comp_info[i];
    const auto share = [](JDIMENSION size, int factor, int of) {
      return std::uint64_t{size} * static_cast<unsigned>(factor) / static_cast<unsigned>(of) + 64;
    };
    bytes += share(info.image_width, component.h_samp_factor, info.max_h_samp_factor) *
             share(info.image_height, component.v_samp_factor, info.max_v_samp_factor) *
             sizeof(JCOEF);
  }
  check_memory(bytes, limits);
}

// The codec itself scales by eighths; those that it does fastest, and never below what is wanted.
int eighths_for(const jpeg_decompress_struct& info, Size wanted) {
  for (const unsigned n : {1U, 2U, 4U})
    if (info.image_width * n / 8 >= static_cast<unsigned>(wanted.width) &&
        info.image_height * n / 8 >= static_cast<unsigned>(wanted.height))
      return static_cast<int>(n);
  return 8;
}

// How many rows of the scaled picture are as they were meant. All where the picture isn't broken.
int sound_rows(const Decompressor& jpeg) {
  const auto& info = jpeg.info();
  const auto& errors = jpeg.errors();
  const int all = static_cast<int>(info.output_height);
  // A later scan only sharpens what the first has brought for the whole picture.
  if (!errors.broken || errors.broken_scan > 1) return all;
  const auto row = static_cast<std::int64_t>(errors.broken_row) * info.max_v_samp_factor * DCTSIZE;
  return static_cast<int>(std::min<std::int64_t>(all, row * all / info.image_height));
}

void read_rows(Decompressor& jpeg, RowSink& sink, Pixels pixels, Coded& coded) {
  const int all = static_cast<int>(jpeg.info().output_height);
  // Context rows make the codec write rows a little before it has seen the data that break them,
  // never the other way: rows are kept back until the row of MCUs under them is known to be sound.
  const std::size_t stride = static_cast<std::size_t>(jpeg.info().output_width) *
                             static_cast<std::size_t>(channels(pixels));
  std::vector<std::uint8_t> line(stride);
  int rows = 0;
  bool failed = false;
  while (rows < all) {
    failed = !jpeg.read_row(line.data());
    if (failed || rows >= sound_rows(jpeg)) break;
    sink.row(line.data());
    ++rows;
  }
  if (rows < all) {
    coded.complete = false;
    const auto height = static_cast<std::int64_t>(coded.height);
    coded.notes.push_back(broken_after(static_cast<int>(rows * height / all), coded.height));
  } else if (jpeg.errors().broken) {
    coded.complete = false;
    coded.notes.emplace_back("it breaks off in its " + std::to_string(jpeg.errors().broken_scan) +
                             ". scan; it is used as sharp as it came");
  }
}

// `retry`: where a header between two scans is broken, the scans before it are used.
Coded decode(std::string_view bytes, const DecodeLimits& limits, bool retry) {
  Decompressor jpeg(bytes);
  const auto fail = [&] {
    throw Undecodable("broken JPEG: " + std::string(jpeg.errors().message));
  };
  if (!jpeg.read_header()) fail();
  Coded coded;
  check_size(jpeg.info().image_width, jpeg.info().image_height, limits);
  coded.width = static_cast<int>(jpeg.info().image_width);
  coded.height = static_cast<int>(jpeg.info().image_height);
  coded.exif = jpeg.exif();
  const auto pixels = pixels_of(jpeg.info());
  check_coefficients(jpeg, limits);
  const Size wanted = scaled_size(coded.width, coded.height, limits.max_side);
  const auto profile = jpeg.profile();
  if (!jpeg.start(eighths_for(jpeg.info(), wanted))) fail();
  if (jpeg.multiple_scans()) {
    if (!jpeg.read_scans()) {
      if (!retry || jpeg.sound_part().empty()) fail();
      auto before = decode(jpeg.sound_part(), limits, false);
      if (before.complete) {
        before.complete = false;
        before.notes.emplace_back(
            "it breaks off between two scans; it is used as sharp as it came");
      }
      return before;
    }
    if (!jpeg.start_output()) fail();
  }
  const Size size{static_cast<int>(jpeg.info().output_width),
                  static_cast<int>(jpeg.info().output_height)};
  RowSink sink(size, {std::min(wanted.width, size.width), std::min(wanted.height, size.height)},
               pixels, profile, coded.notes);
  read_rows(jpeg, sink, pixels, coded);
  coded.picture = sink.finish();
  return coded;
}

}  // namespace

Coded decode_jpeg(std::string_view bytes, const DecodeLimits& limits) {
  return decode(bytes, limits, true);
}

}  // namespace assay::vision
