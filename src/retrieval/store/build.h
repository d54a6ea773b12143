#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "assay/core/date.h"
#include "retrieval/documents/source.h"
#include "retrieval/store/manifest.h"

namespace assay::retrieval {

struct BuildProgress {
  std::uint64_t documents = 0;  // so far
  std::uint64_t pictures = 0;   // different ones so far
  std::uint64_t left_out = 0;   // bad lines and unreadable documents so far
  std::uint64_t bytes = 0;      // of the inputs, so far
  std::uint64_t total = 0;      // of the inputs; 0 where it can't be known
};

struct BuildOptions {
  ReadOptions read;
  std::string version;  // of the program
  core::Timestamp now;
  std::function<void(const BuildProgress&)> progress;  // called often; may be empty
};

struct BuildResult {
  Manifest manifest;
  bool unchanged = false;  // the store was there already, made from the same inputs
};

// Builds a store of all documents of the inputs (open_source()) in place of `target`, in one step
// at the very end: until then, and where anything fails, what stood there is as it was. `target`
// may be an older store or an empty folder, and need not exist; of anything else it says so. Where
// `target` was made from the same inputs by the same recipe, nothing is written. Throws InputError,
// also where the inputs hold no document.
BuildResult build_store(std::span<const std::filesystem::path> inputs,
                        const std::filesystem::path& target, const BuildOptions& options);

// Writes the files of a store of the sources' documents into the folder, the manifest last; it may
// hold no document. Throws InputError. For builders of what holds stores.
Manifest write_store(std::span<const std::unique_ptr<DocumentSource>> sources,
                     const std::filesystem::path& folder, const BuildOptions& options);

// What a store is made from and how, as Manifest::recipe has it, of the inputs' digests.
std::string recipe_of(std::span<const std::string> digests);

// Could the store's inputs give the same store under these options, or would they be refused?
bool allowed(const Manifest& manifest, const ReadOptions& options);

}  // namespace assay::retrieval
