#include "cli/index_search_passages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "cli/index_queries.h"
#include "cli/output.h"
#include "cli/passage_lines.h"
#include "io/files.h"
#include "io/run_to_end.h"
#include "io/when_all.h"
#include "language/lines.h"
#include "models/api_key.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/knowledge/store.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using boost::asio::awaitable;
using core::Json;
using core::UsageError;
using retrieval::Collection;
using retrieval::PassageResult;

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void warn(std::string_view line) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

// The stores that the searches of one command open, each once.
class OpenStores {
 public:
  OpenStores(const PassageArguments& arguments, retrieval::RetrievalModels models, io::Pool& pool)
      : path_(arguments.store), models_(std::move(models)), pool_(pool) {
    if (retrieval::looks_like_knowledge_store(path_))
      knowledge_.emplace(retrieval::KnowledgeStore::open(path_));
    else
      retrieval::read_manifest(path_);  // says so where it is no store
  }

  bool of_claims() const { return knowledge_.has_value(); }
  // The claim's text; empty where it is not known.
  std::string text_of(const std::string& claim) const {
    const auto* entry = knowledge_->find(claim);
    return entry == nullptr ? std::string() : entry->text;
  }

  const retrieval::Retriever& at(const std::string& claim) {
    auto& made = retrievers_[claim];
    if (!made) {
      const std::array inputs{knowledge_ ? knowledge_->folder_of(claim) : path_};
      auto corpus = std::make_shared<const retrieval::Corpus>(retrieval::Corpus::open(inputs, {}));
      made = std::make_unique<retrieval::Retriever>(std::move(corpus), models_, pool_, warn);
    }
    return *made;
  }
  void forget(const std::string& claim) { retrievers_.erase(claim); }

 private:
  fs::path path_;
  retrieval::RetrievalModels models_;
  io::Pool& pool_;
  std::optional<retrieval::KnowledgeStore> knowledge_;
  std::map<std::string, std::unique_ptr<retrieval::Retriever>> retrievers_;
};

// What is searched: everything together, or each collection of texts by itself.
std::vector<retrieval::RetrievalOptions> searches_of(const PassageArguments& arguments,
                                                     const RetrievalSetup& setup) {
  auto options = setup.options;
  options.documents = arguments.documents;
  options.collection = retrieval::collection_of(arguments.collection);
  if (!setup.preset.each_collection || !arguments.collection.empty()) return {options};
  std::vector<retrieval::RetrievalOptions> searches;
  for (const auto collection : {Collection::text, Collection::image_text}) {
    options.collection = collection;
    searches.push_back(options);
  }
  return searches;
}

awaitable<PassageResult> search(const retrieval::Retriever& retriever, std::string query,
                                std::vector<retrieval::RetrievalOptions> searches) {
  PassageResult all;
  for (auto& options : searches) {
    auto result = co_await retriever.search(query, std::move(options));
    for (auto& hit : result.hits) all.hits.push_back(std::move(hit));
    for (auto& one : result.excluded) all.excluded.push_back(std::move(one));
    all.embedded += result.embedded;
  }
  co_return all;
}

void print_result(const PassageArguments& arguments, const std::string& query,
                  const retrieval::Corpus& corpus, const PassageResult& result) {
  if (arguments.json) {
    auto json = result_json(corpus, result);
    json["query"] = query;
    if (!arguments.claim.empty()) json["claim"] = arguments.claim;
    return print(dumped(json) + "\n");
  }
  std::size_t rank = 0;
  for (const auto& hit : result.hits) print(hit_text(corpus, hit, ++rank));
  if (result.hits.empty()) print("nothing was found\n");
  for (const auto& dropped : result.excluded)
    print(fmt::format("dropped: {}: {}\n", io::shown(corpus.document(dropped.hit).id),
                      dropped.reason));
}

int search_one(const PassageArguments& arguments, const RetrievalSetup& setup, OpenStores& stores,
               boost::asio::io_context& loop) {
  auto query = arguments.query.value_or("");
  if (stores.of_claims() && arguments.claim.empty())
    throw UsageError("'" + io::shown(arguments.store) +
                     "' holds the stores of many claims: name one with --claim ID");
  if (!stores.of_claims() && !arguments.claim.empty())
    throw UsageError("--claim goes with a knowledge store, and '" + io::shown(arguments.store) +
                     "' is a store of documents");
  const auto& retriever = stores.at(arguments.claim);
  if (!arguments.query && stores.of_claims()) query = stores.text_of(arguments.claim);
  if (language::is_blank(query))
    throw UsageError(arguments.query || !stores.of_claims()
                         ? "the query is empty"
                         : "the claim's text is not known (build the store with --claims FILE): "
                           "write a query behind STORE");
  const auto result = io::run_to_end(loop, search(retriever, query, searches_of(arguments, setup)));
  print_result(arguments, query, retriever.corpus(), result);
  flush();
  return 0;
}

awaitable<std::string> answer(OpenStores& stores, NumberedQuery query,
                              std::vector<retrieval::RetrievalOptions> searches) {
  if (query.text.empty()) query.text = stores.text_of(query.claim);
  const auto& retriever = stores.at(query.claim);
  const auto result = co_await search(retriever, query.text, std::move(searches));
  auto json = result_json(retriever.corpus(), result);
  json["id"] = query.id;
  co_return dumped(json) + "\n";
}

// A claim's queries follow each other mostly: so many claims stay open.
constexpr std::size_t searched_together = 64;

int search_many(const PassageArguments& arguments, const RetrievalSetup& setup, OpenStores& stores,
                boost::asio::io_context& loop) {
  auto queries = read_queries(arguments.queries, !stores.of_claims());
  for (auto& query : queries) {
    if (stores.of_claims() && query.claim.empty()) query.claim = arguments.claim;
    if (stores.of_claims() && query.claim.empty())
      throw core::InputError("the query " + query.id.dump() + " names no 'claim'");
    if (!stores.of_claims()) query.claim.clear();
  }
  const auto searches = searches_of(arguments, setup);
  for (std::size_t at = 0; at < queries.size(); at += searched_together) {
    std::vector<awaitable<std::string>> work;
    const auto end = std::min(at + searched_together, queries.size());
    for (std::size_t i = at; i < end; ++i) work.push_back(answer(stores, queries[i], searches));
    auto all = io::when_all(std::move(work), retrieval::threads_for(arguments.jobs));
    for (auto& one : io::run_to_end(loop, std::move(all))) print(one.get());
    for (std::size_t i = at; i < end; ++i)
      if (end == queries.size() || queries[end].claim != queries[i].claim)
        if (stores.of_claims()) stores.forget(queries[i].claim);
  }
  flush();
  return 0;
}

}  // namespace

int search_passages(const PassageArguments& arguments) {
  const auto config = load_config(arguments.config, models::system_environment());
  const auto setup = retrieval_setup(arguments.flags, config);
  boost::asio::io_context loop(1);
  io::Pool pool(arguments.jobs);
  OpenStores stores(arguments, make_retrieval_models(setup, config, loop.get_executor()), pool);
  return arguments.queries.empty() ? search_one(arguments, setup, stores, loop)
                                   : search_many(arguments, setup, stores, loop);
}

}  // namespace assay::cli
