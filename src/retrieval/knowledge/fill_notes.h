#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>

namespace assay::retrieval {

// filling.jsonl of a knowledge store: which documents were tried and could not be filled, so that
// they are not fetched again and again. One line a claim that was finished; the last of one counts.
class FillNotes {
 public:
  // Lines that can't be read are passed over. Throws InputError where the file can't be read.
  explicit FillNotes(std::filesystem::path file);

  // Was this address tried for the claim, and why was nothing taken? Null where it was not.
  const std::string* find(const std::string& claim, const std::string& url) const;

  // Adds a line in one step, and waits until it is on the disk: address → kind. Throws InputError.
  void add(const std::string& claim, std::map<std::string, std::string> tried);

 private:
  std::filesystem::path file_;
  std::map<std::string, std::map<std::string, std::string>> tried_;  // by claim
};

}  // namespace assay::retrieval
