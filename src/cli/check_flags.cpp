#include "cli/check_flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "assay/core/error.h"
#include "cli/output.h"
#include "io/files.h"
#include "language/utf8.h"

namespace assay::cli {
namespace {

constexpr std::size_t longest_example = 20'000;  // bytes of a style example

template <class T, class Given>
void take(const std::optional<Given>& given, T& into) {
  if (given) into = *given;
}

}  // namespace

void add_check_flags(CLI::App& command, CheckFlags& flags) {
  command.add_option(
      "--corpus", flags.corpus,
      "where to look for evidence: a folder (HTML, text, Markdown, PDF, pictures), a "
      "JSON Lines file of "
      "{id, url, title, text, date, images}, or a store; may be given several times; "
      "or a knowledge store, in which each claim has its own");
  command.add_flag("--require-date", flags.settings.require_date,
                   "leave out sources without a date");
  command
      .add_option("--procedure", flags.settings.procedure,
                  "how to check: defame, or a verdict of the model without evidence: direct, cot "
                  "(step by step)")
      ->capture_default_str();
  command.add_option("--model", flags.model,
                     "who thinks: embedded (no language model, the default), openai:NAME[@URL], "
                     "anthropic:NAME, gemini:NAME, llama:FILE.gguf[+MMPROJ.gguf]; keys come from "
                     "the environment (OPENAI_API_KEY, …)");
  command.add_option("--config", flags.config,
                     "settings, a model for each stage among them (default: ./assay.toml, else the "
                     "user's own)");
  command.add_option("--max-turns", flags.max_turns, "turns of search at most (default: 3)")
      ->check(CLI::Range(1, 20));
  command.add_option("--results", flags.results, "sources a search brings at most (default: 3)")
      ->check(CLI::Range(1, 100));
  command
      .add_option("--budget", flags.budget,
                  "US dollars that the models may cost, a claim: gathering stops in time to judge")
      ->check(CLI::PositiveNumber);
  command
      .add_option("--deadline", flags.deadline,
                  "seconds that a check may take: gathering stops in time to judge")
      ->check(CLI::PositiveNumber);
  command.add_option("--prompts", flags.prompts,
                     "a folder of Markdown files that take the place of assay's own prompts: "
                     "system, plan, summarize, develop, judge, justify, direct, cot, interpret, "
                     "decompose, decontextualize");
  command.add_option("--style-example", flags.style_example,
                     "a text file whose style the justification follows");
  command.add_option("--without", flags.settings.without,
                     "leave out a tool or a stage: web_search, image_search, reverse_search, "
                     "fact_checks, develop; may be given several times");
  command.add_flag("--single-turn", flags.single_turn, "search once, as --max-turns 1");
  command.add_flag("--static-actions", flags.settings.static_actions,
                   "use every tool once instead of planning");
  command.add_flag("--unimodal-develop", flags.settings.unimodal_develop,
                   "show the stages behind summarize no picture that was found");
  command.add_flag("--no-cache", flags.no_cache, "ask models again what they answered before");
  command.add_option("--jobs", flags.jobs, "claims of a batch at a time (default: two a core)")
      ->check(CLI::Range(1, 4096));
  command.add_flag("--skip-bad", flags.skip_bad, "go on without the bad lines of JSON Lines files");
  command.add_flag("--strict", flags.strict, "refuse a corpus with a document that can't be read");
  command.add_option(
      "--search", flags.web.search,
      "the service that searches the web: serper, brave, google, searxng, wikipedia, "
      "none (default: as configured, else by the key that is there)");
  command.add_option("--lists", flags.web.lists,
                     "a list of sites of your own (docs/sources.md); may be given several times");
  command.add_flag("--browser-no-sandbox", flags.web.browser_no_sandbox,
                   "render pages also where Chromium's sandbox does not work");
  command.add_flag("--offline", flags.web.offline, "read pages from the cache alone, however old");
  command.add_flag("--allow-private-hosts", flags.web.private_hosts,
                   "fetch pages also from addresses inside this machine's networks");
  command.add_flag("--passages", flags.passages,
                   "search the corpus by its passages instead of its documents (always so in a "
                   "knowledge store)");
  add_retrieval_flags(command, flags.retrieval);
}

core::Date date_of(const std::string& text, const char* flag) {
  const auto date = core::Date::parse(text);
  if (!date)
    throw core::UsageError(
        fmt::format("{} is not a date: '{}' (write YYYY-MM-DD)", flag, io::shown(text)));
  return *date;
}

CheckSettings settings_of(const CheckFlags& flags, const Config& config) {
  auto settings = flags.settings;
  apply(config, settings);
  if (flags.model) {
    settings.model = *flags.model;
    settings.stages.clear();  // one model for all: said last, it weighs most
  }
  take(flags.max_turns, settings.max_turns);
  if (flags.single_turn) settings.max_turns = 1;
  take(flags.results, settings.results);
  take(flags.prompts, settings.prompts);
  take(flags.budget, settings.budget);
  take(flags.deadline, settings.deadline);
  if (!flags.before.empty()) settings.before = date_of(flags.before, "--before");
  if (!flags.style_example.empty())
    settings.style_example = language::to_utf8(io::read_file(flags.style_example, longest_example));
  return settings;
}

bool by_passages(const CheckFlags& flags) {
  return !flags.corpus.empty() &&
         (flags.passages || flags.retrieval.any() || names_knowledge(flags.corpus));
}

CheckEvidence open_corpus(const CheckFlags& flags, Progress& progress) {
  retrieval::CorpusOptions options;
  options.program = program_path();
  options.skip_bad = flags.skip_bad;
  options.strict = flags.strict;
  options.say = [&progress](std::string_view line) { progress.message(line); };
  return open_evidence(flags.corpus, options);
}

bool searches(const CheckSettings& settings) { return settings.procedure == "defame"; }

}  // namespace assay::cli
