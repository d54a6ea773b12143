#pragma once
#include <boost/asio/awaitable.hpp>
#include <optional>
#include <string>
#include <vector>

#include "eval/judge/judge.h"

namespace assay::eval {

// What a judge is shown of one claim.
struct JudgedEvidence {
  std::string claim;
  std::vector<std::string> gold;       // each a question with its answer
  std::vector<std::string> predicted;  // likewise
};

// Ev2R: both sides are split into atomic facts. Each 0 to 1.
struct Ev2rScore {
  double precision = 0;  // share of the predicted facts that the gold evidence supports
  double recall = 0;     // share of the gold facts that the predicted evidence has
  double f1 = 0;
};
// All 0 without asking where nothing was predicted. Nothing where the judge's answer can't be used,
// or names no fact of the gold evidence.
boost::asio::awaitable<std::optional<Ev2rScore>> ev2r(Judge& judge, JudgedEvidence evidence,
                                                      int repeat);

// Share of the gold justification's facts that the predicted one has, 0 to 1; 0 of an empty one.
boost::asio::awaitable<std::optional<double>> judged_justification(Judge& judge, std::string claim,
                                                                   std::string gold,
                                                                   std::string predicted,
                                                                   int repeat);

}  // namespace assay::eval
