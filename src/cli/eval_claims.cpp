#include "cli/eval_claims.h"

#include <algorithm>
#include <array>
#include <boost/system/system_error.hpp>
#include <exception>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "assay/core/error.h"
#include "cli/eval_record.h"
#include "cli/eval_standing.h"
#include "cli/run_folder.h"
#include "eval/run/journal.h"
#include "io/files.h"
#include "io/run_to_end.h"
#include "io/when_all.h"
#include "report/words.h"
#include "retrieval/documents/json_lines.h"

namespace assay::cli {
namespace {

using boost::asio::awaitable;
using core::Json;

// What the checks share. One event loop runs them all: no locks.
struct Shared {
  const Checker& checker;
  const eval::Dataset& dataset;
  const EvalClaimsOptions& options;
  Progress& progress;
  core::LabelSpace labels;
  eval::Journal journal;
  Standing standing;
};

std::shared_ptr<const retrieval::Corpus> no_corpus() {
  return std::make_shared<retrieval::Corpus>(retrieval::Corpus::of({}));
}

Json document_json(const eval::GoldEvidence& item) {
  Json json{{"id", item.id}, {"url", item.url}, {"title", item.title}, {"text", item.text}};
  if (item.published) json["date"] = item.published->to_string();
  if (!item.images.empty()) json["images"] = item.images;
  return json;
}

std::shared_ptr<const retrieval::Corpus> gold_corpus(const Shared& shared,
                                                     const eval::Instance& instance) {
  std::vector<retrieval::Document> documents;
  retrieval::DocumentParser parser;
  for (const auto& item : instance.evidence) {
    try {
      documents.push_back(parser.parse(document_json(item).dump(), item.id));
    } catch (const retrieval::BadLine& error) {
      throw core::InputError("evidence " + item.id + ": " + error.what());
    }
  }
  return std::make_shared<retrieval::Corpus>(
      retrieval::Corpus::of(std::move(documents), {shared.dataset.base, shared.options.program}));
}

std::shared_ptr<const retrieval::Corpus> store_of(const retrieval::KnowledgeStore& knowledge,
                                                  const std::string& id) {
  if (knowledge.find(id) == nullptr) return no_corpus();
  const std::array inputs{knowledge.folder_of(id)};
  return std::make_shared<retrieval::Corpus>(retrieval::Corpus::open(inputs, {}));
}

std::shared_ptr<const retrieval::Corpus> corpus_of(const Shared& shared,
                                                   const eval::Instance& instance) {
  const auto& options = shared.options;
  if (options.nothing) return no_corpus();
  if (options.gold_evidence) return gold_corpus(shared, instance);
  if (options.knowledge) return store_of(*options.knowledge, instance.claim.id);
  return options.corpus;  // null: the open web alone
}

CheckTask task_of(const Shared& shared, const eval::Instance& instance) {
  CheckTask task;
  task.claim = instance.claim;
  if (shared.options.images) task.image_files = instance.image_files;
  task.image_base = shared.dataset.base;
  task.folder = shared.options.out / "claims" / folder_name(instance.claim.id);
  task.blobs = shared.options.out / "blobs";
  task.html = true;
  task.corpus = corpus_of(shared, instance);
  task.passages = shared.options.passages && task.corpus != nullptr;
  return task;
}

awaitable<eval::ClaimRun> check_one(Shared& shared, const eval::Instance& instance) {
  auto task = co_await shared.checker.pool().run([&] { return task_of(shared, instance); });
  const auto folder = task.folder;
  const auto watch = [&](std::string_view stage, std::string_view detail) {
    shared.progress.stage(instance.claim.id, stage, detail);
  };
  const auto say = [&](std::string_view line) { shared.progress.message(line); };
  const auto record = co_await shared.checker.check(std::move(task), watch, say);
  auto run = claim_run_of(record, shared.labels);
  const auto relative = folder.lexically_relative(shared.options.out);
  run.record = (relative / "record.jsonl").string();
  run.report = html_report_path(relative).string();
  co_return run;
}

eval::ClaimRun failure(const std::string& id, const char* reason) {
  eval::ClaimRun run;
  run.id = id;
  run.prediction.id = id;
  run.error = std::string(reason).empty() ? "no reason is known" : reason;
  return run;
}

awaitable<eval::ClaimRun> run_of(Shared& shared, const eval::Instance& instance) {
  try {
    co_return co_await check_one(shared, instance);
  } catch (const boost::system::system_error& error) {
    if (error.code() == boost::asio::error::operation_aborted) throw;
    co_return failure(instance.claim.id, error.what());
  } catch (const std::exception& error) {
    co_return failure(instance.claim.id, error.what());
  }
}

std::string outcome_words(const eval::ClaimRun& run) {
  if (run.failed()) return "failed: " + run.error;
  if (run.prediction.label.empty()) return "no label could be read";
  const auto confidence = run.prediction.confidence.value_or(0);
  return run.prediction.label + " (confidence " + report::percent(confidence) + ")";
}

awaitable<bool> run_claim(Shared& shared, std::size_t index) {
  const auto& instance = shared.dataset.instances[index];
  auto run = co_await run_of(shared, instance);
  shared.standing.add(instance, run);
  const auto words = outcome_words(run);
  shared.journal.add(std::move(run));
  shared.progress.standing(shared.standing.line(), shared.standing.table());
  shared.progress.claim_done(shared.standing.claims(), shared.dataset.instances.size(),
                             instance.claim.id, words);
  co_return true;
}

// Is there nothing to be done for this claim?
bool is_done(const Shared& shared, const eval::Instance& instance) {
  const auto* run = shared.journal.find(instance.claim.id);
  return run != nullptr && !(run->failed() && shared.options.retry_failed);
}

std::size_t jobs_of(const Shared& shared) {
  if (shared.options.jobs > 0) return shared.options.jobs;
  // Models and services hold their own limits of calls: many claims wait for them at a time.
  if (shared.checker.settings().has_language_model() || shared.checker.has_web()) return 64;
  return std::size_t{2} * std::max(1U, std::thread::hardware_concurrency());
}

awaitable<bool> run_all(Shared& shared) {
  std::vector<awaitable<bool>> work;
  for (std::size_t i = 0; i < shared.dataset.instances.size(); ++i) {
    const auto& instance = shared.dataset.instances[i];
    if (is_done(shared, instance))
      shared.standing.add(instance, *shared.journal.find(instance.claim.id));
    else
      work.push_back(run_claim(shared, i));
  }
  if (const auto done = shared.standing.claims(); done > 0)
    shared.progress.message("continuing: " + report::counted(done, "claim") +
                            " finished before stay as they are");
  auto outcomes = co_await io::when_all(std::move(work), jobs_of(shared));
  for (auto& outcome : outcomes) outcome.get();  // what is thrown here is ours: a full disk
  co_return true;
}

}  // namespace

std::vector<eval::ClaimRun> run_claims(const Checker& checker, const eval::Dataset& dataset,
                                       const EvalClaimsOptions& options,
                                       boost::asio::io_context& loop, Progress& progress) {
  io::make_folder(options.out);
  Shared shared{checker,
                dataset,
                options,
                progress,
                core::LabelSpace::named(checker.settings().labels),
                eval::Journal(options.out / "journal.jsonl"),
                {}};
  io::run_to_end(loop, run_all(shared));
  std::vector<eval::ClaimRun> runs;
  for (const auto& instance : dataset.instances)
    runs.push_back(*shared.journal.find(instance.claim.id));
  return runs;
}

}  // namespace assay::cli
