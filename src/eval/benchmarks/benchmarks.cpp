#include <algorithm>

#include "assay/core/error.h"
#include "eval/benchmarks/basic_benchmark.h"

namespace assay::eval {
namespace {

// Letters and digits in lower case, `+` as `plus`.
std::string bare(std::string_view name) {
  std::string letters;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z')
      letters += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      letters += c;
    else if (c == '+')
      letters += "plus";
  }
  return letters;
}

}  // namespace

std::vector<std::shared_ptr<const Benchmark>> all_benchmarks() {
  return {make_averitec(),   make_averimatec(),    make_mocheg(), make_verite(),
          make_cr2024plus(), make_newsclippings(), make_rwpost(), make_jsonl()};
}

std::shared_ptr<const Benchmark> benchmark_named(std::string_view name) {
  const auto wanted = bare(name);
  const auto all = all_benchmarks();
  const auto is_wanted = [&](const auto& benchmark) {
    return bare(benchmark->name()) == wanted || bare(benchmark->title()) == wanted;
  };
  const auto it = std::ranges::find_if(all, is_wanted);
  if (it != all.end()) return *it;
  std::string message = "unknown benchmark '" + std::string(name) + "'; known are";
  for (const auto& benchmark : all) message.append(" ").append(benchmark->name());
  throw core::UsageError(message);
}

}  // namespace assay::eval
