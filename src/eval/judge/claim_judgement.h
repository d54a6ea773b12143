#pragma once
#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "eval/benchmarks/instance.h"
#include "eval/benchmarks/prediction.h"
#include "eval/judge/judge.h"

// One claim's scores by a judge, in one repeat.
namespace assay::eval {

// What was found of a claim and what was answered. Both outlive the judging.
struct ClaimToJudge {
  const Instance* instance = nullptr;
  const Prediction* prediction = nullptr;  // null: there is none
  bool right = false;                      // is the label?
};

// By the names of ClaimScore::judged.
using JudgedScores = std::map<std::string, double>;

struct AverimatecJudging {
  double lambda = 0.3;
  std::filesystem::path base;  // of the pictures' files
};

// Does it have what the scores compare with?
bool has_ev2r_gold(const Instance& instance);
bool has_averimatec_gold(const Instance& instance);

// Nothing where an answer of the judge can't be used. Throws ModelFailure.
boost::asio::awaitable<std::optional<JudgedScores>> ev2r_judgement(Judge& judge, ClaimToJudge claim,
                                                                   int repeat);
// Adds to `unread` the pictures that can't be read.
boost::asio::awaitable<std::optional<JudgedScores>> averimatec_judgement(
    Judge& judge, ClaimToJudge claim, const AverimatecJudging& judging, int repeat,
    std::size_t& unread);

}  // namespace assay::eval
