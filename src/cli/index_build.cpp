#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cli/index_commands.h"
#include "cli/index_progress.h"
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
  unsigned jobs = 0;
};

int build(const BuildArguments& arguments) {
  IndexProgress progress;
  retrieval::BuildOptions options;
  options.read.program = program_path();
  options.read.skip_bad = arguments.skip_bad;
  options.read.strict = arguments.strict;
  options.read.jobs = arguments.jobs;
  options.version = version;
  options.now = io::SystemClock().now();
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

}  // namespace

void add_index_build(CLI::App& index, std::function<int()>& run) {
  auto arguments = std::make_shared<BuildArguments>();
  auto* command = index.add_subcommand("build", "Make a store of documents");
  command->add_option("--out", arguments->out, "folder of the store; an older store is replaced")
      ->required()
      ->type_name("STORE");
  command
      ->add_option("INPUT", arguments->inputs,
                   "folders (HTML, text, Markdown, PDF, pictures), JSON Lines files "
                   "({id,url,title,text,date,images}, all but text optional), or stores")
      ->required()
      ->type_name("");
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
      "Example:\n"
      "  assay index build --out news.store archive/ more.jsonl");
  command->callback([arguments, &run] { run = [arguments] { return build(*arguments); }; });
}

}  // namespace assay::cli
