#include "cli/batch.h"

#include <array>
#include <boost/system/system_error.hpp>
#include <exception>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "cli/results_file.h"
#include "cli/run_folder.h"
#include "io/files.h"
#include "io/run_to_end.h"
#include "io/when_all.h"
#include "report/json_report.h"
#include "report/words.h"

namespace assay::cli {
namespace {

using boost::asio::awaitable;
using core::Json;

// What the checks of one batch share. One event loop runs them all: no locks.
struct Shared {
  const Checker& checker;
  std::vector<BatchClaim> claims;
  const BatchOptions& options;
  Progress& progress;
  ResultsFile results;
  BatchResult sum;
  std::map<std::size_t, BatchLine> lines;  // by the claim's place in the input
};

// A claim without a store of its own has nothing to be checked against.
void take_claim_store(const retrieval::KnowledgeStore& knowledge, CheckTask& task) {
  if (knowledge.find(task.claim.id) == nullptr) {
    task.corpus = std::make_shared<retrieval::Corpus>(retrieval::Corpus::of({}));
    return;
  }
  const std::array inputs{knowledge.folder_of(task.claim.id)};
  task.corpus = std::make_shared<retrieval::Corpus>(retrieval::Corpus::open(inputs, {}));
}

// Touches nothing of the others' claims: it runs beside their checks.
CheckTask task_of(Shared& shared, std::size_t index) {
  auto& batch = shared.claims[index];
  CheckTask task;
  task.claim = batch.claim;
  task.image_files = batch.image_files;
  task.image_base = shared.options.base;
  task.folder = shared.options.out / "claims" / folder_name(batch.claim.id);
  task.blobs = shared.options.out / "blobs";
  task.html = shared.options.html;
  task.own = shared.options.own;
  if (batch.evidence)
    task.corpus = std::make_shared<retrieval::Corpus>(retrieval::Corpus::of(
        std::move(*batch.evidence), {shared.options.base, shared.options.program}));
  else if (shared.options.knowledge)
    take_claim_store(*shared.options.knowledge, task);
  else if (shared.options.corpus)
    task.corpus = shared.options.corpus;
  else if (!shared.checker.has_web())  // which would be searched alone
    task.corpus = std::make_shared<retrieval::Corpus>(retrieval::Corpus::of({}));
  task.passages = shared.options.passages && !batch.evidence && task.corpus != nullptr;
  return task;
}

awaitable<Json> check_one(Shared& shared, std::size_t index) {
  const auto id = shared.claims[index].claim.id;
  // Indexing a claim's own evidence, and decoding its pictures, takes a while.
  auto task = co_await shared.checker.pool().run([&] { return task_of(shared, index); });
  const auto folder = task.folder;
  const auto watch = [&shared, id](std::string_view stage, std::string_view detail) {
    shared.progress.stage(id, stage, detail);
  };
  const auto say = [&shared](std::string_view line) { shared.progress.message(line); };
  const auto record = co_await shared.checker.check(std::move(task), watch, say);
  const auto view = report::view(record);
  shared.sum.calls.add(view.calls.all);
  co_return report::result_object(view, {folder / "record.jsonl", report_path(folder)});
}

// Of a batch of at most this many claims, each is listed at the end.
constexpr std::size_t listed_claims = 20;

// A claim's line of results.jsonl, and what people are told.
struct Result {
  Json object;
  BatchLine line;
  bool failed = false;
};

Result failure(std::string id, std::string_view reason) {
  Result result{Json{{"claim_id", nullptr}, {"error", reason}}, {}, true};
  result.line = {std::move(id), "failed: " + std::string(reason), {}};
  return result;
}

Result success(std::string id, Json object) {
  Result result{std::move(object), {}, false};
  const auto label = result.object.at("label").get<std::string>();
  const auto confidence = report::percent(result.object.at("confidence").get<double>());
  result.line = {std::move(id), label + " (confidence " + confidence + ")",
                 result.object.at("report").get<std::string>()};
  return result;
}

awaitable<Result> result_of(Shared& shared, std::size_t index) {
  const auto id = shared.claims[index].claim.id;
  try {
    co_return success(id, co_await check_one(shared, index));
  } catch (const boost::system::system_error& error) {
    if (error.code() == boost::asio::error::operation_aborted) throw;
    co_return failure(id, error.what());
  } catch (const std::exception& error) {
    co_return failure(id, error.what());
  }
}

awaitable<bool> run_claim(Shared& shared, std::size_t index) {
  Result result = co_await result_of(shared, index);
  auto& sum = shared.sum;
  ++(result.failed ? sum.failed : sum.completed);
  result.object["claim_id"] = Json::parse(shared.claims[index].id_json);
  shared.results.put(index, result.object.dump(-1, ' ', false, Json::error_handler_t::replace));
  if (sum.calls.calls > 0) shared.progress.used(sum.calls);
  shared.progress.claim_done(sum.completed + sum.failed, shared.claims.size(), result.line.id,
                             result.line.outcome);
  if (result.failed || shared.claims.size() <= listed_claims)
    shared.lines.emplace(index, std::move(result.line));
  co_return true;
}

awaitable<bool> run_all(Shared& shared) {
  std::vector<awaitable<bool>> work;
  work.reserve(shared.claims.size());
  for (std::size_t i = 0; i < shared.claims.size(); ++i) work.push_back(run_claim(shared, i));
  const std::size_t jobs = shared.options.jobs > 0
                               ? shared.options.jobs
                               : std::size_t{2} * std::max(1U, std::thread::hardware_concurrency());
  auto outcomes = co_await io::when_all(std::move(work), jobs);
  for (auto& outcome : outcomes)
    outcome.get();  // what is thrown here is ours: results can't be written
  co_return true;
}

}  // namespace

BatchResult run_batch(const Checker& checker, std::vector<BatchClaim> claims,
                      const BatchOptions& options, boost::asio::io_context& loop,
                      Progress& progress) {
  io::make_folder(options.out);
  const auto path = options.out / "results.jsonl";
  Shared shared{checker, std::move(claims), options, progress, ResultsFile(path), {}, {}};
  shared.sum.results = path;
  io::run_to_end(loop, run_all(shared));
  shared.results.finish();
  for (auto& [index, line] : shared.lines) shared.sum.lines.push_back(std::move(line));
  return shared.sum;
}

}  // namespace assay::cli
