#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "cli/index_commands.h"
#include "cli/index_queries.h"
#include "cli/index_search_alike.h"
#include "cli/index_search_passages.h"
#include "cli/index_search_pictures.h"
#include "cli/output.h"
#include "cli/search_lines.h"
#include "io/files.h"
#include "language/lines.h"
#include "models/api_key.h"
#include "retrieval/corpus.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/knowledge/store.h"
#include "retrieval/store/store.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;
using core::UsageError;
using retrieval::Corpus;
using retrieval::CorpusSearch;

struct SearchArguments {
  std::string store;
  std::optional<std::string> query;
  std::string queries;
  std::optional<std::size_t> top;
  bool json = false;
  std::string before;
  bool require_date = false;
  unsigned jobs = 0;
  bool images = false;
  std::string image;
  bool passages = false;
  std::string claim;
  std::string collection;
  std::string config;
  RetrievalFlags flags;
};

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json hit_json(const Corpus& corpus, const retrieval::CorpusHit& hit, bool with_date) {
  auto document = corpus.document(hit);
  Json json{{"id", std::move(document.id)},
            {"score", hit.score},
            {"url", std::move(document.url)},
            {"title", std::move(document.title)},
            {"text", std::move(document.text)}};
  if (with_date) json["date"] = document.date ? Json(document.date->to_string()) : Json();
  return json;
}

Json hits_json(const Corpus& corpus, const retrieval::CorpusResult& result, bool with_date) {
  Json hits = Json::array();
  for (const auto& hit : result.hits) hits.push_back(hit_json(corpus, hit, with_date));
  return hits;
}

std::string hit_text(const Corpus& corpus, const retrieval::CorpusHit& hit, std::size_t rank) {
  const auto document = corpus.document(hit);
  auto text = fmt::format("{:>3}. {}{}{} (score {:.2f})\n", rank, io::shown(document.id),
                          document.title.empty() ? "" : "  " + line_of(document.title, 100),
                          document.date ? "  " + document.date->to_string() : "", hit.score);
  if (!document.url.empty()) text += "     " + line_of(document.url, 200) + "\n";
  return text + "     " + line_of(document.text, 200) + "\n";
}

int search_one(const Corpus& corpus, const SearchArguments& arguments,
               const CorpusSearch& options) {
  const auto result = corpus.search(*arguments.query, options);
  if (arguments.json) {
    Json excluded = Json::array();
    for (const auto& dropped : result.excluded)
      excluded.push_back({{"id", corpus.document(dropped.hit).id}, {"reason", dropped.reason}});
    print(dumped({{"query", *arguments.query},
                  {"hits", hits_json(corpus, result, true)},
                  {"excluded", std::move(excluded)}}) +
          "\n");
  } else {
    std::size_t rank = 0;
    for (const auto& hit : result.hits) print(hit_text(corpus, hit, ++rank));
    if (result.hits.empty()) print("nothing was found\n");
    for (const auto& dropped : result.excluded)
      print(fmt::format("dropped: {}: {}\n", io::shown(corpus.document(dropped.hit).id),
                        dropped.reason));
  }
  flush();
  return 0;
}

int search_many(const Corpus& corpus, const SearchArguments& arguments,
                const CorpusSearch& options) {
  const auto queries = read_queries(arguments.queries, true);
  std::size_t next = 0;
  const auto answer = [&](std::size_t number) {
    const auto& query = queries[number];
    return dumped({{"id", query.id},
                   {"hits", hits_json(corpus, corpus.search(query.text, options), false)}}) +
           "\n";
  };
  retrieval::in_order(
      retrieval::threads_for(arguments.jobs),
      [&] { return next < queries.size() ? std::optional(next++) : std::nullopt; },
      [&] { return answer; }, print);
  flush();
  return 0;
}

CorpusSearch options_of(const SearchArguments& arguments) {
  CorpusSearch options;
  options.top = arguments.top.value_or(10);
  options.require_date = arguments.require_date;
  if (arguments.before.empty()) return options;
  options.before = core::Date::parse(arguments.before);
  if (!options.before)
    throw UsageError("--before takes a date, and '" + io::shown(arguments.before) +
                     "' is none (write it as 2024-01-31)");
  return options;
}

// Of a knowledge store, or where the command line says how.
bool wants_passages(const SearchArguments& arguments) {
  return arguments.passages || arguments.flags.any() || !arguments.claim.empty() ||
         !arguments.collection.empty() || retrieval::looks_like_knowledge_store(arguments.store);
}

PassageArguments passage_arguments(const SearchArguments& arguments) {
  PassageArguments passages;
  passages.store = arguments.store;
  passages.claim = arguments.claim;
  passages.query = arguments.query;
  passages.queries = arguments.queries;
  passages.collection = arguments.collection;
  passages.documents = options_of(arguments);
  passages.jobs = arguments.jobs;
  passages.json = arguments.json;
  passages.config = arguments.config;
  passages.flags = arguments.flags;
  return passages;
}

