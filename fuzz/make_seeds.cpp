// Writes the seeds of the fuzz targets: make_seeds FOLDER. A few small pictures of each format.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "blocks.h"
#include "vision/decode.h"
#include "vision/decode_job.h"
#include "vision/encoders.h"
#include "vision/image_index.h"

namespace {

using namespace assay;

void write(const std::filesystem::path& folder, const std::string& name, const std::string& bytes) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << bytes;
}

std::string little_endian(std::size_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
  return out;
}
std::string riff_chunk(std::string_view name, const std::string& data) {
  return std::string(name) + little_endian(data.size(), 4) + data +
         std::string(data.size() % 2, '\0');
}

// Two frames, the second behind the first.
std::string animated_webp(const vision::Picture& picture) {
  const auto pixels = test::webp(picture, true).substr(12);  // without `RIFF`, length, `WEBP`
  const auto sides = little_endian(picture.width - 1, 3) + little_endian(picture.height - 1, 3);
  const auto frame = riff_chunk(
      "ANMF", std::string(6, '\0') + sides + little_endian(100, 3) + std::string(1, '\0') + pixels);
  const auto all = "WEBP" + riff_chunk("VP8X", little_endian(2, 4) + sides) +
                   riff_chunk("ANIM", std::string(6, '\0')) + frame + frame;
  return "RIFF" + little_endian(all.size(), 4) + all;
}

std::string animated_png(const vision::Picture& picture) {
  auto bytes = test::png(picture);
  bytes.insert(33, test::png_chunk("acTL", std::string("\0\0\0\2\0\0\0\0", 8)));
  return bytes;
}

// A worker's answer.
std::string reply(const std::string& picture) {
  auto image = vision::decode(picture);
  image.notes.emplace_back("a note");
  return vision::encode_reply(image);
}

std::string picture_index(std::initializer_list<vision::Picture> pictures) {
  const auto folder = std::filesystem::temp_directory_path() / "assay-make-seeds";
  vision::ImageIndexBuilder builder(folder);
  for (const auto& picture : pictures)
    builder.add(vision::fingerprint(picture, vision::FingerprintUse::indexing));
  builder.finish();
  std::ifstream file(folder / "pictures.idx", std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)), {});
  file.close();
  std::filesystem::remove_all(folder);
  return bytes;
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
  write(root / "decode_png", "animated", animated_png(picture));
  write(root / "decode_webp", "animated", animated_webp(picture));
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
  write(root / "reply", "plain", reply(test::png(picture)));
  write(root / "reply", "dated",
        reply(test::jpeg(picture, {.exif = test::exif(6, "2020:01:02 03:04:05")})));
  write(root / "image_index", "none", picture_index({}));
  write(root / "image_index", "one", picture_index({fuzz::blocks(1, 20)}));
  write(root / "image_index", "several",
        picture_index({fuzz::blocks(1, 20), fuzz::blocks(2, 12), vision::Picture(40, 40)}));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_seeds FOLDER\n");
    return 2;
  }
  write_all(argv[1]);
}
