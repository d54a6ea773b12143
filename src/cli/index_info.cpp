#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/index_commands.h"
#include "cli/knowledge_info.h"
#include "cli/output.h"
#include "io/files.h"
#include "retrieval/knowledge/store.h"
#include "retrieval/store/layout.h"
#include "retrieval/store/report.h"
#include "retrieval/store/store.h"

namespace assay::cli {
namespace {

using core::Json;
using retrieval::Manifest;
using retrieval::readable_bytes;
using retrieval::with_commas;

struct InfoArguments {
  std::string store;
  std::string claim;
  bool json = false;
};

std::string languages_text(const Manifest& manifest) {
  std::vector<std::pair<std::string, std::uint64_t>> languages(manifest.languages.begin(),
                                                               manifest.languages.end());
  std::ranges::sort(languages, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string text;
  for (const auto& [language, count] : languages)
    text += (text.empty() ? "" : ", ") + (language.empty() ? "unknown" : language) + " " +
            with_commas(count);
  return text;
}

std::string dates_text(const Manifest& manifest) {
  std::string text = manifest.first_date ? manifest.first_date->to_string() + " to " +
                                               manifest.last_date->to_string() + ", "
                                         : "";
  return text + with_commas(manifest.undated) + " without a date";
}

// `345, 12.3 MB, 2 more unreadable, 12 named and not at hand`.
std::string pictures_text(const Manifest& manifest) {
  auto text = with_commas(manifest.pictures);
  if (manifest.pictures > 0) text += ", " + readable_bytes(manifest.picture_bytes);
  if (manifest.left_out.pictures > 0)
    text += ", " + with_commas(manifest.left_out.pictures) + " more unreadable";
  if (manifest.not_at_hand > 0)
    text += ", " + with_commas(manifest.not_at_hand) + " named and not at hand";
  return text;
}

std::string text_of(const retrieval::Store& store) {
  const auto& manifest = store.manifest();
  std::string text;
  const auto line = [&](const char* name, const std::string& value) {
    text += fmt::format("{:<12} {}\n", name, value);
  };
  line("store", io::shown(store.path()));
  line("documents", with_commas(manifest.documents));
  line("passages", fmt::format("{}, of which {} repeat another", with_commas(manifest.passages),
                               with_commas(manifest.repeated_passages)));
  line("pictures", pictures_text(manifest));
  line("languages", languages_text(manifest));
  line("dates", dates_text(manifest));
  line("size", fmt::format("{}, of which {} text", readable_bytes(manifest.bytes()),
                           readable_bytes(manifest.text_bytes)));
  line("index", fmt::format("{} terms, {} words", with_commas(manifest.terms),
                            with_commas(manifest.tokens)));
  line("built", fmt::format("{} by assay {}, format {}", manifest.built.to_string(),
                            manifest.program, retrieval::store_version));
  for (const auto& input : manifest.made_from)
    line("made from", fmt::format("{} ({}, {})", io::shown(input.path), input.kind,
                                  retrieval::counted(input.documents, "document", "documents")));
  for (const auto& left : retrieval::left_out_lines(manifest.left_out)) line("", left);
  line("fingerprint", manifest.fingerprint);
  return text;
}

Json json_of(const retrieval::Store& store) {
  Json json{{"store", io::shown(store.path())}};
  json.update(retrieval::to_json(store.manifest()));
  json["bytes"] = store.manifest().bytes();
  for (const char* name : {"first_date", "last_date"})
    if (json[name] == "") json[name] = nullptr;
  return json;
}

int info(const InfoArguments& arguments) {
  std::filesystem::path folder = arguments.store;
  if (!arguments.claim.empty())
    folder = retrieval::KnowledgeStore::open(folder).folder_of(arguments.claim);
  else if (retrieval::looks_like_knowledge_store(folder))
    return knowledge_info(folder, arguments.json);
  const auto store = retrieval::Store::open(folder);
  const auto text = arguments.json
                        ? json_of(store).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
                        : text_of(store);
  print(text);
  flush();
  return 0;
}

}  // namespace

void add_index_info(CLI::App& index, std::function<int()>& run) {
  auto arguments = std::make_shared<InfoArguments>();
  auto* command = index.add_subcommand("info", "Say what a store holds");
  command->add_option("STORE", arguments->store, "folder of the store")->required()->type_name("");
  command->add_flag("--json", arguments->json, "one JSON object");
  command->add_option("--claim", arguments->claim, "of a knowledge store: this claim's documents")
      ->type_name("ID");
  command->footer("Example:\n  assay index info news.store --json");
  command->callback([arguments, &run] { run = [arguments] { return info(*arguments); }; });
}

}  // namespace assay::cli
