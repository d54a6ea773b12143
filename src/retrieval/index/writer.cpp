#include "retrieval/index/writer.h"

#include <algorithm>
#include <bit>

#include "assay/core/error.h"

namespace assay::retrieval {

IndexWriter::IndexWriter(Sinks sinks, const std::vector<std::uint32_t>& lengths)
    : sinks_(sinks), lengths_(lengths) {}

void IndexWriter::begin(std::string_view key) {
  record_ = {sinks_[words_section]->size(), sinks_[postings_section]->size(),
             sinks_[positions_section]->size(), 0, 0};
  sinks_[words_section]->write(key);
  skips_.clear();
  data_.clear();
  before_ = 0;
  block_positions_ = 0;
  count_ = 0;
  ++terms_;
}

void IndexWriter::add(std::string_view postings, std::string_view positions) {
  const char* at = postings.data();
  const char* const end = at + postings.size();
  const char* place = positions.data();
  const char* const places_end = place + positions.size();
  const std::uint64_t base = sinks_[positions_section]->size() - record_.positions;
  std::uint64_t document = 0;
  std::uint64_t passed = 0;  // positions of the block's postings that are among these
  while (at != end) {
    std::uint64_t head = 0;
    std::uint64_t frequency = 1;
    if (!take_varint(at, end, head) || ((head & 1) == 0 && !take_varint(at, end, frequency)))
      throw core::InputError("cannot read back what was written while indexing");
    document += head >> 1;
    passed += frequency;
    add_posting(static_cast<std::uint32_t>(document), static_cast<std::uint32_t>(frequency));
    if (count_ < block_size) continue;
    place = skip_varints(place, places_end, passed);
    passed = 0;
    write_block();
    block_positions_ = base + static_cast<std::uint64_t>(place - positions.data());
  }
  sinks_[positions_section]->write(positions);
}

void IndexWriter::add_posting(std::uint32_t document, std::uint32_t frequency) {
  documents_[count_] = document;
  frequencies_[count_++] = frequency;
  ++record_.documents;
}

void IndexWriter::note_block() {
  SkipEntry entry;
  entry.last = documents_[count_ - 1];
  entry.shortest = UINT32_MAX;
  for (std::size_t i = 0; i < count_; ++i) {
    entry.most = std::max(entry.most, frequencies_[i]);
    entry.shortest = std::min(entry.shortest, lengths_[documents_[i]]);
  }
  if (data_.size() > UINT32_MAX)
    throw core::InputError("the collection is too large for one index");
  entry.offset = static_cast<std::uint32_t>(data_.size());
  entry.positions = block_positions_;
  store(skips_, entry);
}

void IndexWriter::write_block() {
  note_block();
  std::array<std::uint32_t, block_size> gaps;
  std::array<std::uint32_t, block_size> rest;
  std::uint32_t gap_bits = 0;
  std::uint32_t rest_bits = 0;
  for (std::size_t i = 0; i < block_size; ++i) {
    gaps[i] = documents_[i] - before_;
    before_ = documents_[i] + 1;
    rest[i] = frequencies_[i] - 1;
    gap_bits |= gaps[i];
    rest_bits |= rest[i];
  }
  const auto gap_width = static_cast<unsigned>(std::bit_width(gap_bits));
  const auto rest_width = static_cast<unsigned>(std::bit_width(rest_bits));
  data_.push_back(static_cast<char>(gap_width));
  data_.push_back(static_cast<char>(rest_width));
  pack(data_, gaps.data(), gap_width);
  pack(data_, rest.data(), rest_width);
  count_ = 0;
}

void IndexWriter::write_tail() {
  if (record_.documents > block_size) note_block();
  for (std::size_t i = 0; i < count_; ++i) {
    const std::uint64_t gap = documents_[i] - before_;
    before_ = documents_[i] + 1;
    put_varint(data_, gap << 1 | (frequencies_[i] == 1 ? 1 : 0));
    if (frequencies_[i] != 1) put_varint(data_, frequencies_[i]);
  }
  count_ = 0;
}

void IndexWriter::end() {
  if (count_ > 0) write_tail();
  if (record_.documents > block_size) sinks_[postings_section]->write(skips_);
  sinks_[postings_section]->write(data_);
  std::string bytes;
  store(bytes, record_);
  sinks_[terms_section]->write(bytes);
}

Header IndexWriter::finish() {
  std::string bytes;
  store(bytes, TermRecord{sinks_[words_section]->size(), sinks_[postings_section]->size(),
                          sinks_[positions_section]->size(), 0, 0});
  sinks_[terms_section]->write(bytes);
  sinks_[postings_section]->write(std::string(packed_padding, '\0'));
  sinks_[lengths_section]->write(
      {reinterpret_cast<const char*>(lengths_.data()), lengths_.size() * sizeof(std::uint32_t)});
  Header header;
  header.documents = static_cast<std::uint32_t>(lengths_.size());
  header.terms = terms_;
  for (const std::uint32_t length : lengths_) header.tokens += length;
  for (std::size_t i = 0; i < section_count; ++i) {
    header.sizes[i] = sinks_[i]->size();
    header.checksums[i] = sinks_[i]->checksum();
  }
  Checksum checksum;
  checksum.add({reinterpret_cast<const char*>(&header), offsetof(Header, checksum)});
  header.checksum = checksum.value();
  return header;
}

}  // namespace assay::retrieval
