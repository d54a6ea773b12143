#include "retrieval/store/picture_writer.h"

#include <cstring>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/store/layout.h"
#include "retrieval/store/table.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

// Few words, beside the index of texts that has the memory.
constexpr std::size_t words_memory = 16 << 20;

fs::path made(const fs::path& folder) {
  io::make_folder(folder);
  return folder;
}

IndexOptions options_for(unsigned jobs) {
  IndexOptions options;
  options.threads = jobs == 0 ? 1 : std::min(jobs, 2U);
  options.memory_bytes = words_memory;
  return options;
}

}  // namespace

std::size_t PictureWriter::DigestHash::operator()(const PictureDigest& digest) const {
  std::size_t hash = 0;
  std::memcpy(&hash, digest.data(), sizeof hash);
  return hash;
}

PictureWriter::PictureWriter(fs::path folder, unsigned jobs)
    : folder_(std::move(folder)),
      bytes_(folder_ / picture_bytes_name),
      showings_(folder_ / showings_name),
      words_(made(folder_ / picture_words_name), options_for(jobs)),
      looks_(folder_ / picture_index_name) {
  showings_.append(bytes_of(PictureHeader{}));
}

void PictureWriter::add(std::uint32_t document, std::span<const ShownPicture> shown,
                        PictureStock& stock) {
  for (const auto& one : shown) {
    const auto number = number_of(one, stock);
    if (shown_.size() == UINT32_MAX)
      throw core::InputError("a store shows at most 4294967295 pictures");
    shown_.push_back(number);
    showings_.append(bytes_of(Showing{document, one.image, number}));
    words_.add({}, one.words);
  }
}

std::uint32_t PictureWriter::number_of(const ShownPicture& shown, PictureStock& stock) {
  const auto digest = picture_digest(shown.sha256);
  const auto next = static_cast<std::uint32_t>(rows_.size());
  const auto [found, fresh] = numbers_.emplace(digest, next);
  if (!fresh) return found->second;
  const auto picture = stock.take(shown.sha256);
  if (!picture) throw core::InputError("the picture " + shown.sha256 + " is missing");
  bytes_.append(picture->bytes.bytes);
  looks_.add(picture->fingerprint);
  rows_.push_back({digest, bytes_.size(), 0});
  return next;
}

void PictureWriter::finish() {
  bytes_.finish();
  showings_.finish();
  words_.finish();
  looks_.finish();
  write_tables();
}

// Sorts the showings by their pictures, counting.
void PictureWriter::write_tables() {
  std::vector<std::uint64_t> ends(rows_.size(), 0);
  for (const auto picture : shown_) ++ends[picture];
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto count = ends[i];
    ends[i] = sum;
    sum += count;
    rows_[i].shown_end = sum;
  }
  std::vector<std::uint32_t> sorted(shown_.size());
  for (std::size_t i = 0; i < shown_.size(); ++i)
    sorted[ends[shown_[i]]++] = static_cast<std::uint32_t>(i);
  FileWriter table(folder_ / pictures_name);
  table.append(bytes_of(PictureHeader{}));
  for (const auto& row : rows_) table.append(bytes_of(row));
  table.finish();
  FileWriter shown(folder_ / shown_name);
  shown.append(bytes_of(PictureHeader{}));
  for (const auto number : sorted) shown.append(bytes_of(number));
  shown.finish();
}

}  // namespace assay::retrieval
