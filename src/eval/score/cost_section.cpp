#include <nlohmann/json.hpp>

#include "eval/score/metrics.h"

namespace assay::eval {

core::Json cost_section(std::span<const ClaimScore> claims) {
  Effort sum;
  std::size_t count = 0;
  double models = 0;
  bool priced = true;
  for (const auto& claim : claims) {
    if (!claim.effort) continue;
    const auto& effort = *claim.effort;
    ++count;
    sum.seconds += effort.seconds;
    sum.turns += effort.turns;
    sum.calls += effort.calls;
    sum.well_formed += effort.well_formed;
    sum.tokens_in += effort.tokens_in;
    sum.tokens_out += effort.tokens_out;
    sum.searches += effort.searches;
    sum.search_cost += effort.search_cost;
    models += effort.model_cost.value_or(0);
    priced = priced && effort.model_cost.has_value();
  }
  if (count == 0) return nullptr;
  const auto mean = [&](auto total) {
    return static_cast<double>(total) / static_cast<double>(count);
  };
  core::Json json{{"claims", count},
                  {"seconds", mean(sum.seconds)},
                  {"minutes", mean(sum.seconds) / 60},
                  {"model_cents", nullptr},
                  {"search_cents", 100 * mean(sum.search_cost)},
                  {"searches", mean(sum.searches)},
                  {"turns", mean(sum.turns)},
                  {"total_usd", nullptr}};
  if (sum.calls > 0) {
    json["calls"] = mean(sum.calls);
    json["tokens_in"] = mean(sum.tokens_in);
    json["tokens_out"] = mean(sum.tokens_out);
  }
  if (priced) json["model_cents"] = 100 * mean(models);
  if (priced) json["total_usd"] = models + sum.search_cost;
  if (sum.calls > 0)
    json["well_formed_calls"] =
        static_cast<double>(sum.well_formed) / static_cast<double>(sum.calls);
  return json;
}

}  // namespace assay::eval
