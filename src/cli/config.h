#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/config_web.h"
#include "models/api_key.h"
#include "models/catalogue.h"
#include "models/model_spec.h"
#include "models/retry.h"
#include "web/search_settings.h"

// assay.toml, which docs/assay.example.toml explains. What it does not say is absent here; what is
// given on the command line weighs more than the environment, and that more than the file.
namespace assay::cli {

// What the file says of one model.
struct ModelSettings {
  std::optional<std::int64_t> context;  // tokens
  std::optional<int> max_tokens;        // of an answer
  std::optional<double> temperature;
  std::optional<double> top_p;
  std::optional<std::size_t> calls;                  // most calls under way
  std::optional<std::chrono::milliseconds> timeout;  // of one try
  std::optional<models::Prices> prices;
};

struct Config {
  std::filesystem::path file;  // that was read; empty: none

  std::optional<std::string> model;           // a spec, like all below
  std::map<std::string, std::string> stages;  // of stage_names(), which model thinks there
  std::vector<std::pair<models::ModelSpec, ModelSettings>> models;
  std::optional<std::string> embedding;
  std::optional<std::string> image_embedding;  // of texts and pictures alike
  std::optional<std::string> reranking;
  std::optional<std::string> classification;

  std::optional<std::filesystem::path> answers;  // where the cache of answers is
  bool keep_answers = true;                      // false: no cache
  std::optional<std::filesystem::path> prompts;  // a folder
  std::optional<double> budget;                  // US dollars a claim
  std::optional<double> deadline;                // seconds a claim
  std::optional<int> max_turns;
  std::optional<std::size_t> results;  // of a search
  std::optional<std::size_t> images_per_page;
  models::RetryPolicy retry;       // of calls that failed for a passing reason
  std::optional<std::string> hub;  // address, without a slash at its end
  web::SearchSettings search;      // which services of the web are asked
  WebConfig web;                   // how its pages are fetched and judged

  // What is said of the model; empty where nothing is.
  ModelSettings settings(const models::ModelSpec& spec) const;
};

// The stages that may have a model of their own.
const std::vector<std::string>& stage_names();

// The file that --config names (`given`), else ./assay.toml, else assay/assay.toml in
// $XDG_CONFIG_HOME or ~/.config, and then the environment: ASSAY_MODEL, ASSAY_EMBEDDING_MODEL,
// ASSAY_IMAGE_EMBEDDING_MODEL, ASSAY_RERANKING_MODEL, ASSAY_CLASSIFICATION_MODEL, ASSAY_CACHE (a
// file, or `off`), ASSAY_PROMPTS, ASSAY_BUDGET, ASSAY_DEADLINE, ASSAY_MAX_TURNS, ASSAY_HUB_URL,
// ASSAY_SEARCH (and _NEWS, _IMAGES, _REVERSE, _FACTCHECK, _LANGUAGE, _COUNTRY of it),
// ASSAY_SEARXNG_URL. Throws InputError, one line with file and line, where the file can't be read
// or holds what it may not: an unknown key, a wrong type, a model that is none, an API key;
// UsageError for a variable with a wrong value.
Config load_config(const std::string& given, const models::Environment& environment);

// The window of a model inside the process; 0 where nothing is said of it.
int llama_window(const ModelSettings& settings);

// The known models, with the user's files and what the configuration says of windows and prices.
models::Catalogue catalogue(const Config& config);

}  // namespace assay::cli
