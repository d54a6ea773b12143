#include "cli/check_evidence.h"

#include <algorithm>
#include <array>

#include "assay/core/error.h"
#include "io/sha256.h"
#include "language/lines.h"

namespace assay::cli {
namespace {

std::string fingerprint_of(const retrieval::KnowledgeStore& knowledge) {
  io::Sha256 hash;
  for (const auto& claim : knowledge.claims())
    hash.add_field(claim.id).add_field(claim.fingerprint);
  return hash.hex();
}

}  // namespace

bool names_knowledge(const std::vector<std::string>& inputs) {
  return std::ranges::any_of(inputs, [](const std::string& input) {
    return retrieval::looks_like_knowledge_store(input);
  });
}

CheckEvidence open_evidence(const std::vector<std::string>& inputs,
                            const retrieval::CorpusOptions& options) {
  CheckEvidence evidence;
  if (inputs.empty()) return evidence;
  if (names_knowledge(inputs)) {
    if (inputs.size() > 1)
      throw core::UsageError("a knowledge store has each claim's own evidence: name it alone");
    evidence.knowledge = std::make_shared<const retrieval::KnowledgeStore>(
        retrieval::KnowledgeStore::open(inputs.front()));
    evidence.fingerprint = fingerprint_of(*evidence.knowledge);
    return evidence;
  }
  const std::vector<std::filesystem::path> paths(inputs.begin(), inputs.end());
  evidence.corpus =
      std::make_shared<const retrieval::Corpus>(retrieval::Corpus::open(paths, options));
  evidence.fingerprint = evidence.corpus->fingerprint();
  return evidence;
}

void take_claim(const retrieval::KnowledgeStore& knowledge, const std::string& id,
                CheckTask& task) {
  const std::array inputs{knowledge.folder_of(id)};
  task.corpus = std::make_shared<const retrieval::Corpus>(retrieval::Corpus::open(inputs, {}));
  const auto& entry = *knowledge.find(id);
  auto& claim = task.claim;
  claim.id = id;
  if (language::is_blank(claim.text.plain())) claim.text = core::MultimodalText(entry.text);
  if (!claim.date) claim.date = entry.date;
}

}  // namespace assay::cli
