#include "cli/eval_baseline.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "assay/core/error.h"
#include "eval/baselines/npy.h"
#include "eval/baselines/threshold.h"
#include "io/files.h"
#include "io/sha256.h"

namespace assay::cli {
namespace {

using core::InputError;
using core::Json;
namespace fs = std::filesystem;

constexpr std::size_t folds = 10;

eval::ClaimRun answer(const std::string& id, const std::string& label, std::string justification) {
  eval::ClaimRun run;
  run.id = id;
  run.prediction.id = id;
  run.prediction.label = label;
  run.prediction.given = label;
  run.prediction.justification = std::move(justification);
  run.effort.model_cost = 0;
  return run;
}

// Where the majority is counted: in what --train names, else in a split `train` beside the data,
// else in the claims themselves, which is told.
std::pair<eval::Dataset, std::string> training_claims(const BaselineFlags& flags,
                                                      const EvalData& data,
                                                      const fs::path& folder) {
  eval::LoadOptions options;
  const auto splits = data.benchmark->splits();
  if (!flags.train.empty()) {
    const bool split = std::find(splits.begin(), splits.end(), flags.train) != splits.end();
    options.data = split ? folder : fs::path(flags.train);
    options.split = split ? flags.train : "";
    return {data.benchmark->load(options), flags.train};
  }
  return {data.dataset, "the claims themselves"};
}

BaselineRuns majority(const BaselineFlags& flags, EvalData& data, const fs::path& folder) {
  const auto [training, where] = training_claims(flags, data, folder);
  std::map<std::string, std::size_t> counts;
  for (const auto& instance : training.instances)
    if (!instance.label.empty()) ++counts[instance.label];
  if (counts.empty())
    throw InputError("the majority class is not known: the claims of " + where +
                     " have no labels (name others with --train)");
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const double share =
      static_cast<double>(most->second) / static_cast<double>(training.instances.size());
  BaselineRuns result;
  result.configuration = {{"procedure", "majority"}, {"label", most->first}, {"counted_in", where}};
  result.metrics = Json::object();
  for (const auto& instance : data.dataset.instances) {
    result.runs.push_back(answer(instance.claim.id, most->first,
                                 fmt::format("The most frequent label in {}.", where)));
    result.runs.back().prediction.confidence = share;
  }
  return result;
}

// The one .npy file of the folder whose name says what it holds.
fs::path embeddings_in(const fs::path& folder, const std::string& word) {
  std::vector<fs::path> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".npy" &&
        entry.path().filename().string().find(word) != std::string::npos)
      found.push_back(entry.path());
  if (found.size() == 1) return found.front();
  throw InputError(
      fmt::format("'{}' holds {} .npy file with '{}' in its name; name one with --{}-embeddings",
                  io::shown(folder), found.empty() ? "no" : "more than one", word, word));
}

struct Embeddings {
  eval::Matrix images;
  eval::Matrix texts;
  std::string digest;
};

Embeddings read_embeddings(const BaselineFlags& flags, const fs::path& folder) {
  const auto images = flags.image_embeddings.empty() ? embeddings_in(folder, "image")
                                                     : fs::path(flags.image_embeddings);
  const auto texts = flags.text_embeddings.empty() ? embeddings_in(folder, "text")
                                                   : fs::path(flags.text_embeddings);
  Embeddings read{eval::read_npy(images), eval::read_npy(texts), {}};
  if (read.images.rows != read.texts.rows || read.images.columns != read.texts.columns)
    throw InputError(
        fmt::format("'{}' is {} by {}, and '{}' is {} by {}: they do not belong together",
                    io::shown(images), read.images.rows, read.images.columns, io::shown(texts),
                    read.texts.rows, read.texts.columns));
  io::Sha256 hash;
  for (const auto* matrix : {&read.images, &read.texts})
    hash.add_field({reinterpret_cast<const char*>(matrix->values.data()),
                    matrix->values.size() * sizeof(float)});
  read.digest = hash.hex();
  return read;
}

// The row of a claim's embeddings: its number in the file.
std::optional<std::size_t> row_of(const eval::Instance& instance) {
  const auto& id = instance.claim.id;
  if (id.empty() || id.size() > 9 || id.find_first_not_of("0123456789") != id.npos)
    return std::nullopt;
  return std::stoul(id);
}

// A picture that fits its caption's words is called true, else out of context. The threshold is
// chosen for true against out-of-context alone: an altered caption is as near to its picture.
BaselineRuns clip(const BaselineFlags& flags, EvalData& data, const fs::path& folder) {
  if (data.labels.name() != "verite")
    throw core::UsageError("the procedure clip is made for verite");
  const auto embeddings = read_embeddings(flags, folder);
  std::erase_if(data.dataset.instances, [&](const eval::Instance& instance) {
    const auto row = row_of(instance);
    return !row || *row >= embeddings.images.rows;
  });
  if (data.dataset.instances.empty()) throw InputError("no claim has embeddings");
  std::vector<eval::Similarity> items;
  for (const auto& instance : data.dataset.instances) {
    const auto row = row_of(instance).value_or(0);
    const bool counts = instance.label == "true" || instance.label == "out-of-context";
    items.push_back({eval::cosine(embeddings.images.row(row), embeddings.texts.row(row)),
                     instance.label == "true", counts, instance.group});
  }
  const auto chosen = eval::cross_validated(items, folds);
  BaselineRuns result;
  result.configuration = {
      {"procedure", "clip"}, {"embeddings", embeddings.digest}, {"folds", folds}};
  result.metrics = {{"clip", {{"folds", folds}, {"thresholds", chosen.thresholds}}}};
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double threshold = chosen.thresholds[chosen.fold[i]];
    const bool fits = items[i].value >= threshold;
    result.runs.push_back(
        answer(data.dataset.instances[i].claim.id, fits ? "true" : "out-of-context",
               fmt::format("The cosine of picture and caption is {:.4f}; from {:.4f} on, the "
                           "threshold chosen on the other folds, they are taken to fit.",
                           items[i].value, threshold)));
  }
  return result;
}

fs::path folder_of(const fs::path& data) {
  return fs::is_directory(data) ? data : fs::absolute(data).parent_path();
}

}  // namespace

bool is_baseline(const std::string& procedure) {
  return procedure == "majority" || procedure == "clip";
}

void add_baseline_flags(CLI::App& command, BaselineFlags& flags) {
  command.add_option("--train", flags.train,
                     "of --procedure majority: the split or file that the most frequent label is "
                     "counted in (default: the claims themselves)");
  command.add_option("--image-embeddings", flags.image_embeddings,
                     "of --procedure clip: a .npy file, row i of claim i (default: the one in the "
                     "data's folder)");
  command.add_option("--text-embeddings", flags.text_embeddings, "likewise, of the captions");
}

BaselineRuns baseline_runs(const std::string& procedure, const BaselineFlags& flags,
                           const fs::path& data_path, EvalData& data) {
  const auto folder = folder_of(data_path);
  return procedure == "clip" ? clip(flags, data, folder) : majority(flags, data, folder);
}

}  // namespace assay::cli
