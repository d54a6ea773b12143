#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "retrieval/knowledge/inputs.h"
#include "retrieval/knowledge/known_claims.h"
#include "retrieval/knowledge/store.h"
#include "retrieval/store/build.h"
#include "retrieval/store/lock.h"

namespace assay::retrieval {

struct KnowledgeProgress {
  std::uint64_t claims = 0;  // finished, the unchanged ones included
  std::uint64_t all = 0;
  std::uint64_t documents = 0;
  std::uint64_t bytes = 0;  // of the inputs, so far
  std::uint64_t total = 0;
};

struct KnowledgeBuildOptions {
  BuildOptions build;  // `read.jobs`: how many claims at a time; 0: one a core
  // The claims that are known, with texts and dates; nothing: every file's is.
  std::optional<KnownClaims> claims;
  bool replace = false;  // a claim that was made from another input
  std::function<void(const KnowledgeProgress&)> progress;  // called often; may be empty
};

struct KnowledgeBuildResult {
  std::uint64_t built = 0;      // claims
  std::uint64_t unchanged = 0;  // claims
  std::uint64_t missing = 0;    // known claims of which there is no file
  Defects defects;              // of the inputs' claims, built or unchanged, and of the other files
};

// Adds the claims of the inputs to the knowledge store in `target`, which is made where need be.
// Each claim appears, or takes the place of what it was, when it is finished and on the disk: a
// build that is killed goes on where it was, and one of unchanged inputs writes nothing. `named`:
// what the user named. Throws InputError where another process builds there, where a claim is there
// from another input, and where nothing can be written.
KnowledgeBuildResult build_knowledge(KnowledgeInputs inputs, const std::filesystem::path& named,
                                     const std::filesystem::path& target,
                                     const KnowledgeBuildOptions& options);

// Writes stores of claims into a knowledge store, which it keeps locked.
class ClaimWriter {
 public:
  // Throws InputError where another process writes there.
  explicit ClaimWriter(std::filesystem::path knowledge);
  ~ClaimWriter();
  ClaimWriter(const ClaimWriter&) = delete;
  ClaimWriter& operator=(const ClaimWriter&) = delete;

  // A finished store that is not in its place yet.
  struct Written {
    std::filesystem::path folder;
    Manifest manifest;
  };
  // Writes the store of a claim. From several threads, for different claims.
  Written write(const std::string& id, std::span<const std::unique_ptr<DocumentSource>> sources,
                const BuildOptions& options) const;
  // Puts it in its place and into the catalogue: `entry` with what the manifest says. For one
  // thread at a time.
  void place(const Written& written, CatalogueEntry entry);

 private:
  std::filesystem::path knowledge_;
  FileLock lock_;
};

}  // namespace assay::retrieval
