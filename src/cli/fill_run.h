#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "io/pool.h"
#include "retrieval/knowledge/filling.h"
#include "retrieval/store/build.h"
#include "tools/web/page_filler.h"

namespace assay::cli {

struct FillProgress {
  std::size_t claims = 0;
  std::size_t all_claims = 0;
  std::size_t tried = 0;  // documents, of the claims that were begun
  std::size_t wanted = 0;
  std::size_t filled = 0;
};

struct FillRun {
  std::filesystem::path store;       // a knowledge store
  std::vector<std::string> claims;   // their ids; empty: all
  std::optional<core::Date> before;  // instead of each claim's date
  tools::FillOptions fill;
  retrieval::BuildOptions build;
  std::size_t pages = 16;  // at once, a claim
  std::size_t claims_together = 4;
  std::optional<std::size_t> limit;                   // documents that are tried at most
  bool retry = false;                                 // also those that were tried before
  bool dry = false;                                   // fetch nothing
  std::function<void(const FillProgress&)> progress;  // may be empty
};

struct FillResult {
  retrieval::FillTable before;
  retrieval::FillTable after;
  std::map<std::string, std::uint64_t> needs;  // by why: missing, short, wall, navigation
  std::map<std::string, std::uint64_t> left;   // by why they were not filled
  std::uint64_t filled = 0;
  std::uint64_t rendered = 0;                  // of them
  std::uint64_t tried_before = 0;              // and not again
  std::uint64_t changed = 0;                   // claims
  std::uint64_t undated = 0;                   // claims for which no date is known or given
  std::map<std::string, std::uint64_t> pages;  // of a dry run: address → documents that want it
};

// Fills the store, claim by claim: what is finished stays whatever ends the run. Throws InputError
// where there is no such store or claim, another process writes there, or the disk is full.
FillResult fill_store(const FillRun& run, tools::PageFiller& filler, io::Pool& pool,
                      boost::asio::io_context& loop);

}  // namespace assay::cli
