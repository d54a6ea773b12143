#pragma once
#include <CLI/App.hpp>
#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <optional>
#include <string>

#include "cli/config.h"
#include "retrieval/search/options.h"
#include "retrieval/search/retriever.h"

namespace assay::cli {

// How passages are searched for, as the command line says it.
struct RetrievalFlags {
  std::string preset;
  std::optional<std::string> embedding;  // a spec, or `none`
  std::optional<std::string> reranking;  // likewise
  std::optional<std::string> image_embedding;
  std::string vector_type;  // `float16`, `int8`; empty: float16
  std::string vectors;      // `none`, `lazy`, `full`; empty: what the rest says
  bool no_words = false;
  std::optional<std::size_t> candidates;
  std::optional<std::size_t> lazy;
  std::optional<double> diversity;

  // Does it say anything?
  bool any() const;
};
void add_retrieval_flags(CLI::App& command, RetrievalFlags& flags);

// What it comes to, with the configuration's models.
struct RetrievalSetup {
  retrieval::RetrievalOptions options;
  retrieval::RetrievalPreset preset;  // of no name where none was asked for
  std::string embedding;              // specs; empty: none
  std::string reranking;
  std::string image_embedding;
  retrieval::VectorKind vectors = retrieval::VectorKind::float16;
};
// Throws UsageError for flags that do not go together, and where a preset's model is named nowhere.
RetrievalSetup retrieval_setup(const RetrievalFlags& flags, const Config& config);

// Makes the models. Throws UsageError where one can't be used.
retrieval::RetrievalModels make_retrieval_models(const RetrievalSetup& setup, const Config& config,
                                                 boost::asio::any_io_executor executor);
// The model that embeds pictures; null where none is set up.
std::shared_ptr<models::Embedder> make_image_embedder(const RetrievalSetup& setup,
                                                      const Config& config,
                                                      boost::asio::any_io_executor executor);

}  // namespace assay::cli
