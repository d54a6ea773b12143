#pragma once
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "cli/batch_result.h"
#include "cli/checker.h"
#include "cli/claims_file.h"
#include "cli/progress.h"
#include "retrieval/knowledge/store.h"

namespace assay::cli {

struct BatchOptions {
  std::filesystem::path out;
  std::filesystem::path program;                    // whose workers decode pictures
  std::filesystem::path base;                       // what paths in the claims are relative to
  std::shared_ptr<const retrieval::Corpus> corpus;  // of the claims that bring none; may be null
  // Has a store for each claim, under its id; may be null.
  std::shared_ptr<const retrieval::KnowledgeStore> knowledge;
  bool passages = false;  // what is not the claim's own is searched by its passages
  std::shared_ptr<const tools::OwnPage> own;  // the page that all the claims are from; or null
  bool html = false;                          // each claim's report as a page too
  std::size_t jobs = 0;                       // claims at a time; 0: two a core
};

// Checks every claim, several at a time. Each has its record under OUT/claims; OUT/results.jsonl
// gets one object a claim, in the order of the input, as soon as those before it are done. A claim
// that fails gets {claim_id, error}, and the others go on. Run again, it continues where it
// stopped.
BatchResult run_batch(const Checker& checker, std::vector<BatchClaim> claims,
                      const BatchOptions& options, boost::asio::io_context& loop,
                      Progress& progress);

}  // namespace assay::cli
