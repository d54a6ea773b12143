#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/date.h"
#include "assay/core/json.h"
#include "cli/config.h"
#include "models/catalogue.h"
#include "models/chat_model.h"

namespace assay::cli {

// What was known of a model when a run began. In the configuration, so that a replay needs neither
// the model nor the catalogue.
struct ModelFacts {
  models::ModelTraits traits;
  std::optional<models::Prices> prices;
};

// How claims are checked: all that changes what a check answers, the claim and its corpus aside.
struct CheckSettings {
  std::string procedure = "defame";
  std::string model = "embedded";             // of the stages that have none of their own
  std::map<std::string, std::string> stages;  // stage → spec
  std::string labels = "default";
  int max_turns = 3;
  std::size_t results = 3;           // of a search
  std::size_t images_per_page = 32;  // DEFAME's limit (section 4.2)
  std::optional<core::Date> before;  // nothing: the claim's own date
  bool require_date = false;
  bool web = false;       // search the open web beside a corpus; without one it is searched anyway
  bool no_leaks = false;  // benchmark mode: drops sources that give the answer away
  bool judge_sites = false;  // a model is asked of sites of the web that no list knows
  std::string language;      // of results of the web, ISO 639-1; empty: any
  std::string country;

  models::ChatOptions chat;                             // the parameters of every call
  std::map<std::string, models::ChatOptions> own_chat;  // spec → parameters of its own
  std::filesystem::path prompts;                        // a folder that overrides prompts; empty
  std::string style_example;                            // text

  std::vector<std::string> without;  // tools, or `develop`
  bool static_actions = false;
  bool given_evidence = false;  // a baseline reads all of the claim's corpus (evidence-bounded)
  bool unimodal_develop = false;
  std::optional<double> budget;    // USD a check
  std::optional<double> deadline;  // seconds a check

  std::map<std::string, ModelFacts> facts;  // spec → what is known of it

  // The spec of the model that thinks a stage; `extract` thinks interpret, decompose and
  // decontextualize.
  const std::string& model_of(const std::string& stage) const;
  bool has_language_model() const;  // does any stage of the procedure use one?
  bool asks_of_sites() const;       // is a model asked of sites that no list knows?
  bool leaves_out(const std::string& tool) const;
};

// Takes what the configuration says.
void apply(const Config& config, CheckSettings& settings);

// Of the configuration in a record: written, and read again for a replay. Throws InputError for a
// configuration that no version of assay wrote.
core::Json to_configuration(const CheckSettings& settings);
CheckSettings settings_of(const core::Json& configuration);

// Throws UsageError for what does not go together: an unknown procedure, tool or model spec, a
// baseline without a language model, a budget where no price is known.
void check_settings(const CheckSettings& settings);

}  // namespace assay::cli
