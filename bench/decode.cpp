// Decoding, timed: decode [SECONDS [FOLDER]]. Pictures of 12 million pixels in each format (or the
// pictures in FOLDER), whole and scaled down to 1024, and OpenCV's imgcodecs beside it where this
// was built with it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "io/files.h"
#include "vision/decode.h"
#include "vision/encoders.h"
#include "vision/scenes.h"
#ifdef ASSAY_WITH_IMGCODECS
#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#endif

namespace {

using namespace assay;

struct File {
  std::string name;
  std::string bytes;
};

std::vector<File> made() {
  const auto picture = test::make_scene(0, 0, 4000, 3000);
  return {{"JPEG", test::jpeg(picture)},
          {"JPEG, progressive", test::jpeg(picture, {.progressive = true})},
          {"PNG", test::png(picture)},
          {"WebP", test::webp(picture, false)},
          {"GIF", test::gif(picture, 1)},
          {"HEIC", test::heic(picture)},
          {"AVIF", test::avif(picture)},
          {"BMP", test::bmp(picture)},
          {"TIFF, LZW", test::tiff(picture, 8, true)}};
}

std::vector<File> in_folder(const std::filesystem::path& folder) {
  std::vector<File> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file())
      files.push_back({entry.path().filename().string(), io::read_file(entry.path(), 64 << 20)});
  std::sort(files.begin(), files.end(),
            [](const File& a, const File& b) { return a.name < b.name; });
  return files;
}

// Median milliseconds of processor time; 0 where it can't be decoded.
double median_of(double seconds, const std::function<bool()>& once) {
  std::vector<double> all;
  const auto start = std::chrono::steady_clock::now();
  while (all.size() < 3 ||
         std::chrono::steady_clock::now() - start < std::chrono::duration<double>(seconds)) {
    const auto before = std::clock();
    if (!once()) return 0;
    all.push_back(static_cast<double>(std::clock() - before) * 1000 / CLOCKS_PER_SEC);
  }
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

bool ours(const std::string& bytes, int max_side) {
  try {
    vision::DecodeLimits limits;
    limits.max_side = max_side;
    return !vision::decode(bytes, limits).picture.empty();
  } catch (const vision::Undecodable&) {
    return false;
  }
}

#ifdef ASSAY_WITH_IMGCODECS
bool theirs(const std::string& bytes, int max_side) {
  const cv::Mat data(1, static_cast<int>(bytes.size()), CV_8U, const_cast<char*>(bytes.data()));
  auto picture = cv::imdecode(data, cv::IMREAD_COLOR);
  if (picture.empty()) return false;
  const double scale = static_cast<double>(max_side) / std::max(picture.cols, picture.rows);
  if (max_side > 0 && scale < 1) cv::resize(picture, picture, {}, scale, scale, cv::INTER_AREA);
  return true;
}
#endif

void print(const File& file, double seconds) {
  std::printf("%-20s %8.2f MB", file.name.c_str(), static_cast<double>(file.bytes.size()) / 1e6);
  for (const int side : {0, 1024}) {
    std::printf("  %8.1f ms", median_of(seconds, [&] { return ours(file.bytes, side); }));
#ifdef ASSAY_WITH_IMGCODECS
    std::printf("  %8.1f ms", median_of(seconds, [&] { return theirs(file.bytes, side); }));
#endif
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::strtod(argv[1], nullptr) : 1;
#ifdef ASSAY_WITH_IMGCODECS
  cv::setNumThreads(1);
  std::printf("%-20s %11s  whole: Assay, imgcodecs; to 1024: Assay, imgcodecs\n", "", "file");
#else
  std::printf("%-20s %11s  whole, to 1024\n", "", "file");
#endif
  for (const auto& file : argc > 2 ? in_folder(argv[2]) : made()) print(file, seconds);
}
