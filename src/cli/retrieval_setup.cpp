#include "cli/retrieval_setup.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "assay/core/error.h"
#include "cli/models_folder.h"
#include "io/http_client.h"
#include "models/make_models.h"

namespace assay::cli {
namespace {

using core::UsageError;
using retrieval::VectorUse;

VectorUse vector_use(const std::string& name) {
  for (const auto use : {VectorUse::none, VectorUse::lazy, VectorUse::full})
    if (name == retrieval::to_string(use)) return use;
  throw UsageError("--vectors takes none, lazy or full");
}

// The last part of a model's name, as servers often have it.
std::string short_name(const std::string& name) { return name.substr(name.rfind('/') + 1); }

// The spec that the configuration has for a model that a paper names; empty where there is none.
std::string spec_in(const Config& config, const std::string& name) {
  const auto fits = [&](const models::ModelSpec& spec) {
    return spec.name == name || short_name(spec.name) == short_name(name);
  };
  for (const auto& named : {config.embedding, config.reranking, config.image_embedding})
    if (named && fits(models::ModelSpec::parse(*named))) return *named;
  for (const auto& [spec, settings] : config.models)
    if (fits(spec)) return spec.to_string();
  return {};
}

// What the flag says, else the preset's model, else the configuration's.
std::string model_for(const std::optional<std::string>& flag, const char* option,
                      const std::string& preset, const std::string& wanted,
                      const std::optional<std::string>& configured, const Config& config) {
  if (flag) return *flag == "none" ? std::string() : *flag;
  if (preset.empty()) return configured.value_or("");
  if (wanted.empty()) return {};
  const auto spec = spec_in(config, wanted);
  if (!spec.empty()) return spec;
  throw UsageError("the preset " + preset + " needs " + wanted + ": serve it and give " + option +
                   " openai:" + short_name(wanted) +
                   "@http://HOST:PORT/v1 (another model may be given too)");
}

models::ChatModelOptions options_for(const models::ModelSpec& spec, const Config& config,
                                     const std::shared_ptr<io::HttpClient>& client) {
  const auto settings = config.settings(spec);
  models::ChatModelOptions options;
  options.client = client;
  options.retry = config.retry;
  options.window = llama_window(settings);
  if (settings.calls) options.limit = std::make_shared<models::CallLimit>(*settings.calls);
  return options;
}

}  // namespace

bool RetrievalFlags::any() const {
  return !preset.empty() || embedding || reranking || !vectors.empty() || no_words || candidates ||
         !vector_type.empty() || lazy || diversity;
}

void add_retrieval_flags(CLI::App& command, RetrievalFlags& flags) {
  auto* group = command.add_option_group("Retrieval of passages");
  group
      ->add_option("--preset", flags.preset,
                   "a paper's settings: defame (nearest neighbours), villain (100 nearest of each "
                   "text store, reranked to 10)")
      ->check(CLI::IsMember({"defame", "villain"}))
      ->type_name("NAME");
  group
      ->add_option(
          "--embedding", flags.embedding,
          "the model that makes vectors, or none (default: [embedding] in assay.toml, else "
          "all-minilm-l6-v2.gguf among your models)")
      ->type_name("SPEC");
  group
      ->add_option("--reranking", flags.reranking,
                   "the model that reranks, or none (default: [reranking])")
      ->type_name("SPEC");
  group
      ->add_option("--image-embedding", flags.image_embedding,
                   "the model that makes vectors of texts and pictures alike, or none (default: "
                   "[image_embedding])")
      ->type_name("SPEC");
  group
      ->add_option("--vectors", flags.vectors,
                   "lazy: of what the words find, made when they are needed; full: of all; none")
      ->check(CLI::IsMember({"none", "lazy", "full"}))
      ->type_name("USE");
  group
      ->add_option("--vector-type", flags.vector_type,
                   "how vectors are kept: float16 (the default), or int8 in half the space")
      ->check(CLI::IsMember({"float16", "int8"}))
      ->type_name("TYPE");
  group->add_option("--lazy", flags.lazy, "how many that the words find get vectors (default 200)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
      ->type_name("N");
  group->add_flag("--no-words", flags.no_words, "by vectors alone, without BM25");
  group
      ->add_option("--candidates", flags.candidates,
                   "how many of each list are fused, and reranked (default 100)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
      ->type_name("N");
  group
      ->add_option("--diversity", flags.diversity,
                   "pick results that differ (MMR): the weight of relevance, 0 to 1")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("WEIGHT");
}

RetrievalSetup retrieval_setup(const RetrievalFlags& flags, const Config& config) {
  RetrievalSetup setup;
  if (!flags.preset.empty()) setup.preset = *retrieval::retrieval_preset(flags.preset);
  setup.options = setup.preset.options;
  const auto& preset = setup.preset;
  const auto usual = config.embedding ? config.embedding : default_embedding();
  setup.embedding =
      model_for(flags.embedding, "--embedding", preset.name, preset.embedding, usual, config);
  setup.reranking = model_for(flags.reranking, "--reranking", preset.name, preset.reranking,
                              config.reranking, config);
  setup.image_embedding = flags.image_embedding    ? *flags.image_embedding
                          : config.image_embedding ? *config.image_embedding
                                                   : spec_in(config, preset.image_embedding);
  if (setup.image_embedding == "none") setup.image_embedding.clear();
  auto& options = setup.options;
  if (!flags.vectors.empty()) options.vectors = vector_use(flags.vectors);
  if (flags.no_words) options.words = false;
  if (flags.candidates) options.candidates = *flags.candidates;
  if (flags.lazy) options.lazy = *flags.lazy;
  options.diversity = flags.diversity;
  if (flags.vector_type == "int8") setup.vectors = retrieval::VectorKind::int8;
  if (!options.words && (setup.embedding.empty() || options.vectors == VectorUse::none))
    throw UsageError(
        "without words and vectors nothing can be found: name a model with --embedding");
  return setup;
}

retrieval::RetrievalModels make_retrieval_models(const RetrievalSetup& setup, const Config& config,
                                                 boost::asio::any_io_executor executor) {
  const auto client = std::make_shared<io::HttpClient>(std::move(executor));
  retrieval::RetrievalModels models;
  models.vectors = setup.vectors;
  if (!setup.embedding.empty() && setup.options.vectors != VectorUse::none) {
    const auto spec = models::ModelSpec::parse(setup.embedding);
    models.embedder = models::make_embedder(spec, options_for(spec, config, client));
  }
  if (!setup.reranking.empty() && setup.options.rerank) {
    const auto spec = models::ModelSpec::parse(setup.reranking);
    models.reranker = models::make_reranker(spec, options_for(spec, config, client));
  }
  return models;
}

std::shared_ptr<models::Embedder> make_image_embedder(const RetrievalSetup& setup,
                                                      const Config& config,
                                                      boost::asio::any_io_executor executor) {
  if (setup.image_embedding.empty()) return nullptr;
  const auto spec = models::ModelSpec::parse(setup.image_embedding);
  return models::make_embedder(
      spec, options_for(spec, config, std::make_shared<io::HttpClient>(std::move(executor))));
}

}  // namespace assay::cli
