#include "retrieval/index/data.h"

#include <cstddef>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/index/bytes.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

[[noreturn]] void damaged(const fs::path& file, const std::string& how) {
  throw InputError("the index file '" + io::shown(file) + "' " + how + ": build the store again");
}

Header read_header(const fs::path& file) {
  const std::string bytes = io::read_file(file, 1 << 16);
  Header header;
  if (bytes.size() < offsetof(Header, documents)) damaged(file, "is cut short");
  header.magic = load<decltype(header.magic)>(bytes.data());
  header.version = load<std::uint32_t>(bytes.data() + offsetof(Header, version));
  if (header.magic != index_magic) damaged(file, "is not a full-text index");
  if (header.version > index_version)
    throw InputError("the index file '" + io::shown(file) + "' is of version " +
                     std::to_string(header.version) + ", and this program reads up to " +
                     std::to_string(index_version) + ": use a newer assay");
  if (header.version != index_version) damaged(file, "is of a version that is no longer read");
  if (bytes.size() < sizeof header) damaged(file, "is cut short");
  if (bytes.size() > sizeof header) damaged(file, "is longer than it should be");
  header = load<Header>(bytes.data());
  Checksum checksum;
  checksum.add(std::string_view(bytes).substr(0, offsetof(Header, checksum)));
  if (checksum.value() != header.checksum) damaged(file, "is damaged");
  if (header.sizes[lengths_section] != std::uint64_t{header.documents} * sizeof(std::uint32_t) ||
      header.terms >= header.sizes[terms_section] ||
      header.sizes[terms_section] != (header.terms + 1) * sizeof(TermRecord) ||
      header.sizes[postings_section] < packed_padding)
    damaged(file, "contradicts itself");
  return header;
}

}  // namespace

std::unique_ptr<const IndexData> IndexData::map(const fs::path& folder) {
  std::unique_ptr<IndexData> made(new IndexData(folder));
  IndexData& data = *made;
  data.header_ = read_header(folder / header_file);
  for (std::size_t i = 0; i < section_count; ++i) {
    const fs::path file = folder / section_files[i];
    data.files_.emplace_back(file);
    const auto bytes = data.files_.back().bytes();
    if (bytes.size() < data.header_.sizes[i]) damaged(file, "is cut short");
    if (bytes.size() > data.header_.sizes[i]) damaged(file, "is longer than it should be");
    data.sections_[i] = bytes;
  }
  data.prepare();
  return made;
}

IndexData::IndexData(const Header& header, std::array<std::string, section_count> sections)
    : header_(header), owned_(std::move(sections)) {
  for (std::size_t i = 0; i < section_count; ++i) sections_[i] = owned_[i];
  prepare();
}

void IndexData::prepare() {
  // Mapped files begin at a page, and strings where new puts them: both are aligned.
  lengths_ = reinterpret_cast<const std::uint32_t*>(sections_[lengths_section].data());
  for (language::StemmerId id = 1; id < language::stemmer_count(); ++id) {
    const std::string first(1, static_cast<char>(id));
    const auto found = lower_bound(first);
    const auto next = found < header_.terms ? key(found) : std::nullopt;
    if (next && next->starts_with(first)) stemmers_.push_back(id);
  }
}

TermRecord IndexData::record(std::uint64_t term) const {
  return load<TermRecord>(section(terms_section).data() + term * sizeof(TermRecord));
}

// Nothing where the record is damaged.
std::optional<std::string_view> IndexData::key(std::uint64_t term) const {
  const std::uint64_t begin = record(term).word;
  const std::uint64_t end = record(term + 1).word;
  if (begin > end || end > section(words_section).size()) return std::nullopt;
  return section(words_section).substr(begin, end - begin);
}

std::uint64_t IndexData::lower_bound(std::string_view wanted) const {
  std::uint64_t low = 0;
  for (std::uint64_t high = header_.terms; low < high;) {
    const std::uint64_t middle = low + (high - low) / 2;
    const auto found = key(middle);
    if (found && *found < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

std::optional<TermEntry> IndexData::find(std::string_view wanted) const {
  const std::uint64_t term = lower_bound(wanted);
  if (term >= header_.terms || key(term) != wanted) return std::nullopt;
  const TermRecord begin = record(term);
  const TermRecord end = record(term + 1);
  const std::uint64_t postings_size = section(postings_section).size() - packed_padding;
  if (begin.postings > end.postings || end.postings > postings_size ||
      begin.positions > end.positions || end.positions > section(positions_section).size() ||
      begin.documents == 0 || begin.documents > header_.documents)
    return std::nullopt;
  return TermEntry{
      begin.documents,
      section(postings_section).substr(begin.postings, end.postings - begin.postings),
      section(positions_section).substr(begin.positions, end.positions - begin.positions)};
}

void IndexData::verify() const {
  for (std::size_t i = 0; i < section_count; ++i) {
    Checksum checksum;
    checksum.add(sections_[i]);
    if (checksum.value() != header_.checksums[i]) damaged(folder_ / section_files[i], "is damaged");
  }
}

}  // namespace assay::retrieval
