// Writes the seeds of the fuzz targets: make_seeds FOLDER. A few small pictures of each format.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "vision/encoders.h"

namespace {

using namespace assay;

void write(const std::filesystem::path& folder, const std::string& name, const std::string& bytes) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << bytes;
}

void write_all(const std::filesystem::path& root) {
  const auto picture = test::pattern(20, 14);
  const auto gray = test::gray_profile();
  write(root / "decode_jpeg", "plain", test::jpeg(picture));
  write(root / "decode_jpeg", "progressive", test::jpeg(picture, {.progressive = true}));
  write(root / "decode_jpeg", "profile", test::jpeg(picture, {.profile = test::swapped_profile()}));
  write(root / "decode_jpeg", "exif", test::jpeg(picture, {.exif = test::exif(6)}));
  write(root / "decode_jpeg", "gray", test::gray_jpeg(picture));
  write(root / "decode_jpeg", "cmyk", test::cmyk_jpeg(picture, false, true));
  write(root / "decode_jpeg", "ycck", test::cmyk_jpeg(picture, true, true));
  write(root / "decode_png", "plain", test::png(picture));
  write(root / "decode_png", "interlaced", test::png(picture, {.interlaced = true}));
  write(root / "decode_png", "sixteen", test::png(picture, {.sixteen = true, .alpha = 100}));
  write(root / "decode_png", "gray", test::png(picture, {.gray = true, .profile = gray}));
  write(root / "decode_png", "exif",
        test::png(picture, {.exif = test::exif(5, "2020:01:02 03:04:05")}));
  write(root / "decode_webp", "lossy", test::webp(picture, false));
  write(root / "decode_webp", "lossless", test::webp(picture, true));
  write(root / "decode_webp", "alpha", test::webp_with_alpha(picture, 80));
  write(root / "decode_gif", "plain", test::gif(picture, 2));
  write(root / "decode_gif", "interlaced", test::gif(picture, 1, true));
  write(root / "decode_heic", "plain", test::heic(picture));
  write(root / "decode_avif", "plain", test::avif(picture));
  write(root / "decode_avif", "turned", test::avif(picture, 1));
  write(root / "decode_bmp", "plain", test::bmp(picture));
  write(root / "decode_bmp", "packed", test::run_length_bmp(20, 14, 9));
  write(root / "decode_tiff", "plain", test::tiff(picture, 8, false));
  write(root / "decode_tiff", "packed", test::tiff(picture, 16, true, 6));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_seeds FOLDER\n");
    return 2;
  }
  write_all(argv[1]);
}
