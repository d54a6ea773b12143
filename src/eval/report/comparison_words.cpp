#include "eval/report/comparison_words.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace assay::eval {

std::string probability_text(double p) {
  return p < 0.0001 ? "under 0.0001" : fmt::format("{:.4f}", p);
}

std::string points_text(double difference) { return fmt::format("{:+.1f}", 100 * difference); }

std::string difference_words(const core::Json& pair) {
  const auto& accuracy = pair.at("accuracy");
  const auto difference = accuracy.at("difference").get<double>();
  const auto& interval = accuracy.at("interval");
  std::string who = "both are right equally often";
  if (difference != 0)
    who = pair.at(difference > 0 ? "b" : "a").get<std::string>() +
          fmt::format(" is right more often by {:.1f} points", std::abs(100 * difference));
  return who + fmt::format(" ({} to {} of {} against {}, 95 %; p = {})",
                           points_text(interval.at(0).get<double>()),
                           points_text(interval.at(1).get<double>()),
                           pair.at("b").get<std::string>(), pair.at("a").get<std::string>(),
                           probability_text(accuracy.at("p").get<double>()));
}

std::string mcnemar_words(const core::Json& pair) {
  const auto& test = pair.at("mcnemar");
  return fmt::format(
      "McNemar: {} right in {} alone, {} in {} alone; p = {}{}", test.at("only_a").dump(),
      pair.at("a").get<std::string>(), test.at("only_b").dump(), pair.at("b").get<std::string>(),
      probability_text(test.at("p").get<double>()), test.at("exact").get<bool>() ? " (exact)" : "");
}

}  // namespace assay::eval
