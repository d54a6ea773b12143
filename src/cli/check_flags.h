#pragma once
#include <CLI/App.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/date.h"
#include "cli/check_evidence.h"
#include "cli/config.h"
#include "cli/progress.h"
#include "cli/retrieval_setup.h"
#include "cli/settings.h"
#include "cli/web_desk.h"

namespace assay::cli {

// How claims are checked, as a command line says it: what `check` and `eval run` have in common.
struct CheckFlags {
  std::vector<std::string> corpus;
  std::string before;
  CheckSettings settings;  // of what no configuration says
  std::string config;
  std::optional<std::string> model;
  std::optional<std::string> prompts;
  std::optional<int> max_turns;
  std::optional<std::size_t> results;
  std::optional<double> budget;
  std::optional<double> deadline;
  std::string style_example;  // a file
  bool single_turn = false;
  bool no_cache = false;
  std::size_t jobs = 0;  // 0: as the command does by itself
  bool skip_bad = false;
  bool strict = false;
  bool passages = false;
  RetrievalFlags retrieval;
  WebFlags web;
};
// `flags` outlives the command.
void add_check_flags(CLI::App& command, CheckFlags& flags);

// Throws UsageError, which names the flag, where the text is no date.
core::Date date_of(const std::string& text, const char* flag);

// What is configured, and over it what the command line says.
CheckSettings settings_of(const CheckFlags& flags, const Config& config);

// Is the corpus searched by its passages? A knowledge store is.
bool by_passages(const CheckFlags& flags);

// What --corpus names, opened; `progress` hears what there is to say.
CheckEvidence open_corpus(const CheckFlags& flags, Progress& progress);

// A baseline makes no search.
bool searches(const CheckSettings& settings);

}  // namespace assay::cli
