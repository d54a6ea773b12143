#include "retrieval/knowledge/build.h"

#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/knowledge/source.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

fs::path building_of(const fs::path& knowledge) { return knowledge / "building"; }

FileLock lock_of(const fs::path& knowledge) {
  if (auto lock = FileLock::try_make(knowledge / "building.lock")) return std::move(*lock);
  throw InputError("another process builds or fills '" + io::shown(knowledge) +
                   "': wait until it is done");
}

// One after the other, with how far all of it is.
class Build {
 public:
  Build(KnowledgeInputs inputs, std::string named, const fs::path& target,
        const KnowledgeBuildOptions& options)
      : inputs_(std::move(inputs)),
        named_(std::move(named)),
        target_(target),
        options_(options),
        writer_(target),
        old_(KnowledgeStore::open(target)) {
    result_.defects = inputs_.defects;
  }

  KnowledgeBuildResult run() {
    leave_out_unknown();
    refuse_others();
    for (const auto& claim : inputs_.claims) progress_.total += claim.bytes;
    progress_.all = inputs_.claims.size();
    std::size_t next = 0;
    in_order(
        threads_for(options_.build.read.jobs),
        [&] { return next < inputs_.claims.size() ? std::optional(next++) : std::nullopt; },
        [&] { return [&](std::size_t i) { return make(inputs_.claims[i]); }; },
        [&](Made made) { take(std::move(made)); });
    return result_;
  }

 private:
  struct Made {
    CatalogueEntry entry;
    std::optional<ClaimWriter::Written> written;  // nothing: it is unchanged
  };

  void leave_out_unknown() {
    if (!options_.claims) return;
    const auto& known = *options_.claims;
    std::set<std::string> found;
    std::erase_if(inputs_.claims, [&](const ClaimInput& claim) {
      if (known.contains(claim.id)) return found.insert(claim.id), false;
      ++result_.defects.unknown_claims;
      result_.defects.note(io::shown(claim.id), "is no claim of the file of claims");
      return true;
    });
    result_.missing = known.size() - found.size();
  }

  // Two splits number their claims alike.
  void refuse_others() const {
    if (options_.replace) return;
    for (const auto& claim : inputs_.claims) {
      const auto* there = old_.find(claim.id);
      if (there != nullptr && there->made_from != named_)
        throw InputError("the claim '" + io::shown(claim.id) + "' is in '" + io::shown(target_) +
                         "' already, made from '" + there->made_from +
                         "': give --out another name, or --replace");
    }
  }

  // On any thread.
  Made make(const ClaimInput& input) {
    auto source = std::make_unique<KnowledgeSource>(input);
    const auto& defects = source->defects();  // it outlives the build, in the list of sources
    Made made;
    auto build = options_.build;
    build.read.jobs = 1;
    if (const auto* there = old_.find(input.id)) {
      const std::array digests{source->digest(build.read)};
      if (unchanged(*there, recipe_of(digests))) {
        made.entry = *there;
        report(0, input.bytes);
        return made;
      }
    }
    made.entry.id = input.id;
    made.entry.made_from = named_;
    if (options_.claims) {
      const auto& known = options_.claims->at(input.id);
      made.entry.text = known.text;
      made.entry.date = known.date;
    }
    BuildProgress before;
    build.progress = [&](const BuildProgress& now) {
      report(now.documents - before.documents, now.bytes - before.bytes);
      before = now;
    };
    std::array<std::unique_ptr<DocumentSource>, 1> sources;
    sources.front() = std::move(source);
    made.written = writer_.write(input.id, sources, build);
    made.entry.defects = defects;
    made.entry.recipe = made.written->manifest.recipe;
    report(0, input.bytes > before.bytes ? input.bytes - before.bytes : 0);
    return made;
  }

  bool unchanged(const CatalogueEntry& there, const std::string& recipe) const {
    if (there.recipe != recipe) return false;
    if (options_.claims && KnownClaim{there.text, there.date} != options_.claims->at(there.id))
      return false;
    try {
      old_.open_claim(there.id);
      return true;
    } catch (const InputError&) {
      return false;  // damaged: it is built anew
    }
  }

  // In the order of the claims, on one thread.
  void take(Made made) {
    result_.defects += made.entry.defects;
    ++(made.written ? result_.built : result_.unchanged);
    if (made.written) writer_.place(*made.written, std::move(made.entry));
    const std::lock_guard guard(lock_);
    ++progress_.claims;
    if (options_.progress) options_.progress(progress_);
  }

  void report(std::uint64_t documents, std::uint64_t bytes) {
    const std::lock_guard guard(lock_);
    progress_.documents += documents;
    progress_.bytes += bytes;
    if (options_.progress) options_.progress(progress_);
  }

  KnowledgeInputs inputs_;
  std::string named_;
  const fs::path& target_;
  const KnowledgeBuildOptions& options_;
  ClaimWriter writer_;
  KnowledgeStore old_;  // as it was when the lock was had
  KnowledgeBuildResult result_;
  std::mutex lock_;  // guards the progress
  KnowledgeProgress progress_;
};

}  // namespace

ClaimWriter::ClaimWriter(fs::path knowledge)
    : knowledge_(std::move(knowledge)), lock_(lock_of(knowledge_)) {
  // Of a build that was killed: nobody else writes here now.
  std::error_code ignored;
  fs::remove_all(building_of(knowledge_), ignored);
  io::make_folder(building_of(knowledge_));
}

ClaimWriter::~ClaimWriter() {
  std::error_code ignored;
  fs::remove_all(building_of(knowledge_), ignored);
}

ClaimWriter::Written ClaimWriter::write(const std::string& id,
                                        std::span<const std::unique_ptr<DocumentSource>> sources,
                                        const BuildOptions& options) const {
  const auto folder = building_of(knowledge_) / claim_folder(id);
  return {folder, write_store(sources, folder, options)};
}

void ClaimWriter::place(const Written& written, CatalogueEntry entry) {
  const auto& manifest = written.manifest;
  entry.folder = claim_folder(entry.id);
  entry.fingerprint = manifest.fingerprint;
  entry.documents = manifest.documents;
  entry.passages = manifest.passages;
  entry.repeated_passages = manifest.repeated_passages;
  entry.pictures = manifest.pictures;
  entry.without_text = manifest.without_text;
  entry.filled = manifest.filled;
  entry.text_bytes = manifest.text_bytes;
  entry.bytes = manifest.bytes();
  io::replace_folder(written.folder, KnowledgeStore::claims_of(knowledge_) / entry.folder);
  append_to_catalogue(KnowledgeStore::catalogue_of(knowledge_), entry);
}

KnowledgeBuildResult build_knowledge(KnowledgeInputs inputs, const fs::path& named,
                                     const fs::path& target, const KnowledgeBuildOptions& options) {
  make_knowledge_store(target);
  std::error_code error;
  const auto path = fs::weakly_canonical(fs::absolute(named), error);
  return Build(std::move(inputs), io::shown(error ? named : path), target, options).run();
}

}  // namespace assay::retrieval
