#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "eval/benchmarks/instance.h"
#include "eval/benchmarks/prediction.h"

// The texts that AVeriTeC's HU-METEOR compares. The same whichever form a file has: the newer one
// holds them as they are put together here.
namespace assay::eval {

inline constexpr std::string_view no_answer = "No answer could be found.";

// An answer as it is compared: of a Boolean one with ". " and its explanation.
std::string answer_string(const GoldAnswer& answer);

// The gold questions, none twice, in their order.
std::vector<std::string> question_strings(const Instance& instance);
// "question answer", one for each answer; of a question without answers with no_answer.
std::vector<std::string> pair_strings(const Instance& instance);

// All of a prediction, in its order; the measure takes the first ten.
std::vector<std::string> question_strings(const Prediction& prediction);
std::vector<std::string> pair_strings(const Prediction& prediction);

}  // namespace assay::eval