// Of a knowledge store the claim's.
fs::path store_of(const SearchArguments& arguments) {
  if (!retrieval::looks_like_knowledge_store(arguments.store)) return arguments.store;
  if (arguments.claim.empty())
    throw UsageError("'" + io::shown(arguments.store) +
                     "' holds the stores of many claims: name one with --claim ID");
  return retrieval::KnowledgeStore::open(arguments.store).folder_of(arguments.claim);
}

int search_for_pictures(const SearchArguments& arguments, const fs::path& store) {
  auto options = options_of(arguments);
  if (const auto preset = retrieval::retrieval_preset(arguments.flags.preset);
      preset && preset->pictures > 0 && !arguments.top)
    options.top = arguments.images ? preset->pictures : preset->pictures_each;
  const std::array<fs::path, 1> inputs{store};
  const auto corpus = std::make_shared<const Corpus>(Corpus::open(inputs, {}));
  const auto config = load_config(arguments.config, models::system_environment());
  const auto alike = make_alike_search(corpus, arguments.flags, config, options);
  if (!arguments.image.empty())
    return find_picture(*corpus, arguments.image, options, alike.get(), arguments.json);
  return search_pictures(*corpus, *arguments.query, options, alike.get(), arguments.json);
}

int search(const SearchArguments& arguments) {
  const bool many = !arguments.queries.empty();
  if (wants_passages(arguments) && arguments.image.empty() && !arguments.images) {
    if (arguments.query && many)
      throw UsageError("`assay index search` takes either a query or --queries FILE");
    return search_passages(passage_arguments(arguments));
  }
  if (arguments.query.has_value() + many + !arguments.image.empty() != 1)
    throw UsageError("`assay index search` takes either a query, --queries FILE or --image FILE");
  if (arguments.images && !arguments.query)
    throw UsageError("--images takes a query, the words to look for");
  if (arguments.query && language::is_blank(*arguments.query))
    throw UsageError("the query is empty");
  const auto options = options_of(arguments);
  // Says so where it is something else: only what is a store is opened in place.
  const auto store = store_of(arguments);
  retrieval::read_manifest(store);
  const std::array<fs::path, 1> inputs{store};
  if (!arguments.image.empty() || arguments.images) return search_for_pictures(arguments, store);
  const auto corpus = Corpus::open(inputs, {});
  return many ? search_many(corpus, arguments, options) : search_one(corpus, arguments, options);
}

}  // namespace

void add_index_search(CLI::App& index, std::function<int()>& run) {
  auto arguments = std::make_shared<SearchArguments>();
  auto* command = index.add_subcommand("search", "Find documents or pictures in a store");
  command->add_option("STORE", arguments->store, "folder of the store")->required()->type_name("");
  command->add_option("QUERY", arguments->query, "words to look for; \"quoted words\" are a phrase")
      ->type_name("");
  command
      ->add_option("--queries", arguments->queries,
                   "many queries, {id,query,claim} a line; gives {id,hits} a line, in their order")
      ->type_name("FILE.jsonl");
  command->add_flag("--images", arguments->images,
                    "look for pictures, by their captions and the words around them");
  command
      ->add_option("--image", arguments->image,
                   "look for this picture, also resized, cropped, mirrored or framed")
      ->type_name("FILE");
  command->add_option("--top", arguments->top, "how many documents or pictures (default 10)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}))
      ->type_name("N");
  command->add_flag("--json", arguments->json, "one JSON object");
  command->add_option("--before", arguments->before, "drop what was published on that day or later")
      ->type_name("DATE");
  command->add_flag("--require-date", arguments->require_date, "drop what has no date");
  command->add_flag("--passages", arguments->passages,
                    "find passages, with the one before and after each, instead of documents "
                    "(always so in a knowledge store)");
  command
      ->add_option("--claim", arguments->claim,
                   "of a knowledge store: whose documents; without a query the claim's text is it")
      ->type_name("ID");
  command
      ->add_option("--collection", arguments->collection,
                   "of AVerImaTeC's store: only text, image_text or images")
      ->check(CLI::IsMember({"text", "image_text", "images"}))
      ->type_name("NAME");
  add_retrieval_flags(*command, arguments->flags);
  command->add_option("--config", arguments->config, "instead of assay.toml")->type_name("FILE");
  command->add_option("--jobs", arguments->jobs, "threads for --queries (default: one a core)")
      ->check(CLI::Range(1U, 1024U))
      ->type_name("N");
  command->footer(
      "Example:\n"
      "  assay index search news.store \"who opened the bridge\" --top 5 --before 2020-05-01\n"
      "  assay index search news.store --queries queries.jsonl --top 100 > hits.jsonl\n"
      "  assay index search news.store --passages \"who opened the bridge\" --embedding "
      "llama:minilm.gguf\n"
      "  assay index search dev.store --claim 17\n"
      "  assay index search news.store --images \"flooded bridge\"\n"
      "  assay index search news.store --image photo.jpg --json");
  command->callback([arguments, &run] { run = [arguments] { return search(*arguments); }; });
}

}  // namespace assay::cli
