#pragma once
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

namespace assay::cli {

// results.jsonl: one line a claim, in the order of the input, each written as soon as it and all
// before it are known. A rerun makes the same lines again: what the file already holds stays, and
// it is cut only where a line differs, so that a second kill loses nothing.
class ResultsFile {
 public:
  // Throws InputError where the file can't be written.
  explicit ResultsFile(std::filesystem::path path);
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  // The line of claim number `index` (from 0), without its newline. Each index once.
  void put(std::size_t index, std::string line);
  // After the last line: drops what an earlier, longer run left behind.
  void finish();

 private:
  void write_next(std::string line);

  std::filesystem::path path_;
  std::string earlier_;   // the bytes that the file held
  std::size_t kept_ = 0;  // how many of them this run made again
  bool differs_ = false;  // from `kept_` on
  int file_ = -1;
  std::size_t next_ = 0;
  std::map<std::size_t, std::string> waiting_;
};

}  // namespace assay::cli
