#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/checker.h"
#include "retrieval/corpus.h"
#include "retrieval/knowledge/store.h"

namespace assay::cli {

// What --corpus names, opened: a corpus for all claims, or the stores of a benchmark's claims.
struct CheckEvidence {
  std::shared_ptr<const retrieval::Corpus> corpus;             // null: none
  std::shared_ptr<const retrieval::KnowledgeStore> knowledge;  // null: none
  std::string fingerprint;                                     // of either
};

// Is one of them a knowledge store?
bool names_knowledge(const std::vector<std::string>& inputs);

// Throws InputError where one can't be used, UsageError where a knowledge store is not the only
// one.
CheckEvidence open_evidence(const std::vector<std::string>& inputs,
                            const retrieval::CorpusOptions& options);

// Gives the task the store of the claim, and where the task's claim has no text or date those that
// the store knows. Throws InputError where there is no such claim.
void take_claim(const retrieval::KnowledgeStore& knowledge, const std::string& id, CheckTask& task);

}  // namespace assay::cli
