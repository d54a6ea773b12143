#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "vision/picture.h"

namespace assay::bench {

// What the benchmark of reverse search indexes, and asks for though it is not indexed.
class Pictures {
 public:
  enum class Kind { photograph, other, made };
  struct Folders {
    std::filesystem::path photographs;  // may be empty: none
    std::filesystem::path others;       // drawings, flags, symbols: only distractors; may be empty
    std::filesystem::path prepared;     // where pictures of the folders are kept, ready to be read
  };

  // `count` pictures in the index: first those of the folders, made ones for the rest. A photograph
  // of at least `large` pixels a side counts as four, its quarters: each looks like its
  // neighbours, and is another picture. Parts with hardly
  // anything to be seen are left out. Every fifth picture of a folder is held out of the index.
  Pictures(const Folders& folders, std::size_t count);

  std::size_t size() const { return count_; }
  Kind kind(std::size_t i) const;
  // Where pictures of this kind begin and end.
  std::size_t first(Kind kind) const;
  std::size_t last(Kind kind) const;
  vision::Picture operator()(std::size_t i) const;
  std::string name(std::size_t i) const;

  // Pictures that are not in the index. Of made ones: of the compositions of those that are.
  std::size_t held_out(Kind kind) const;
  vision::Picture held_out(Kind kind, std::size_t i) const;
  std::string held_out_name(Kind kind, std::size_t i) const;

 private:
  void prepare(const std::filesystem::path& from, Kind kind);
  void split(const std::vector<std::filesystem::path>& prepared, Kind kind);

  std::filesystem::path folder_;
  std::size_t count_;
  std::vector<std::filesystem::path> photographs_, others_;
  std::vector<std::filesystem::path> unseen_photographs_, unseen_others_;
};

}  // namespace assay::bench
