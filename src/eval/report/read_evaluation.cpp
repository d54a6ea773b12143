#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/core/error.h"
#include "eval/report/comparison.h"
#include "io/files.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
namespace fs = std::filesystem;

constexpr std::size_t largest_object = 256 << 20;
constexpr std::size_t largest_scores = std::size_t{2} << 30;

Json read_object(const fs::path& file) {
  auto json = Json::parse(io::read_file(file, largest_object), nullptr, false);
  if (!json.is_object()) throw InputError("'" + io::shown(file) + "' holds no JSON object");
  return json;
}

std::vector<ClaimScore> read_scores(const fs::path& file) {
  const auto bytes = io::read_file(file, largest_scores);
  std::vector<ClaimScore> scores;
  std::set<std::string> ids;
  std::string_view rest = bytes;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const auto line = language::take_line(rest);
    if (language::is_blank(line)) continue;
    const auto where = "'" + io::shown(file) + "' line " + std::to_string(number) + ": ";
    const auto json = Json::parse(line, nullptr, false);
    if (json.is_discarded()) throw InputError(where + "is no JSON");
    try {
      scores.push_back(claim_score_of(json));
    } catch (const InputError& error) {
      throw InputError(where + error.what());
    }
    if (!ids.insert(scores.back().id).second)
      throw InputError(where + "the claim '" + scores.back().id + "' comes twice");
  }
  return scores;
}

std::string name_of(const fs::path& folder) {
  auto path = fs::absolute(folder).lexically_normal();
  if (path.filename().empty()) path = path.parent_path();
  return io::shown(path.filename());
}

}  // namespace

KeptEvaluation read_evaluation(const fs::path& folder) {
  if (!fs::exists(folder / "metrics.json"))
    throw InputError("'" + io::shown(folder) +
                     "' holds no evaluation (no metrics.json): name a folder of `assay eval run`, "
                     "or of `assay eval score --out`");
  return {name_of(folder), fs::absolute(folder), read_object(folder / "config.json"),
          read_object(folder / "metrics.json"), read_scores(folder / "scores.jsonl")};
}

std::vector<KeptEvaluation> read_evaluations(const std::vector<fs::path>& folders) {
  if (folders.size() < 2) throw core::UsageError("a comparison needs two runs at least");
  std::vector<KeptEvaluation> runs;
  std::set<std::string> names;
  for (const auto& folder : folders) {
    auto run = read_evaluation(folder);
    const auto name = run.name;
    for (int number = 2; !names.insert(run.name).second; ++number)
      run.name = name + " (" + std::to_string(number) + ")";
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace assay::eval
