#include "retrieval/passages/table.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::retrieval {

struct PassageTable::Owned {
  std::optional<MappedFile> file;
  std::vector<PassageRow> rows;
};

PassageTable PassageTable::open(const std::filesystem::path& file) {
  auto owned = std::make_shared<Owned>();
  owned->file.emplace(file);
  const auto bytes = owned->file->bytes();
  PassageHeader header;
  if (bytes.size() < sizeof(header) || (bytes.size() - sizeof(header)) % sizeof(PassageRow) != 0)
    throw core::InputError("'" + io::shown(file) + "' is cut short: build the store again");
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header != PassageHeader{})
    throw core::InputError("'" + io::shown(file) +
                           "' does not begin as it should: build the store again");
  PassageTable table;
  // Mapped files begin at a page's beginning: the rows are aligned.
  table.rows_ = {reinterpret_cast<const PassageRow*>(bytes.data() + sizeof(header)),
                 (bytes.size() - sizeof(header)) / sizeof(PassageRow)};
  table.owned_ = std::move(owned);
  return table;
}

PassageTable::PassageTable(std::vector<PassageRow> rows) {
  auto owned = std::make_shared<Owned>();
  owned->rows = std::move(rows);
  rows_ = owned->rows;
  owned_ = std::move(owned);
}

const PassageRow& PassageTable::row(std::uint32_t passage) const {
  if (passage >= rows_.size()) throw std::out_of_range("no such passage in the store");
  return rows_[passage];
}

std::uint32_t PassageTable::group(std::uint32_t passage) const {
  const auto first = row(passage).same_as;
  return first < passage ? first : passage;
}

std::pair<std::uint32_t, std::uint32_t> PassageTable::of(std::uint32_t document) const {
  const auto found = std::ranges::equal_range(rows_, document, {}, &PassageRow::document);
  const auto first = static_cast<std::uint32_t>(found.begin() - rows_.begin());
  return {first, first + static_cast<std::uint32_t>(found.size())};
}

std::optional<std::uint32_t> PassageTable::before(std::uint32_t passage) const {
  if (passage == 0 || document(passage - 1) != document(passage)) return std::nullopt;
  return passage - 1;
}

std::optional<std::uint32_t> PassageTable::after(std::uint32_t passage) const {
  if (passage + 1 >= size() || document(passage + 1) != document(passage)) return std::nullopt;
  return passage + 1;
}

}  // namespace assay::retrieval
