#include "cli/eval_evaluate.h"

#include <unistd.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "assay/core/error.h"
#include "cli/check_flags.h"
#include "eval/judge/judge.h"
#include "eval/judge/judged_scores.h"
#include "eval/score/metrics.h"
#include "eval/text/bert_score.h"
#include "io/run_to_end.h"
#include "models/make_models.h"

namespace assay::cli {
namespace {

using core::Json;
using core::UsageError;

constexpr std::size_t texts_at_once = 64;

// The model with parameters of its own: what the checks are limited to is no concern of a judge.
reasoning::Backbone backbone_of(CheckDesk& desk, const std::string& spec) {
  if (spec == "embedded")
    throw UsageError("a judge is a language model: 'embedded' is none (--judge, --temporal)");
  auto settings = desk.settings();
  settings.chat = models::ChatOptions{};
  settings.facts[spec] = desk.models().facts(spec);
  return desk.models().backbone(spec, settings);
}

std::optional<core::Date> cutoff_of(const ScoreFlags& flags, const std::string& model,
                                    CheckDesk* desk) {
  if (flags.cutoff.empty()) return std::nullopt;
  if (flags.cutoff != "model") return date_of(flags.cutoff, "--cutoff");
  const models::KnownModel* known = nullptr;
  const auto all = desk == nullptr ? models::Catalogue() : catalogue(desk->config());
  if (!model.empty() && model != "embedded") known = all.find(models::ModelSpec::parse(model));
  if (known == nullptr || known->cutoff.empty())
    throw UsageError("the cutoff of what " + (model.empty() ? "the model" : model) +
                     " knows is not known: give a date with --cutoff, or its `cutoff` in a file of "
                     "models (docs/models.md)");
  // A month counts to its end: `2024-06` splits at the first day of July.
  if (known->cutoff.size() > 7) return core::Date::parse(known->cutoff);
  const int year = std::stoi(known->cutoff.substr(0, 4));
  const int month = std::stoi(known->cutoff.substr(5, 2));
  return core::Date::of(month == 12 ? year + 1 : year, month % 12 + 1, 1);
}

eval::MetricOptions metric_options(const ScoreFlags& flags, const std::string& model,
                                   CheckDesk* desk) {
  eval::MetricOptions options;
  options.wordnet = flags.wordnet;
  options.texts = !flags.no_texts;
  options.cutoff = cutoff_of(flags, model, desk);
  options.resamples = flags.resamples;
  options.seed = flags.seed;
  return options;
}

// Means over the claims with a gold justification, as the other text metrics'.
boost::asio::awaitable<Json> bertscore(const ToEvaluate& task, models::TokenEmbedder& embedder) {
  std::unordered_map<std::string, std::string> given;
  for (const auto& prediction : task.predictions)
    given.emplace(prediction.id, prediction.justification);
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& instance : task.data.dataset.instances)
    if (!instance.justification.empty())
      pairs.emplace_back(instance.justification, given[instance.claim.id]);
  double precision = 0;
  double recall = 0;
  double f1 = 0;
  for (std::size_t begin = 0; begin < pairs.size(); begin += texts_at_once) {
    std::vector<std::string> texts;
    const auto end = std::min(begin + texts_at_once, pairs.size());
    for (auto i = begin; i < end; ++i) {
      texts.push_back(pairs[i].first);
      texts.push_back(pairs[i].second);
    }
    const auto vectors = co_await embedder.embed_tokens(std::move(texts));
    for (std::size_t i = 0; i + 1 < vectors.size(); i += 2) {
      const auto score = eval::bert_score(vectors[i], vectors[i + 1]);
      precision += score.precision;
      recall += score.recall;
      f1 += score.f1;
    }
  }
  if (pairs.empty()) co_return Json();
  const auto count = static_cast<double>(pairs.size());
  co_return Json{{"precision", precision / count},
                 {"recall", recall / count},
                 {"f1", f1 / count},
                 {"model", embedder.name()}};
}

void ask_temporal(ToEvaluate& task, const ScoreFlags& flags, CheckDesk& desk, Progress& messages) {
  if (flags.temporal.empty()) return;
  messages.message("asking " + flags.temporal + " which claims depend on when they are asked");
  const io::Blobs blobs(task.notes);
  eval::Judge judge(backbone_of(desk, flags.temporal), blobs);
  io::run_to_end(desk.loop(), eval::temporal_flags(judge, task.data.dataset, task.claims));
}

Json ask_judge(ToEvaluate& task, const ScoreFlags& flags, CheckDesk& desk) {
  const io::Blobs blobs(task.notes);
  eval::Judge judge(backbone_of(desk, flags.judge), blobs);
  const auto total =
      task.data.dataset.instances.size() * static_cast<std::size_t>(flags.judge_repeats);
  const auto progress = make_progress(STDERR_FILENO, ProgressMode::batch, total);
  eval::JudgeOptions options;
  options.repeats = flags.judge_repeats;
  options.lambda = flags.lambda;
  options.base = task.data.dataset.base;
  options.progress = [&](std::size_t done, std::size_t all) {
    progress->claim_done(done, all, "judge", "judged");
  };
  auto section = io::run_to_end(
      desk.loop(), eval::judged_scores(judge, *task.data.benchmark, task.data.dataset,
                                       task.predictions, task.claims, std::move(options)));
  progress->finish();
  return section;
}

void need_desk(const CheckDesk* desk) {
  if (desk == nullptr)
    throw UsageError("a baseline's run asks no model: score it with `assay eval score`");
}

}  // namespace

Evaluated evaluate(ToEvaluate task, const ScoreFlags& flags, CheckDesk* desk, Progress& messages) {
  if (flags.asks_models()) need_desk(desk);
  const auto options = metric_options(flags, task.model, desk);
  if (!flags.temporal.empty()) ask_temporal(task, flags, *desk, messages);
  auto metrics = eval::metrics(*task.data.benchmark, task.data.labels, task.data.dataset,
                               task.predictions, task.claims, options);
  if (!flags.judge.empty()) metrics["judge"] = ask_judge(task, flags, *desk);
  if (!flags.bertscore.empty()) {
    const auto embedder =
        models::make_token_embedder(models::ModelSpec::parse(flags.bertscore), models::LlamaHost());
    auto section = io::run_to_end(desk->loop(), bertscore(task, *embedder));
    if (!section.is_null()) metrics["justification"]["bertscore"] = std::move(section);
  }
  return {std::move(metrics), std::move(task.claims)};
}

}  // namespace assay::cli
