#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "eval/run/claim_run.h"

namespace assay::eval {

// journal.jsonl of a run: each claim as it was finished, so that a kill loses at most those that
// were under way. A claim that was tried again has several lines, of which the last holds.
class Journal {
 public:
  // Reads what is there. A line that a kill cut short is passed over. Throws InputError, which
  // names file and line, for one of another kind, and for a file of more than 4 GiB.
  explicit Journal(std::filesystem::path file);

  // Null where the claim was never finished.
  const ClaimRun* find(const std::string& id) const;
  // Adds a line, on the disk when this returns.
  void add(ClaimRun run);
  const std::map<std::string, ClaimRun>& all() const { return runs_; }

 private:
  std::filesystem::path file_;
  std::map<std::string, ClaimRun> runs_;
};

}  // namespace assay::eval
