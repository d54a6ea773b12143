#include "models/catalogue.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "io/files.h"
#include "io/toml.h"
#include "models/known_models.h"

namespace assay::models {
namespace {

namespace fs = std::filesystem;
using io::TomlTable;

constexpr std::int64_t most_tokens = 1'000'000'000;
constexpr double highest_price = 1e6;
constexpr std::size_t most_models = 10'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string_view without_owner(std::string_view name) {
  const auto slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

// Does what follows a model's name only say which version or packing of it? A date or a number of
// three digits and more: a shorter one is another model (claude-opus-5, claude-opus-5-5).
bool is_version(std::string_view rest) {
  if (rest.empty()) return true;
  if (rest.front() == ':' || rest.front() == '@') return true;  // a tag of the server's
  if (rest.front() != '-') return false;
  rest.remove_prefix(1);
  for (const std::string_view word : {"latest", "preview", "exp"})
    if (rest.starts_with(word)) return true;
  std::size_t digits = 0;
  while (digits < rest.size() && is_digit(rest[digits])) ++digits;
  return digits >= 3;
}

// How many letters of `asked` the name is; 0 where it is not of this name. Both in lower case.
std::size_t match(const std::string& asked, const std::string& name) {
  return asked.starts_with(name) && is_version(std::string_view(asked).substr(name.size()))
             ? name.size()
             : 0;
}

// A file may say how it is packed: SmolLM2-135M-Instruct-Q8_0.gguf.
std::size_t match_file(const std::string& file, const KnownModel& model) {
  const auto name = lower(model.name);
  const auto stem = lower(fs::path(file).stem().string());
  if (stem == name) return name.size();
  return stem.starts_with(name + "-") || stem.starts_with(name + ".") ? name.size() : 0;
}

std::size_t match(const ModelSpec& spec, const KnownModel& model) {
  if (spec.backend != model.backend) return 0;
  if (!model.url.empty() && model.url != spec.url) return 0;
  if (spec.backend == Backend::llama) return match_file(spec.file, model);
  const auto asked = lower(spec.name);
  const std::string bare(without_owner(asked));
  std::size_t best = 0;
  const auto consider = [&](const std::string& name) {
    best = std::max({best, match(asked, lower(name)), match(bare, lower(name))});
  };
  consider(model.name);
  for (const auto& alias : model.aliases) consider(alias);
  return best;
}

Backend read_backend(const TomlTable& table) {
  const auto text = table.text("backend");
  if (!text) table.refuse("backend", "is missing: openai, anthropic, gemini or llama");
  for (const auto backend : {Backend::openai, Backend::anthropic, Backend::gemini, Backend::llama})
    if (to_string(backend) == *text) return backend;
  table.refuse("backend", "must be openai, anthropic, gemini or llama");
}

Prices read_prices(const TomlTable& table) {
  Prices prices;
  const auto in = table.number("in", 0, highest_price);
  const auto out = table.number("out", 0, highest_price);
  if (!in) table.refuse("in", "is missing: US dollars for a million tokens of prompt");
  if (!out) table.refuse("out", "is missing: US dollars for a million tokens of answer");
  prices.in = *in;
  prices.out = *out;
  prices.cached = table.number("cached", 0, highest_price);
  prices.noted = table.date("noted");
  table.require_all_read("in, cached, out, noted");
  return prices;
}

bool is_sha256(const std::string& text) {
  return text.size() == 64 &&
         std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

ModelFile read_download(const TomlTable& table) {
  ModelFile file;
  file.repo = table.text("repo").value_or("");
  file.file = table.text("file").value_or("");
  file.mmproj = table.text("mmproj").value_or("");
  file.sha256 = lower(table.text("sha256").value_or(""));
  if (file.repo.empty()) table.refuse("repo", "is missing");
  if (file.file.empty()) table.refuse("file", "is missing");
  if (!file.sha256.empty() && !is_sha256(file.sha256))
    table.refuse("sha256", "must be 64 hex digits");
  table.require_all_read("repo, file, mmproj, sha256");
  return file;
}

// YYYY-MM or YYYY-MM-DD.
std::string read_cutoff(const TomlTable& table, std::string before) {
  const auto text = table.text("cutoff");
  if (!text) return before;
  const auto whole = text->size() == 7 ? *text + "-01" : *text;
  if (whole.size() != 10 || !core::Date::parse(whole))
    table.refuse("cutoff", "must be YYYY-MM or YYYY-MM-DD, in quotes");
  return *text;
}

// What the table says, over what was known.
void read_into(const TomlTable& table, KnownModel& model) {
  if (auto aliases = table.texts("aliases"); !aliases.empty()) model.aliases = std::move(aliases);
  model.context = table.whole("context", 1, most_tokens).value_or(model.context);
  model.longest_answer =
      table.whole("longest_answer", 1, most_tokens).value_or(model.longest_answer);
  if (const auto prices = table.table("prices")) model.prices = read_prices(*prices);
  model.cutoff = read_cutoff(table, std::move(model.cutoff));
  if (const auto vision = table.flag("vision")) model.vision = vision;
  if (const auto thinking = table.flag("thinking")) model.thinking = thinking;
  if (const auto download = table.table("download")) model.download = read_download(*download);
  table.require_all_read(
      "backend, name, aliases, url, context, longest_answer, prices, cutoff, vision, thinking, "
      "download");
}

fs::path user_config_folder() {
  if (const char* folder = std::getenv("XDG_CONFIG_HOME"); folder != nullptr && *folder == '/')
    return fs::path(folder) / "assay";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".config" / "assay";
  return {};
}

}  // namespace

std::string KnownModel::spec() const {
  return to_string(backend) + ":" + name + (url.empty() ? "" : "@" + url);
}

double cost(const Prices& prices, const TokenCount& tokens) {
  const auto cached =
      std::clamp<std::int64_t>(tokens.cached, 0, std::max<std::int64_t>(0, tokens.in));
  const auto fresh = static_cast<double>(std::max<std::int64_t>(0, tokens.in) - cached);
  const double sum = fresh * prices.in +
                     static_cast<double>(cached) * prices.cached.value_or(prices.in) +
                     static_cast<double>(std::max<std::int64_t>(0, tokens.out)) * prices.out;
  return sum / 1e6;
}

std::optional<double> cost(const KnownModel& model, const TokenCount& tokens) {
  if (!model.prices) return std::nullopt;
  return cost(*model.prices, tokens);
}

Catalogue Catalogue::built_in() {
  Catalogue catalogue;
  catalogue.add(known_models_toml(), "known_models.toml");
  return catalogue;
}

void Catalogue::put(KnownModel model) {
  const auto same = [&](const KnownModel& other) {
    return other.backend == model.backend && lower(other.name) == lower(model.name) &&
           other.url == model.url;
  };
  const auto found = std::ranges::find_if(models_, same);
  if (found == models_.end())
    models_.push_back(std::move(model));
  else
    *found = std::move(model);
}

void Catalogue::add(std::string_view toml, const std::string& name) {
  const auto file = TomlTable::parse(toml, name);
  const auto tables = file.tables("model");
  file.require_all_read("[[model]]");
  for (const auto& table : tables) {
    KnownModel model;
    model.backend = read_backend(table);
    model.name = table.text("name").value_or("");
    model.url = table.text("url").value_or("");
    if (model.name.empty()) table.refuse("name", "is missing");
    for (const auto& known : models_)
      if (known.backend == model.backend && lower(known.name) == lower(model.name) &&
          known.url == model.url)
        model = known;
    read_into(table, model);
    if (models_.size() >= most_models) table.refuse("name", "is one model too many");
    put(std::move(model));
  }
}

void Catalogue::add_file(const fs::path& file) {
  constexpr std::size_t longest = 4 << 20;
  add(io::read_file(file, longest), io::shown(file));
}

const KnownModel* Catalogue::find(const ModelSpec& spec) const {
  const KnownModel* best = nullptr;
  std::size_t most = 0;
  for (const auto& model : models_) {
    // The longest name wins, and of two alike the one that is said of this very server.
    const auto length = match(spec, model);
    if (length == 0) continue;
    if (length > most || (length == most && !model.url.empty())) {
      best = &model;
      most = length;
    }
  }
  return best;
}

const KnownModel* Catalogue::find_download(std::string_view name) const {
  for (const auto& model : models_)
    if (model.download && lower(model.name) == lower(name)) return &model;
  return nullptr;
}

std::vector<fs::path> catalogue_files(const fs::path& config) {
  constexpr const char* name = "models.toml";
  std::vector<fs::path> files;
  const auto add = [&](const fs::path& file) {
    std::error_code ignored;
    if (fs::exists(file, ignored) && std::ranges::find(files, file) == files.end())
      files.push_back(file);
  };
  if (!config.empty()) add(config.parent_path() / name);
  if (const auto folder = user_config_folder(); !folder.empty()) add(folder / name);
  return files;
}

Catalogue user_catalogue(const fs::path& config) {
  auto catalogue = Catalogue::built_in();
  auto files = catalogue_files(config);
  std::ranges::reverse(files);
  for (const auto& file : files) catalogue.add_file(file);
  return catalogue;
}

}  // namespace assay::models
