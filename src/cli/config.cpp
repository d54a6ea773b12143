#include "cli/config.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/toml.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using core::UsageError;
using io::TomlTable;

constexpr std::size_t longest_file = 256 << 10;
constexpr double most_dollars = 1e6;
constexpr double most_seconds = 1e7;
constexpr int most_turns = 20;
constexpr std::int64_t most_results = 100;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

bool names_secret(const std::string& key) {
  const auto name = lower(key);
  return name == "key" || name.ends_with("_key") || name.ends_with("apikey") ||
         name.ends_with("token") || name.find("secret") != std::string::npos ||
         name.find("password") != std::string::npos;
}

bool is_secret(std::string_view value) {
  return std::ranges::any_of(
      std::array<std::string_view, 5>{"sk-", "AIza", "Bearer ", "hf_", "gsk_"},
      [&](auto start) { return value.starts_with(start); });
}

// Before anything is made of the table. The value is not shown.
void refuse_secrets(const TomlTable& table) {
  for (const auto& key : table.keys())
    if (names_secret(key) || is_secret(table.peek(key).value_or("")))
      table.refuse(key, "looks like a key: keys come from the environment (OPENAI_API_KEY, …)");
}

std::optional<std::string> spec_of(const TomlTable& table, const std::string& key) {
  const auto text = table.text(key);
  if (!text) return std::nullopt;
  try {
    models::ModelSpec::parse(*text);
  } catch (const UsageError& error) {
    table.refuse(key, "names no model (" + std::string(error.what()) + ")");
  }
  return text;
}

models::Prices prices_of(const TomlTable& table) {
  constexpr double highest = 1e6;
  models::Prices prices;
  const auto in = table.number("in", 0, highest);
  const auto out = table.number("out", 0, highest);
  if (!in) table.refuse("in", "is missing: US dollars for a million tokens of prompt");
  if (!out) table.refuse("out", "is missing: US dollars for a million tokens of answer");
  prices.in = *in;
  prices.out = *out;
  prices.cached = table.number("cached", 0, highest);
  prices.noted = table.date("noted");
  table.require_all_read("in, cached, out, noted");
  return prices;
}

