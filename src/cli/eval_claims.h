#pragma once
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "cli/checker.h"
#include "cli/progress.h"
#include "eval/benchmarks/instance.h"
#include "eval/run/claim_run.h"
#include "retrieval/knowledge/store.h"

namespace assay::cli {

// How the claims of a benchmark are checked.
struct EvalClaimsOptions {
  std::filesystem::path out;      // the run's folder
  std::filesystem::path program;  // whose workers decode pictures
  bool images = true;             // the claim's pictures are part of what is checked
  bool gold_evidence = false;     // each claim's corpus is the evidence that came with it
  bool nothing = false;           // there is nothing to search: closed-book
  std::shared_ptr<const retrieval::Corpus> corpus;             // else that of all claims; or null
  std::shared_ptr<const retrieval::KnowledgeStore> knowledge;  // or the stores of each
  bool passages = false;                                       // these are searched by passages
  std::size_t jobs = 0;  // claims at a time; 0: two a core, or 64 where a model is asked
  bool retry_failed = false;
};

// Checks every claim that the run's journal does not have, several at a time, and gives what is
// known of all of them, in their order. A claim that fails is noted with the reason, and the others
// go on; a later run tries it again where `retry_failed` is set.
std::vector<eval::ClaimRun> run_claims(const Checker& checker, const eval::Dataset& dataset,
                                       const EvalClaimsOptions& options,
                                       boost::asio::io_context& loop, Progress& progress);

}  // namespace assay::cli
