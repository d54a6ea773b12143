#include "cli/index_embed.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/run_to_end.h"
#include "models/api_key.h"
#include "retrieval/knowledge/store.h"
#include "retrieval/store/report.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

struct Part {
  fs::path folder;
  std::uint64_t passages = 0;
};

std::vector<Part> parts_of(const fs::path& store) {
  if (!retrieval::looks_like_knowledge_store(store))
    return {{store, retrieval::read_manifest(store).passages}};
  std::vector<Part> parts;
  const auto knowledge = retrieval::KnowledgeStore::open(store);
  for (const auto& claim : knowledge.claims())
    parts.push_back({knowledge.folder_of(claim.id), claim.passages});
  return parts;
}

}  // namespace

void check_embedding(const RetrievalFlags& flags, const std::string& config_file) {
  const auto setup = retrieval_setup(flags, load_config(config_file, models::system_environment()));
  if (setup.embedding.empty())
    throw core::UsageError("--embed needs a model that makes vectors: name it with --embedding");
  models::ModelSpec::parse(setup.embedding);
}

std::size_t embed_store(const fs::path& store, const RetrievalFlags& flags,
                        const std::string& config_file, IndexProgress& progress) {
  const auto config = load_config(config_file, models::system_environment());
  auto setup = retrieval_setup(flags, config);
  setup.reranking.clear();
  boost::asio::io_context loop(1);
  io::Pool pool;
  const auto models = make_retrieval_models(setup, config, loop.get_executor());
  const auto parts = parts_of(store);
  std::uint64_t all = 0;
  for (const auto& part : parts) all += part.passages;
  const auto begin = progress.seconds();
  std::uint64_t before = 0;
  std::size_t made = 0;
  for (const auto& part : parts) {
    const std::array inputs{part.folder};
    const auto corpus =
        std::make_shared<const retrieval::Corpus>(retrieval::Corpus::open(inputs, {}));
    const retrieval::Retriever retriever(corpus, models, pool, {});
    const auto told = [&](std::size_t done, std::size_t) {
      progress.update([&, done](double seconds) {
        return fmt::format("{} of {} have vectors{}", retrieval::with_commas(before + done),
                           retrieval::counted(all, "passage", "passages"),
                           retrieval::time_left(before + done, all, seconds - begin));
      });
    };
    made += io::run_to_end(loop, retriever.embed_all(told));
    before += part.passages;
  }
  return made;
}

}  // namespace assay::cli
