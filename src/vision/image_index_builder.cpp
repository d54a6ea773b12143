#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "assay/core/error.h"
#include "io/files.h"
#include "vision/image_index.h"
#include "vision/index_format.h"
#include "vision/mapped_file.h"

namespace assay::vision {
namespace {

// What has been added, in a file beside the index until it is known how much there is.
class Spool {
 public:
  explicit Spool(std::filesystem::path path)
      : path_(std::move(path)), file_(std::fopen(path_.c_str(), "w+be"), &std::fclose) {
    if (!file_) fail();
  }
  void write(const void* data, std::size_t size) {
    if (size > 0 && std::fwrite(data, size, 1, file_.get()) != 1) fail();
  }
  void copy_to(std::byte* to, std::size_t size) {
    std::rewind(file_.get());
    if (size > 0 && std::fread(to, size, 1, file_.get()) != 1) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw core::InputError(io::shown(path_) + ": " + std::strerror(errno));
  }
  std::filesystem::path path_;
  std::unique_ptr<FILE, int (*)(FILE*)> file_;
};

}  // namespace

struct ImageIndexBuilder::Impl {
  explicit Impl(const std::filesystem::path& to)
      : folder(to),
        temporary((io::make_folder(to), to / index_file)),
        thumbnails((io::make_folder(temporary.path()), temporary.path() / "thumbnails")),
        tints(temporary.path() / "tints"),
        features(temporary.path() / "features") {}
  std::filesystem::path folder;
  io::TemporaryFolder temporary;
  Spool thumbnails;
  Spool tints;
  Spool features;
  std::vector<PictureEntry> pictures;
  std::uint64_t feature_count = 0;
};

ImageIndexBuilder::ImageIndexBuilder(const std::filesystem::path& folder)
    : impl_(std::make_unique<Impl>(folder)) {}
ImageIndexBuilder::~ImageIndexBuilder() = default;

std::uint32_t ImageIndexBuilder::add(const Fingerprint& picture) {
  auto& all = *impl_;
  PictureEntry entry;
  entry.first_feature = all.feature_count;
  entry.features = static_cast<std::uint32_t>(picture.features.size());
  entry.width = picture.width;
  entry.height = picture.height;
  entry.hash = picture.hashes[0];
  all.thumbnails.write(picture.thumbnail.data(), picture.thumbnail.size());
  all.tints.write(picture.tints.data(), picture.tints.size());
  all.features.write(picture.features.data(), picture.features.size() * sizeof(Feature));
  all.pictures.push_back(entry);
  all.feature_count += picture.features.size();
  return static_cast<std::uint32_t>(all.pictures.size() - 1);
}

void ImageIndexBuilder::finish() {
  auto& all = *impl_;
  const auto header = make_header(all.pictures.size(), all.feature_count);
  const IndexLayout layout(header.pictures, header.features, header.word_bits);
  const auto path = all.temporary.path() / index_file;
  auto file = MappedFile::create(path, layout.end);
  auto* bytes = file.writable().data();
  std::memcpy(bytes, &header, sizeof header);
  if (!all.pictures.empty())
    std::memcpy(bytes + layout.pictures, all.pictures.data(),
                all.pictures.size() * sizeof(PictureEntry));
  all.thumbnails.copy_to(bytes + layout.thumbnails, layout.tints - layout.thumbnails);
  all.tints.copy_to(bytes + layout.tints, layout.features - layout.tints);
  all.features.copy_to(bytes + layout.features, layout.postings - layout.features);
  fill_lists(file.writable());
  file.flush(path);
  std::error_code error;
  std::filesystem::rename(path, all.folder / index_file, error);
  if (error) throw core::InputError(io::shown(all.folder / index_file) + ": " + error.message());
}

}  // namespace assay::vision
