#include "retrieval/store/pictures.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/documents/file.h"
#include "retrieval/store/layout.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

// Rows behind a header.
template <class Row>
class TableOf {
 public:
  explicit TableOf(const fs::path& path) : file_(path), name_(path.filename().string()) {
    PictureHeader header;
    const auto bytes = file_.bytes();
    if (bytes.size() < sizeof header || (bytes.size() - sizeof header) % sizeof(Row) != 0 ||
        bytes.size() / sizeof(Row) > UINT32_MAX)
      damaged();
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header != PictureHeader{}) damaged();
  }
  std::uint32_t size() const {
    return static_cast<std::uint32_t>((file_.bytes().size() - sizeof(PictureHeader)) / sizeof(Row));
  }
  Row at(std::uint32_t number) const {
    if (number >= size()) throw std::out_of_range("no such row in " + name_);
    Row row;
    std::memcpy(&row, file_.bytes().data() + sizeof(PictureHeader) + number * sizeof(Row),
                sizeof row);
    return row;
  }
  [[noreturn]] void damaged() const {
    throw InputError("the store is damaged or cut short: " + name_ + "; build it again");
  }

 private:
  MappedFile file_;
  std::string name_;
};

class StoredPictures final : public Pictures {
 public:
  explicit StoredPictures(const fs::path& store)
      : pictures_(store / pictures_name),
        showings_(store / showings_name),
        shown_(store / shown_name),
        bytes_(store / picture_bytes_name),
        words_(Index::open(store / picture_words_name)),
        looks_(vision::ImageIndex::open(store / picture_index_name)) {
    const auto count = pictures_.size();
    if (count == 0 || words_.documents() != showings_.size() || looks_.size() != count ||
        shown_.size() != showings_.size() || pictures_.at(count - 1).bytes_end != bytes_.size() ||
        pictures_.at(count - 1).shown_end != shown_.size())
      pictures_.damaged();
  }

  std::uint32_t pictures() const override { return pictures_.size(); }
  std::uint32_t showings() const override { return showings_.size(); }
  PictureDigest digest(std::uint32_t picture) const override {
    return pictures_.at(picture).sha256;
  }
  Showing showing(std::uint32_t number) const override {
    const auto showing = showings_.at(number);
    if (showing.picture >= pictures_.size()) showings_.damaged();
    return showing;
  }
  std::vector<std::uint32_t> shown(std::uint32_t picture) const override {
    const auto begin = picture == 0 ? 0 : pictures_.at(picture - 1).shown_end;
    const auto end = pictures_.at(picture).shown_end;
    if (begin > end || end > shown_.size()) pictures_.damaged();
    std::vector<std::uint32_t> numbers;
    for (auto i = begin; i < end; ++i) {
      numbers.push_back(shown_.at(static_cast<std::uint32_t>(i)));
      if (numbers.back() >= showings_.size()) shown_.damaged();
    }
    return numbers;
  }
  std::string bytes(std::uint32_t picture) const override {
    const auto begin = picture == 0 ? 0 : pictures_.at(picture - 1).bytes_end;
    const auto end = pictures_.at(picture).bytes_end;
    if (begin > end || end > bytes_.size()) pictures_.damaged();
    return bytes_.read_at(begin, end - begin);
  }
  const Index& words() const override { return words_; }
  const vision::ImageIndex& looks() const override { return looks_; }

 private:
  TableOf<PictureRow> pictures_;
  TableOf<Showing> showings_;
  TableOf<std::uint32_t> shown_;
  File bytes_;
  Index words_;
  vision::ImageIndex looks_;
};

Index index_of(std::span<const PictureOfDocument> shown) {
  std::vector<IndexedText> texts;
  for (const auto& one : shown) texts.push_back({{}, one.words});
  return Index::in_memory(texts);
}

class MemoryPictures final : public Pictures {
 public:
  MemoryPictures(std::span<const PictureOfDocument> shown, PictureStock& stock)
      : words_(index_of(shown)), looks_(vision::ImageIndex::in_memory({})) {
    std::map<std::string, std::uint32_t> numbers;
    std::vector<vision::Fingerprint> prints;
    for (const auto& one : shown) {
      const auto next = static_cast<std::uint32_t>(pictures_.size());
      const auto [found, fresh] = numbers.emplace(one.sha256, next);
      if (fresh) {
        auto picture = stock.take(one.sha256);
        if (!picture) throw InputError("a picture of the documents is missing");
        prints.push_back(std::move(picture->fingerprint));
        pictures_.push_back({picture_digest(one.sha256), std::move(picture->bytes.bytes), {}});
      }
      pictures_[found->second].shown.push_back(static_cast<std::uint32_t>(showings_.size()));
      showings_.push_back({one.document, one.image, found->second});
    }
    looks_ = vision::ImageIndex::in_memory(prints);
  }

  std::uint32_t pictures() const override { return static_cast<std::uint32_t>(pictures_.size()); }
  std::uint32_t showings() const override { return static_cast<std::uint32_t>(showings_.size()); }
  PictureDigest digest(std::uint32_t picture) const override {
    return pictures_.at(picture).digest;
  }
  Showing showing(std::uint32_t number) const override { return showings_.at(number); }
  std::vector<std::uint32_t> shown(std::uint32_t picture) const override {
    return pictures_.at(picture).shown;
  }
  std::string bytes(std::uint32_t picture) const override { return pictures_.at(picture).bytes; }
  const Index& words() const override { return words_; }
  const vision::ImageIndex& looks() const override { return looks_; }

 private:
  struct Kept {
    PictureDigest digest;
    std::string bytes;
    std::vector<std::uint32_t> shown;
  };
  std::vector<Kept> pictures_;
  std::vector<Showing> showings_;
  Index words_;
  vision::ImageIndex looks_;
};

}  // namespace

PictureDigest picture_digest(std::string_view sha256) {
  PictureDigest digest{};
  for (std::size_t i = 0; i < digest.size() && 2 * i + 2 <= sha256.size(); ++i)
    std::from_chars(sha256.data() + 2 * i, sha256.data() + 2 * i + 2, digest[i], 16);
  return digest;
}

std::string hex_of(const PictureDigest& digest) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (const auto byte : digest) {
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

std::optional<std::uint32_t> Pictures::find(std::uint32_t document, std::size_t image) const {
  std::uint32_t low = 0;
  std::uint32_t high = showings();
  while (low < high) {
    const auto middle = low + (high - low) / 2;
    const auto there = showing(middle);
    if (std::pair<std::size_t, std::size_t>(there.document, there.image) <
        std::pair<std::size_t, std::size_t>(document, image))
      low = middle + 1;
    else
      high = middle;
  }
  if (low == showings()) return std::nullopt;
  const auto found = showing(low);
  if (found.document != document || found.image != image) return std::nullopt;
  return found.picture;
}

std::unique_ptr<Pictures> open_pictures(const fs::path& store) {
  return std::make_unique<StoredPictures>(store);
}

std::unique_ptr<Pictures> pictures_in_memory(std::span<const PictureOfDocument> shown,
                                             PictureStock& stock) {
  return std::make_unique<MemoryPictures>(shown, stock);
}

}  // namespace assay::retrieval
