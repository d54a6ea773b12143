#include "pictures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "io/files.h"
#include "vision/decode.h"
#include "vision/encode.h"
#include "vision/scenes.h"

namespace assay::bench {
namespace {

constexpr std::uint32_t alike = 4;  // made pictures of one composition
constexpr int large = 1000;         // pixels; a larger photograph is cut into quarters
constexpr int smallest = 200;
constexpr std::size_t held_out_of = 5;
constexpr double plainest = 8;  // steps of brightness: a corner of clear sky is no picture

// One composition in ten is a page of words, one fog, the others scenes.
vision::Picture make(std::size_t number, std::uint32_t detail) {
  const auto composition = static_cast<std::uint32_t>(number / alike);
  switch (composition % 10) {
    case 8:
      return test::make_page(composition, detail);
    case 9:
      return test::make_fog(composition, detail);
    default:
      return test::make_scene(composition, detail);
  }
}

const char* name_of(Pictures::Kind kind) {
  switch (kind) {
    case Pictures::Kind::photograph:
      return "photographs";
    case Pictures::Kind::other:
      return "others";
    default:
      return "made";
  }
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  if (folder.empty() || !std::filesystem::exists(folder)) return paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && !entry.is_symlink()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

double deviation(const vision::Picture& picture) {
  double sum = 0;
  double squares = 0;
  for (const auto value : picture.rgb) sum += value, squares += double{1} * value * value;
  const auto count = static_cast<double>(picture.rgb.size());
  return std::sqrt(std::max(0.0, squares / count - sum * sum / count / count));
}

std::vector<vision::Picture> parts_of(const vision::Picture& whole, Pictures::Kind kind) {
  if (kind != Pictures::Kind::photograph || std::min(whole.width, whole.height) < large)
    return {vision::fitted(whole, 1024)};
  std::vector<vision::Picture> parts;
  const int w = whole.width / 2;
  const int h = whole.height / 2;
  for (int i = 0; i < 4; ++i) parts.push_back(test::cropped(whole, i % 2 * w, i / 2 * h, w, h));
  return parts;
}

}  // namespace

Pictures::Pictures(const Folders& folders, std::size_t count)
    : folder_(folders.prepared), count_(count) {
  prepare(folders.photographs, Kind::photograph);
  prepare(folders.others, Kind::other);
  split(files_in(folder_ / name_of(Kind::photograph)), Kind::photograph);
  split(files_in(folder_ / name_of(Kind::other)), Kind::other);
  count_ = std::max(count_, photographs_.size() + others_.size());
}

// Decoded once, so that a large file costs its time once, and memory holds none of them.
void Pictures::prepare(const std::filesystem::path& from, Kind kind) {
  const auto to = folder_ / name_of(kind);
  if (from.empty() || std::filesystem::exists(to)) return;
  std::filesystem::create_directories(to);
  for (const auto& path : files_in(from)) {
    try {
      vision::DecodeLimits limits;
      limits.max_side = 2048;
      const auto whole = vision::decode(io::read_file(path, 128 << 20), limits).picture;
      if (std::min(whole.width, whole.height) < smallest) continue;
      int number = 0;
      for (const auto& part : parts_of(whole, kind)) {
        if (deviation(part) < plainest) continue;
        io::write_file(to / (path.stem().string() + "." + std::to_string(number++) + ".jpg"),
                       vision::encode_jpeg(part, 92));
      }
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", path.c_str(), error.what());
    }
  }
}

void Pictures::split(const std::vector<std::filesystem::path>& prepared, Kind kind) {
  auto& seen = kind == Kind::photograph ? photographs_ : others_;
  auto& unseen = kind == Kind::photograph ? unseen_photographs_ : unseen_others_;
  for (std::size_t i = 0; i < prepared.size(); ++i)
    (i % held_out_of == held_out_of - 1 ? unseen : seen).push_back(prepared[i]);
}

Pictures::Kind Pictures::kind(std::size_t i) const {
  if (i < photographs_.size()) return Kind::photograph;
  return i < photographs_.size() + others_.size() ? Kind::other : Kind::made;
}

std::size_t Pictures::first(Kind kind) const {
  if (kind == Kind::photograph) return 0;
  return kind == Kind::other ? photographs_.size() : photographs_.size() + others_.size();
}

std::size_t Pictures::last(Kind kind) const {
  if (kind == Kind::photograph) return photographs_.size();
  return kind == Kind::other ? photographs_.size() + others_.size() : count_;
}

vision::Picture Pictures::operator()(std::size_t i) const {
  if (kind(i) == Kind::made)
    return test::recompressed(make(i, static_cast<std::uint32_t>(i) % alike), 90);
  const auto& path =
      kind(i) == Kind::photograph ? photographs_[i] : others_[i - photographs_.size()];
  return vision::decode(io::read_file(path, 64 << 20)).picture;
}

std::string Pictures::name(std::size_t i) const {
  if (kind(i) == Kind::made) return "made " + std::to_string(i);
  return (kind(i) == Kind::photograph ? photographs_[i] : others_[i - photographs_.size()])
      .filename()
      .string();
}

std::size_t Pictures::held_out(Kind kind) const {
  if (kind == Kind::photograph) return unseen_photographs_.size();
  return kind == Kind::other ? unseen_others_.size() : count_ - first(Kind::made);
}

vision::Picture Pictures::held_out(Kind kind, std::size_t i) const {
  if (kind == Kind::made) {
    const auto number = first(Kind::made) + i;
    return make(number, alike + static_cast<std::uint32_t>(number) % alike);
  }
  const auto& path = kind == Kind::photograph ? unseen_photographs_[i] : unseen_others_[i];
  return vision::decode(io::read_file(path, 64 << 20)).picture;
}

std::string Pictures::held_out_name(Kind kind, std::size_t i) const {
  if (kind == Kind::made) return "look-alike of made " + std::to_string(first(Kind::made) + i);
  return (kind == Kind::photograph ? unseen_photographs_[i] : unseen_others_[i])
      .filename()
      .string();
}

}  // namespace assay::bench
