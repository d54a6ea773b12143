#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "eval/benchmarks/instance.h"
#include "eval/run/claim_run.h"

namespace assay::cli {

// How an evaluation stands while it runs.
class Standing {
 public:
  void add(const eval::Instance& instance, const eval::ClaimRun& run);

  std::size_t claims() const { return claims_; }
  // `accuracy 61.2 % of 49, 2 failed, 0.0312 USD`; what is not known is left out.
  std::string line() const;
  // Names of the columns, then a line for each label: how many claims have it, how many of
  // these were given it, how many were given it in all.
  std::vector<std::string> table() const;

 private:
  struct Count {
    std::size_t gold = 0;
    std::size_t right = 0;
    std::size_t predicted = 0;
  };
  std::size_t claims_ = 0;
  std::size_t failed_ = 0;
  std::size_t judged_ = 0;  // whose right label is known
  std::size_t right_ = 0;
  double cost_ = 0;
  bool cost_known_ = true;
  std::map<std::string, Count> labels_;
};

}  // namespace assay::cli