ModelSettings model_settings(const TomlTable& table) {
  refuse_secrets(table);
  ModelSettings settings;
  settings.context = table.whole("context", 1, 1'000'000'000);
  if (const auto most = table.whole("max_tokens", 1, 10'000'000))
    settings.max_tokens = static_cast<int>(*most);
  settings.temperature = table.number("temperature", 0, 2);
  settings.top_p = table.number("top_p", 0, 1);
  if (const auto calls = table.whole("calls", 1, 100'000))
    settings.calls = static_cast<std::size_t>(*calls);
  if (const auto seconds = table.number("timeout", 0.001, most_seconds))
    settings.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000));
  if (const auto prices = table.table("prices")) settings.prices = prices_of(*prices);
  table.require_all_read("context, max_tokens, temperature, top_p, calls, timeout, prices");
  return settings;
}

void read_models(const TomlTable& table, Config& config) {
  for (const auto& key : table.keys()) {
    models::ModelSpec spec;
    try {
      spec = models::ModelSpec::parse(key);
    } catch (const UsageError& error) {
      table.refuse("[models.\"…\"]", "names no model (" + std::string(error.what()) + ")");
    }
    config.models.emplace_back(spec, model_settings(*table.table(key)));
  }
}

void read_stages(const TomlTable& table, Config& config) {
  refuse_secrets(table);
  std::string known;
  for (const auto& stage : stage_names()) {
    if (const auto spec = spec_of(table, stage)) config.stages[stage] = *spec;
    known += (known.empty() ? "" : ", ") + stage;
  }
  table.require_all_read(known);
}

std::optional<std::string> model_of(const TomlTable& root, const std::string& key) {
  const auto table = root.table(key);
  if (!table) return std::nullopt;
  refuse_secrets(*table);
  auto spec = spec_of(*table, "model");
  table->require_all_read("model");
  return spec;
}

void read_cache(const TomlTable& table, const fs::path& folder, Config& config) {
  refuse_secrets(table);
  if (table.is_flag("answers")) {
    config.keep_answers = *table.flag("answers");
  } else if (const auto path = table.text("answers")) {
    if (path->empty()) table.refuse("answers", "must be a file, true or false");
    config.answers = folder / *path;
  }
  table.require_all_read("answers");
}

void read_retry(const TomlTable& table, Config& config) {
  constexpr std::int64_t most_tries = 100;
  constexpr double longest = 3'600;  // seconds
  refuse_secrets(table);
  const auto pause = [&](const char* key, std::chrono::milliseconds& into) {
    if (const auto seconds = table.number(key, 0.001, longest))
      into = std::chrono::milliseconds(static_cast<std::int64_t>(*seconds * 1000));
  };
  if (const auto tries = table.whole("tries", 1, most_tries))
    config.retry.tries = static_cast<int>(*tries);
  pause("first_pause", config.retry.first);
  pause("longest_pause", config.retry.longest);
  pause("longest_asked", config.retry.longest_asked);
  table.require_all_read("tries, first_pause, longest_pause, longest_asked");
}

std::string hub_of(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url;
}

bool is_http(std::string_view url) {
  return url.starts_with("http://") || url.starts_with("https://");
}

// Keys of [search], and the variables that weigh more.
struct SearchName {
  const char* key;
  const char* variable;
  std::string web::SearchSettings::* member;
};
constexpr std::array<SearchName, 7> search_names{{
    {"provider", "ASSAY_SEARCH", &web::SearchSettings::provider},
    {"news", "ASSAY_SEARCH_NEWS", &web::SearchSettings::news},
    {"images", "ASSAY_SEARCH_IMAGES", &web::SearchSettings::images},
    {"reverse", "ASSAY_SEARCH_REVERSE", &web::SearchSettings::reverse},
    {"factcheck", "ASSAY_SEARCH_FACTCHECK", &web::SearchSettings::factcheck},
    {"language", "ASSAY_SEARCH_LANGUAGE", &web::SearchSettings::language},
    {"country", "ASSAY_SEARCH_COUNTRY", &web::SearchSettings::country},
}};

// Said with the place of the file where it stands.
void check_search(const TomlTable& table, const web::SearchSettings& search) {
  try {
    web::require_usable(search, "");
  } catch (const UsageError& error) {
    table.refuse("[search]", "can't be used (" + std::string(error.what()) + ")");
  }
}

void read_search(const TomlTable& table, web::SearchSettings& search) {
  constexpr double highest = 1000;  // US dollars a request
  refuse_secrets(table);
  for (const auto& [key, variable, member] : search_names)
    if (auto text = table.text(key)) search.*member = std::move(*text);
  if (const auto results = table.whole("results", 1, most_results))
    search.results = static_cast<std::size_t>(*results);
  if (const auto urls = table.table("urls"))
    for (const auto& service : urls->keys())
      search.urls[service] = urls->text(service).value_or("");
  if (const auto prices = table.table("prices"))
    for (const auto& service : prices->keys())
      search.prices[service] = prices->number(service, 0, highest).value_or(0);
  table.require_all_read(
      "provider, news, images, reverse, factcheck, language, country, results, urls, prices");
  check_search(table, search);
}

void read_root(const TomlTable& root, const fs::path& folder, Config& config) {
  refuse_secrets(root);
  config.model = spec_of(root, "model");
  if (const auto stages = root.table("stages")) read_stages(*stages, config);
  if (const auto models = root.table("models")) read_models(*models, config);
  config.embedding = model_of(root, "embedding");
  config.image_embedding = model_of(root, "image_embedding");
  config.reranking = model_of(root, "reranking");
  config.classification = model_of(root, "classification");
  if (const auto retry = root.table("retry")) read_retry(*retry, config);
  if (const auto cache = root.table("cache")) read_cache(*cache, folder, config);
  if (const auto search = root.table("search")) read_search(*search, config.search);
  if (const auto web = root.table("web")) {
    refuse_secrets(*web);
    read_web(*web, folder, config.web);
  }
  if (const auto prompts = root.text("prompts")) config.prompts = folder / *prompts;
  config.budget = root.number("budget", 0, most_dollars);
  config.deadline = root.number("deadline", 0, most_seconds);
  if (const auto turns = root.whole("max_turns", 1, most_turns))
    config.max_turns = static_cast<int>(*turns);
  if (const auto results = root.whole("results", 1, most_results))
    config.results = static_cast<std::size_t>(*results);
  if (const auto images = root.whole("images_per_page", 0, 1000))
    config.images_per_page = static_cast<std::size_t>(*images);
  if (const auto hub = root.text("hub")) {
    if (!is_http(*hub)) root.refuse("hub", "must be an http or https address");
    config.hub = hub_of(*hub);
  }
  root.require_all_read(
      "model, stages, models, embedding, image_embedding, reranking, classification, retry, cache, "
      "search, web, "
      "prompts, "
      "budget, deadline, max_turns, results, images_per_page, hub");
}

fs::path user_file(const models::Environment& environment) {
  const auto config = environment("XDG_CONFIG_HOME").value_or("");
  if (config.starts_with('/')) return fs::path(config) / "assay" / "assay.toml";
  const auto home = environment("HOME").value_or("");
  if (home.starts_with('/')) return fs::path(home) / ".config" / "assay" / "assay.toml";
  return {};
}

// Empty: there is none.
fs::path config_file(const std::string& given, const models::Environment& environment) {
  if (!given.empty()) return given;
  std::error_code ignored;
  if (fs::exists("assay.toml", ignored)) return "assay.toml";
  const auto own = user_file(environment);
  return !own.empty() && fs::exists(own, ignored) ? own : fs::path();
}

double number_of(const std::string& name, const std::string& text, double most) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(number >= 0) || number > most)
    throw UsageError("the environment variable " + name + " must be a number from 0 to " +
                     std::to_string(static_cast<long long>(most)));
  return number;
}

