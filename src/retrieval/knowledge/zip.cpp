#include "retrieval/knowledge/zip.h"

#include <zip.h>

#include <utility>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::retrieval {
namespace {

using core::InputError;

constexpr std::int64_t most_entries = 1'000'000;

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct Close {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

std::string reason_of(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string reason = zip_error_strerror(&error);
  zip_error_fini(&error);
  return reason;
}

}  // namespace

struct ZipArchive::Impl {
  std::filesystem::path path;
  std::unique_ptr<zip_t, Discard> archive;

  [[noreturn]] void fail(const std::string& name, const std::string& reason) const {
    throw InputError("'" + io::shown(path) + "': '" + io::shown(name) +
                     "' can't be unpacked: " + reason);
  }
};

ZipArchive::ZipArchive(const std::filesystem::path& path) : impl_(std::make_unique<Impl>()) {
  impl_->path = path;
  int code = 0;
  impl_->archive.reset(zip_open(path.c_str(), ZIP_RDONLY, &code));
  if (!impl_->archive)
    throw InputError("'" + io::shown(path) +
                     "' can't be read as a ZIP archive: " + reason_of(code));
}

ZipArchive::~ZipArchive() = default;
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive& ZipArchive::operator=(ZipArchive&&) noexcept = default;

std::vector<ZipArchive::Entry> ZipArchive::entries() const {
  const auto count = zip_get_num_entries(impl_->archive.get(), 0);
  if (count > most_entries)
    throw InputError("'" + io::shown(impl_->path) + "' holds more than a million files");
  std::vector<Entry> entries;
  for (std::int64_t i = 0; i < count; ++i) {
    zip_stat_t about;
    zip_stat_init(&about);
    const auto index = static_cast<zip_uint64_t>(i);
    if (zip_stat_index(impl_->archive.get(), index, 0, &about) != 0) continue;
    if ((about.valid & ZIP_STAT_NAME) == 0 || (about.valid & ZIP_STAT_SIZE) == 0) continue;
    std::string name = about.name;
    if (!name.empty() && name.back() != '/')
      entries.push_back({std::move(name), about.size, index});
  }
  return entries;
}

std::function<std::size_t(std::span<char>)> ZipArchive::reader(const Entry& entry,
                                                               std::uint64_t limit) const {
  std::shared_ptr<zip_file_t> file(zip_fopen_index(impl_->archive.get(), entry.index, 0),
                                   [](zip_file_t* opened) {
                                     if (opened != nullptr) Close()(opened);
                                   });
  if (!file) impl_->fail(entry.name, zip_strerror(impl_->archive.get()));
  return [impl = impl_.get(), file, name = entry.name, limit,
          read = std::uint64_t{0}](std::span<char> buffer) mutable -> std::size_t {
    const auto n = zip_fread(file.get(), buffer.data(), buffer.size());
    if (n < 0) impl->fail(name, zip_error_strerror(zip_file_get_error(file.get())));
    read += static_cast<std::uint64_t>(n);
    if (read > limit) impl->fail(name, "longer than " + std::to_string(limit) + " bytes");
    return static_cast<std::size_t>(n);
  };
}

}  // namespace assay::retrieval
