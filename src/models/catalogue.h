#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/date.h"
#include "models/chat_model.h"
#include "models/model_spec.h"

namespace assay::models {

// US dollars for a million tokens, as the provider asked them on that day.
struct Prices {
  double in = 0;
  std::optional<double> cached;  // of the prompt's tokens that its cache held; nothing: as `in`
  double out = 0;
  std::optional<core::Date> noted;  // nothing: the user did not say
};

// A file of a hub, for `assay models pull`.
struct ModelFile {
  std::string repo;    // OWNER/NAME
  std::string file;    // its path there
  std::string mmproj;  // its vision part; empty: none
  std::string sha256;  // of `file`, 64 hex digits; empty: not known for sure
};

// What is known of a model. Absent is what is not known for sure.
struct KnownModel {
  Backend backend = Backend::openai;
  std::string name;
  std::vector<std::string> aliases;  // other names under which servers offer it
  std::string url;                   // not empty: only on this server
  std::int64_t context = 0;          // tokens of its window; 0: not known
  std::int64_t longest_answer = 0;   // tokens; 0: not known
  std::optional<Prices> prices;
  std::string cutoff;  // of its knowledge: YYYY-MM or YYYY-MM-DD; empty: not known
  std::optional<bool> vision;
  std::optional<bool> thinking;
  std::optional<ModelFile> download;

  ModelTraits traits() const { return {context, vision}; }
  // `openai:gpt-4o`.
  std::string spec() const;
};

// US dollars, the thinking included.
double cost(const Prices& prices, const TokenCount& tokens);
// The same; nothing where the prices are not known.
std::optional<double> cost(const KnownModel& model, const TokenCount& tokens);

// The models that are known: those that come with Assay, and what the user says of them or of
// others.
class Catalogue {
 public:
  // Empty.
  Catalogue() = default;
  // What comes with Assay.
  static Catalogue built_in();

  // Adds what a file says: `[[model]]` tables like those of known_models.toml. Of a model that is
  // known already, what the file says takes the place of what is there. Throws InputError.
  void add(std::string_view toml, const std::string& name);
  void add_file(const std::filesystem::path& file);
  // Adds or replaces one.
  void put(KnownModel model);

  // What is known of the model that the spec names; nothing where nothing is. A dated version
  // (gpt-4o-2024-11-20, -latest, -preview) is the model itself; case, and an owner before `/`,
  // don't matter. Points into the catalogue.
  const KnownModel* find(const ModelSpec& spec) const;
  // The model of that name, of whatever backend, that can be pulled.
  const KnownModel* find_download(std::string_view name) const;

  const std::vector<KnownModel>& models() const { return models_; }

 private:
  std::vector<KnownModel> models_;  // in the order in which they came
};

// Where users keep models of their own: models.toml beside `config` (a file; may be empty), and in
// ${XDG_CONFIG_HOME:-~/.config}/assay; those that exist, the first weighs most.
std::vector<std::filesystem::path> catalogue_files(const std::filesystem::path& config);

// The built-in one with the user's files.
Catalogue user_catalogue(const std::filesystem::path& config);

}  // namespace assay::models
