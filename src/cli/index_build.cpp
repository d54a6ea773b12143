#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "cli/index_commands.h"
#include "cli/index_embed.h"
#include "cli/index_progress.h"
#include "cli/knowledge_build.h"
#include "cli/output.h"
#include "cli/version.h"
#include "io/clock.h"
#include "io/files.h"
#include "retrieval/store/build.h"
#include "retrieval/store/report.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

struct BuildArguments {
  std::string out;
  std::vector<std::string> inputs;
  bool skip_bad = false;
  bool strict = false;
  std::string from = "corpus";
  std::string split;
  std::string claims;
  bool replace = false;
  bool embed = false;
  std::string config;
  RetrievalFlags retrieval;
  unsigned jobs = 0;
};

retrieval::BuildOptions options_of(const BuildArguments& arguments) {
  retrieval::BuildOptions options;
  options.read.program = program_path();
  options.read.skip_bad = arguments.skip_bad;
  options.read.strict = arguments.strict;
  options.read.jobs = arguments.jobs;
  options.version = version;
  options.now = io::SystemClock().now();
  return options;
}

int build_corpus(const BuildArguments& arguments) {
  IndexProgress progress;
  auto options = options_of(arguments);
  options.progress = [&](const retrieval::BuildProgress& state) { progress.update(state); };
  const std::vector<fs::path> inputs(arguments.inputs.begin(), arguments.inputs.end());
  const auto result = retrieval::build_store(inputs, arguments.out, options);
  const auto& manifest = result.manifest;
  for (const auto& line : retrieval::left_out_lines(manifest.left_out)) progress.message(line);
  const auto text = fmt::format(
      "{} '{}': {}, {} of text, {} in all{}\n",
      result.unchanged ? "unchanged, made from the same inputs:" : "built",
      io::shown(arguments.out), retrieval::contents_text(manifest),
      retrieval::readable_bytes(manifest.text_bytes), retrieval::readable_bytes(manifest.bytes()),
      result.unchanged ? "" : fmt::format(", in {:.1f} s", progress.seconds()));
  print(text);
  flush();
  return 0;
}

void refuse_options(const BuildArguments& arguments) {
  const bool corpus = arguments.from == "corpus";
  const auto refuse = [&](const char* option, const char* kind) {
    throw core::UsageError(std::string(option) + " goes with --from " + kind);
  };
  if (!arguments.split.empty() && arguments.from != "averimatec") refuse("--split", "averimatec");
  if (corpus && !arguments.claims.empty()) refuse("--claims", "averitec-kb or averimatec");
  if (corpus && arguments.replace) refuse("--replace", "averitec-kb or averimatec");
  if (!corpus && arguments.skip_bad) refuse("--skip-bad", "corpus (of a benchmark's it is so)");
  if (!corpus && arguments.strict) refuse("--strict", "corpus");
}

int build_documents(const BuildArguments& arguments) {
  if (arguments.from == "corpus") return build_corpus(arguments);
  return build_knowledge_store({arguments.from,
                                arguments.out,
                                {arguments.inputs.begin(), arguments.inputs.end()},
                                arguments.split,
                                arguments.claims,
                                arguments.replace},
                               options_of(arguments));
}

int embed(const BuildArguments& arguments) {
  IndexProgress progress;
  const auto made = embed_store(arguments.out, arguments.retrieval, arguments.config, progress);
  print(fmt::format("{} made, in {:.1f} s\n", retrieval::counted(made, "vector", "vectors"),
                    progress.seconds()));
  flush();
  return 0;
}

int build(const BuildArguments& arguments) {
  refuse_options(arguments);
  if (arguments.retrieval.any() && !arguments.embed)
    throw core::UsageError("--embedding and --vector-type go with --embed");
  if (arguments.embed) check_embedding(arguments.retrieval, arguments.config);
  const int status = build_documents(arguments);
  return status == 0 && arguments.embed ? embed(arguments) : status;
}

}  // namespace

void add_index_build(CLI::App& index, std::function<int()>& run) {
  auto arguments = std::make_shared<BuildArguments>();
  auto* command =
      index.add_subcommand("build", "Make a store of documents, or of a benchmark's evidence");
  command->add_option("--out", arguments->out, "folder of the store; an older store is replaced")
      ->required()
      ->type_name("STORE");
  command
      ->add_option("INPUT", arguments->inputs,
                   "folders (HTML, text, Markdown, PDF, pictures), JSON Lines files "
                   "({id,url,title,text,date,images}, all but text optional), or stores; with "
                   "--from a benchmark, its folder or ZIP archive")
      ->required()
      ->type_name("");
  command
      ->add_option("--from", arguments->from,
                   "what the inputs are (default: corpus): averitec-kb, AVeriTeC's knowledge store "
                   "(ID.json in a folder or ZIP archive); averimatec, the folder that holds "
                   "text_related and image_related")
      ->check(CLI::IsMember({"corpus", "averitec-kb", "averimatec"}))
      ->type_name("KIND");
  command->add_option("--split", arguments->split, "of AVerImaTeC: train, val, test")
      ->type_name("NAME");
  command
      ->add_option("--claims", arguments->claims,
                   "the benchmark's claims (dev.json): others are left out, and counted")
      ->type_name("FILE");
  command->add_flag("--replace", arguments->replace,
                    "replace claims that were made from another input");
  command->add_flag("--embed", arguments->embed,
                    "also make the vectors of every passage (else they are made as searches need "
                    "them)");
  command
      ->add_option("--embedding", arguments->retrieval.embedding,
                   "the model for --embed (default: [embedding] in assay.toml, else "
                   "all-minilm-l6-v2.gguf among your models)")
      ->type_name("SPEC");
  command
      ->add_option("--vector-type", arguments->retrieval.vector_type,
                   "how they are kept: float16 (the default), or int8 in half the space")
      ->check(CLI::IsMember({"float16", "int8"}))
      ->type_name("TYPE");
  command->add_option("--config", arguments->config, "instead of assay.toml")->type_name("FILE");
  command->add_flag("--skip-bad", arguments->skip_bad,
                    "go on after a bad line of a JSON Lines file, and count them");
  command->add_flag("--strict", arguments->strict,
                    "refuse where a document or picture can't be read");
  command->add_option("--jobs", arguments->jobs, "threads (default: one a core)")
      ->check(CLI::Range(1U, 1024U))
      ->type_name("N");
  command->footer(
      "The store appears, or takes an older one's place, when it is finished; whatever fails "
      "before\n"
      "leaves things as they were. Built again from the same inputs it is left as it is.\n\n"
      "Pictures are taken where their bytes are at hand: files that pages and 'images' name, in "
      "the\n"
      "folder itself or below it; files of the same name as a page or text beside it; data URLs.\n"
      "Other picture files of a folder are documents themselves. Nothing is fetched from the "
      "web.\n\n"
      "With --from a benchmark each claim has a store of its own in one folder. Claims are added "
      "to\n"
      "those that are there; a build that was stopped goes on; unchanged claims are left alone;\n"
      "broken lines, empty texts, wrong types, repeated addresses and unknown claims are "
      "counted.\n\n"
      "Examples:\n"
      "  assay index build --out news.store archive/ more.jsonl\n"
      "  assay index build --out dev.store --from averitec-kb dev_knowledge_store.zip --claims "
      "dev.json");
  command->callback([arguments, &run] { run = [arguments] { return build(*arguments); }; });
}

}  // namespace assay::cli