void read_search_environment(const models::Environment& environment, web::SearchSettings& search) {
  const auto value = [&](const char* variable) { return environment(variable).value_or(""); };
  for (const auto& [key, variable, member] : search_names)
    if (auto text = value(variable); !text.empty()) search.*member = std::move(text);
  if (auto url = value("ASSAY_SEARXNG_URL"); !url.empty()) search.urls["searxng"] = std::move(url);
  web::require_usable(search, "the environment variables ASSAY_SEARCH… (or [search]): ");
}

void read_environment(const models::Environment& environment, Config& config) {
  read_search_environment(environment, config.search);
  read_web_environment(environment, config.web);
  const auto value = [&](const std::string& name) -> std::optional<std::string> {
    auto text = environment(name);
    if (text && text->empty()) return std::nullopt;
    return text;
  };
  const auto spec = [&](const std::string& name, std::optional<std::string>& to) {
    const auto text = value(name);
    if (!text) return;
    try {
      models::ModelSpec::parse(*text);
    } catch (const UsageError& error) {
      throw UsageError("the environment variable " + name + " names no model (" + error.what() +
                       ")");
    }
    to = text;
  };
  spec("ASSAY_MODEL", config.model);
  spec("ASSAY_EMBEDDING_MODEL", config.embedding);
  spec("ASSAY_IMAGE_EMBEDDING_MODEL", config.image_embedding);
  spec("ASSAY_RERANKING_MODEL", config.reranking);
  spec("ASSAY_CLASSIFICATION_MODEL", config.classification);
  if (const auto cache = value("ASSAY_CACHE")) {
    config.keep_answers = *cache != "off";
    if (config.keep_answers) config.answers = *cache;
  }
  if (const auto prompts = value("ASSAY_PROMPTS")) config.prompts = *prompts;
  if (const auto budget = value("ASSAY_BUDGET"))
    config.budget = number_of("ASSAY_BUDGET", *budget, most_dollars);
  if (const auto deadline = value("ASSAY_DEADLINE"))
    config.deadline = number_of("ASSAY_DEADLINE", *deadline, most_seconds);
  if (const auto turns = value("ASSAY_MAX_TURNS")) {
    const double number = number_of("ASSAY_MAX_TURNS", *turns, most_turns);
    config.max_turns = std::max(1, static_cast<int>(number));
  }
  if (const auto hub = value("ASSAY_HUB_URL")) {
    if (!is_http(*hub))
      throw UsageError("the environment variable ASSAY_HUB_URL must be an http or https address");
    config.hub = hub_of(*hub);
  }
}

bool same_model(const models::ModelSpec& a, const models::ModelSpec& b) {
  return a.backend == b.backend && a.name == b.name && a.url == b.url && a.file == b.file &&
         a.mmproj == b.mmproj;
}

}  // namespace

const std::vector<std::string>& stage_names() {
  static const std::vector<std::string> names{"plan",    "summarize", "develop",   "judge",
                                              "justify", "extract",   "judge_site"};
  return names;
}

ModelSettings Config::settings(const models::ModelSpec& spec) const {
  for (const auto& [known, settings] : models)
    if (same_model(known, spec)) return settings;
  return {};
}

Config load_config(const std::string& given, const models::Environment& environment) {
  Config config;
  config.file = config_file(given, environment);
  if (!config.file.empty())
    read_root(TomlTable::read(config.file, longest_file), config.file.parent_path(), config);
  read_environment(environment, config);
  return config;
}

int llama_window(const ModelSettings& settings) {
  constexpr std::int64_t longest = 1 << 20;
  return static_cast<int>(std::min(settings.context.value_or(0), longest));
}

models::Catalogue catalogue(const Config& config) {
  auto all = models::user_catalogue(config.file);
  for (const auto& [spec, settings] : config.models) {
    if (!settings.context && !settings.prices) continue;
    models::KnownModel model;
    if (const auto* known = all.find(spec)) model = *known;
    model.backend = spec.backend;
    model.name =
        spec.backend == models::Backend::llama ? fs::path(spec.file).stem().string() : spec.name;
    model.url = spec.url;
    model.context = settings.context.value_or(model.context);
    if (settings.prices) model.prices = settings.prices;
    all.put(std::move(model));
  }
  return all;
}

}  // namespace assay::cli
