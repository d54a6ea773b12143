#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/index/bytes.h"
#include "retrieval/index/format.h"
#include "retrieval/index/sink.h"

namespace assay::retrieval {

// Writes the sections of an index, term by term in the order of their keys.
class IndexWriter {
 public:
  using Sinks = std::array<Sink*, section_count>;
  // `lengths`: of all documents; outlives the writer.
  IndexWriter(Sinks sinks, const std::vector<std::uint32_t>& lengths);

  void begin(std::string_view key);
  // Postings and positions as a Run has them, of documents behind those added before.
  void add(std::string_view postings, std::string_view positions);
  void end();

  // After the last term: the rest, and what the header says.
  Header finish();

 private:
  void add_posting(std::uint32_t document, std::uint32_t frequency);
  void write_block();
  void write_tail();
  void note_block();

  Sinks sinks_;
  const std::vector<std::uint32_t>& lengths_;
  std::uint64_t terms_ = 0;
  // Of the term:
  TermRecord record_;
  std::string skips_;
  std::string data_;
  std::uint32_t before_ = 0;  // the last document of the blocks written, plus one
  std::uint64_t block_positions_ = 0;
  // Of the block:
  std::array<std::uint32_t, block_size> documents_;
  std::array<std::uint32_t, block_size> frequencies_;
  std::size_t count_ = 0;
};

}  // namespace assay::retrieval
