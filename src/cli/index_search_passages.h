#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "cli/retrieval_setup.h"

// `assay index search` of passages: in a store, or in the store of one claim.
namespace assay::cli {

struct PassageArguments {
  std::filesystem::path store;        // a store, or a knowledge store
  std::string claim;                  // of a knowledge store
  std::optional<std::string> query;   // nothing: the claim's text
  std::filesystem::path queries;      // a file of queries; empty: none
  std::string collection;             // empty: all
  retrieval::CorpusSearch documents;  // how many, and of which dates
  unsigned jobs = 0;
  bool json = false;
  std::string config;  // assay.toml
  RetrievalFlags flags;
};

// Prints what is found, and returns the exit status.
int search_passages(const PassageArguments& arguments);

}  // namespace assay::cli
