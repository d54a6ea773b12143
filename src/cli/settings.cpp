#include "cli/settings.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "models/model_spec.h"

namespace assay::cli {
namespace {

using core::Json;
using core::UsageError;

const std::vector<std::string> can_be_left_out{"web_search", "image_search", "reverse_search",
                                               "fact_checks", "develop"};

// The stages that a procedure has.
std::vector<std::string> stages_of(const std::string& procedure) {
  if (procedure == "direct" || procedure == "cot") return {"judge"};
  return {"plan", "summarize", "develop", "judge", "justify"};
}

Json chat_json(const models::ChatOptions& chat) {
  Json json{
      {"temperature", chat.temperature}, {"top_p", chat.top_p}, {"max_tokens", chat.max_tokens}};
  if (chat.repeat != 0) json["repeat"] = chat.repeat;
  return json;
}

models::ChatOptions chat_of(const Json& json) {
  models::ChatOptions chat;
  chat.temperature = json.value("temperature", chat.temperature);
  chat.top_p = json.value("top_p", chat.top_p);
  chat.max_tokens = json.value("max_tokens", chat.max_tokens);
  chat.repeat = json.value("repeat", 0);
  return chat;
}

Json facts_json(const ModelFacts& facts) {
  Json json = Json::object();
  if (facts.traits.context > 0) json["context"] = facts.traits.context;
  if (facts.traits.vision) json["vision"] = *facts.traits.vision;
  if (!facts.prices) return json;
  json["price_in"] = facts.prices->in;
  if (facts.prices->cached) json["price_cached"] = *facts.prices->cached;
  json["price_out"] = facts.prices->out;
  return json;
}

std::optional<double> number(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

ModelFacts facts_of(const Json& json) {
  ModelFacts facts;
  facts.traits.context = json.value("context", std::int64_t{0});
  if (json.contains("vision")) facts.traits.vision = json.at("vision").get<bool>();
  const auto in = number(json, "price_in");
  const auto out = number(json, "price_out");
  if (in && out) facts.prices = models::Prices{*in, number(json, "price_cached"), *out, {}};
  return facts;
}

// As records show it: no user and password.
std::string shown_spec(const std::string& spec) {
  return models::ModelSpec::parse(spec).to_string();
}

// What only a language model can do.
void check_embedded(const CheckSettings& settings) {
  const auto refuse = [&](const std::string& what) {
    throw UsageError(what + " needs a language model; name one with --model SPEC");
  };
  if (settings.procedure != "defame" && settings.model_of("judge") == "embedded")
    refuse("the procedure " + settings.procedure);
  if (!settings.style_example.empty() && settings.model_of("justify") == "embedded")
    refuse("--style-example");
  if (settings.leaves_out("develop") && settings.model_of("judge") == "embedded")
    throw UsageError(
        "the built-in judge needs the stage develop; --without develop needs a language model "
        "(--model SPEC)");
  if (settings.unimodal_develop && settings.model_of("develop") == "embedded")
    refuse("--unimodal-develop");
}

void check_prices(const CheckSettings& settings) {
  if (!settings.budget) return;
  auto stages = stages_of(settings.procedure);
  if (settings.asks_of_sites()) stages.emplace_back("judge_site");
  for (const auto& stage : stages) {
    const auto& spec = settings.model_of(stage);
    if (spec == "embedded" || spec.starts_with("llama:")) continue;  // cost nothing
    const auto known = settings.facts.find(spec);
    if (known == settings.facts.end() || !known->second.prices)
      throw UsageError("the price of " + spec +
                       " is not known, so --budget can't be kept; give its prices in assay.toml");
  }
}

}  // namespace

const std::string& CheckSettings::model_of(const std::string& stage) const {
  const auto own = stages.find(stage);
  return own == stages.end() ? model : own->second;
}

bool CheckSettings::has_language_model() const {
  return std::ranges::any_of(stages_of(procedure), [&](const std::string& stage) {
    return model_of(stage) != "embedded";
  });
}

bool CheckSettings::asks_of_sites() const {
  return judge_sites && procedure == "defame" && model_of("judge_site") != "embedded";
}

bool CheckSettings::leaves_out(const std::string& tool) const {
  return std::ranges::find(without, tool) != without.end();
}

void apply(const Config& config, CheckSettings& settings) {
  const auto take = [](const auto& said, auto& into) {
    if (said) into = *said;
  };
  take(config.model, settings.model);
  settings.stages = config.stages;
  take(config.prompts, settings.prompts);
  take(config.budget, settings.budget);
  take(config.deadline, settings.deadline);
  take(config.max_turns, settings.max_turns);
  take(config.results, settings.results);
  settings.judge_sites = config.web.judge_sites;
  settings.language = config.search.language;
  settings.country = config.search.country;
  take(config.images_per_page, settings.images_per_page);
  // Also of models that no stage names: which ones do is said later.
  for (const auto& [spec, own] : config.models) {
    auto chat = settings.chat;
    take(own.max_tokens, chat.max_tokens);
    take(own.temperature, chat.temperature);
    take(own.top_p, chat.top_p);
    take(own.timeout, chat.timeout);
    settings.own_chat[spec.to_string()] = chat;
  }
}

Json to_configuration(const CheckSettings& settings) {
  Json json{{"procedure", settings.procedure}, {"model", shown_spec(settings.model)},
            {"labels", settings.labels},       {"max_turns", settings.max_turns},
            {"results", settings.results},     {"require_date", settings.require_date}};
  if (settings.before) json["before"] = *settings.before;
  if (settings.web) json["open_web"] = true;
  if (settings.no_leaks) json["no_leaks"] = true;
  if (settings.asks_of_sites()) json["judge_sites"] = true;
  if (!settings.language.empty()) json["language"] = settings.language;
  if (!settings.country.empty()) json["country"] = settings.country;
  for (const auto& [stage, spec] : settings.stages) json["stages"][stage] = shown_spec(spec);
  if (settings.images_per_page != CheckSettings{}.images_per_page)
    json["images_per_page"] = settings.images_per_page;
  if (settings.has_language_model()) {
    json["parameters"] = chat_json(settings.chat);
    for (const auto& [spec, chat] : settings.own_chat)
      json["own_parameters"][shown_spec(spec)] = chat_json(chat);
    for (const auto& [spec, facts] : settings.facts)
      json["models"][shown_spec(spec)] = facts_json(facts);
  }
  if (!settings.prompts.empty()) json["prompts"] = settings.prompts.string();
  if (!settings.style_example.empty()) json["style_example"] = settings.style_example;
  if (!settings.without.empty()) json["without"] = settings.without;
  if (settings.static_actions) json["static_actions"] = true;
  if (settings.given_evidence) json["given_evidence"] = true;
  if (settings.unimodal_develop) json["unimodal_develop"] = true;
  if (settings.budget) json["budget"] = *settings.budget;
  if (settings.deadline) json["deadline"] = *settings.deadline;
  return json;
}

CheckSettings settings_of(const Json& json) {
  try {
    CheckSettings settings;
    settings.procedure = json.at("procedure").get<std::string>();
    settings.model = json.at("model").get<std::string>();
    settings.labels = json.at("labels").get<std::string>();
    settings.max_turns = json.at("max_turns").get<int>();
    settings.results = json.at("results").get<std::size_t>();
    settings.require_date = json.at("require_date").get<bool>();
    if (json.contains("before"))
      settings.before = core::Date::parse(json.at("before").get<std::string>());
    settings.web = json.value("open_web", false);
    settings.no_leaks = json.value("no_leaks", false);
    settings.judge_sites = json.value("judge_sites", false);
    settings.language = json.value("language", "");
    settings.country = json.value("country", "");
    if (json.contains("stages")) json.at("stages").get_to(settings.stages);
    settings.images_per_page = json.value("images_per_page", settings.images_per_page);
    if (json.contains("parameters")) settings.chat = chat_of(json.at("parameters"));
    if (json.contains("own_parameters"))
      for (const auto& [spec, chat] : json.at("own_parameters").items())
        settings.own_chat[spec] = chat_of(chat);
    if (json.contains("models"))
      for (const auto& [spec, facts] : json.at("models").items())
        settings.facts[spec] = facts_of(facts);
    settings.prompts = json.value("prompts", "");
    settings.style_example = json.value("style_example", "");
    if (json.contains("without")) json.at("without").get_to(settings.without);
    settings.static_actions = json.value("static_actions", false);
    settings.given_evidence = json.value("given_evidence", false);
    settings.unimodal_develop = json.value("unimodal_develop", false);
    settings.budget = number(json, "budget");
    settings.deadline = number(json, "deadline");
    return settings;
  } catch (const Json::exception& error) {
    throw core::InputError(std::string("the record's configuration can't be read: ") +
                           error.what());
  }
}

void check_settings(const CheckSettings& settings) {
  if (settings.procedure != "defame" && settings.procedure != "direct" &&
      settings.procedure != "cot")
    throw UsageError("unknown procedure '" + settings.procedure +
                     "'; known are: defame direct cot");
  models::ModelSpec::parse(settings.model);
  for (const auto& [stage, spec] : settings.stages) models::ModelSpec::parse(spec);
  for (const auto& name : settings.without)
    if (std::ranges::find(can_be_left_out, name) == can_be_left_out.end())
      throw UsageError(
          "unknown tool '" + name +
          "' for --without; known are: web_search image_search reverse_search fact_checks develop");
  check_embedded(settings);
  check_prices(settings);
}

}  // namespace assay::cli
