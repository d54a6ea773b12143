#include <algorithm>
#include <cctype>

#include "assay/core/error.h"
#include "eval/benchmarks/all.h"
#include "eval/benchmarks/benchmark.h"

namespace assay::eval {
namespace {

// `AVeriTeC` and `ClaimReview2024+` as they are looked for.
std::string looked_for(std::string_view name) {
  std::string text;
  for (const char c : name) text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (text == "claimreview2024+" || text == "claimreview2024plus" || text == "cr2024+" ||
      text == "cr+")
    return "cr2024plus";
  std::erase(text, '-');
  return text;
}

}  // namespace

std::vector<std::shared_ptr<const Benchmark>> all_benchmarks() {
  return {averitec(),   averimatec(),    mocheg(), verite(),
          cr2024plus(), newsclippings(), rwpost(), jsonl()};
}

std::shared_ptr<const Benchmark> benchmark_named(std::string_view name) {
  const auto wanted = looked_for(name);
  std::string known;
  for (const auto& benchmark : all_benchmarks()) {
    if (benchmark->name() == wanted) return benchmark;
    known += " " + std::string(benchmark->name());
  }
  throw core::UsageError("unknown benchmark '" + std::string(name) + "'; known are:" + known);
}

}  // namespace assay::eval
