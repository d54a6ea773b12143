#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "retrieval/store/build.h"

// `assay index build --from averitec-kb|averimatec`.
namespace assay::cli {

struct KnowledgeArguments {
  std::string format;  // `averitec-kb`, `averimatec`
  std::filesystem::path out;
  std::vector<std::filesystem::path> inputs;
  std::string split;             // of AVerImaTeC; empty: the only one
  std::filesystem::path claims;  // a file of the claims that are known; empty: all are
  bool replace = false;
};

// Builds, shows its progress, and prints what was made. Returns the exit status.
int build_knowledge_store(const KnowledgeArguments& arguments, retrieval::BuildOptions options);

}  // namespace assay::cli
