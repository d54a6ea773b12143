#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace assay::retrieval {

struct IndexOptions {
  // For what is collected before it is written as a sorted run.
  std::size_t memory_bytes = std::size_t{64} << 20;
  unsigned threads = 0;  // that read the documents; 0: as many as the machine has
  // ISO 639-1 of all documents; empty: found for each.
  std::string language;
};

struct IndexStats {
  std::uint32_t documents = 0;
  std::uint64_t tokens = 0;
  std::uint64_t terms = 0;
  std::uint64_t bytes = 0;  // of the files
};

// Writes an index into a folder, which exists. Index::open finds nothing there before finish()
// has returned. Where it is destroyed before, what it wrote is removed.
class IndexBuilder {
 public:
  explicit IndexBuilder(std::filesystem::path folder, const IndexOptions& options = {});
  ~IndexBuilder();
  IndexBuilder(const IndexBuilder&) = delete;
  IndexBuilder& operator=(const IndexBuilder&) = delete;

  // Returns the document's number: 0, 1, … in the order of the calls. `continues`: it is of the
  // same page as the one before, and so of its language. Waits while the threads are behind. Throws
  // InputError where the disk is full. For one thread at a time.
  std::uint32_t add(std::string_view title, std::string_view text, bool continues = false);

  // Merges, writes and flushes to disk. Throws InputError where the disk is full. Once.
  IndexStats finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::retrieval
