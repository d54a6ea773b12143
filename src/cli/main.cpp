#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string_view>

#include "assay/core/error.h"
#include "cli/command.h"
#include "cli/version.h"
#include "cli/worker.h"
#include "io/descriptors.h"

namespace {

int fail(int status, std::string_view message) {
  std::fprintf(stderr, "assay: %.*s\n", static_cast<int>(message.size()), message.data());
  return status;
}

int run(int argc, char** argv) {
  CLI::App app{
      "Assay checks claims: it gathers evidence, returns a verdict, and keeps every source that\n"
      "the verdict rests on."};
  app.name("assay");
  app.set_version_flag("--version", std::string("assay ") + assay::cli::version);
  app.require_subcommand(1);
  app.footer(
      "Example:\n  assay check \"The Eiffel Tower is 330 metres tall.\" --corpus archive/\n\n"
      "`assay COMMAND --help` explains a command, with an example.\n"
      "Exit status: 0 done, whatever the verdict; 1 it could not be done; 2 wrong usage.");
  std::function<int()> command;
  assay::cli::Commands commands{app, command};
  assay::cli::add_check(commands);
  assay::cli::add_index(commands);
  assay::cli::add_eval(commands);
  assay::cli::add_extract(commands);
  assay::cli::add_models(commands);
  assay::cli::add_report(commands);
  assay::cli::add_verify(commands);
  assay::cli::add_sources(commands);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help and version end with 0; every mistake on the command line with 2.
    return app.exit(error) == 0 ? 0 : 2;
  }
  return command();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc > 1 && std::string_view(argv[1]) == "worker") return assay::cli::run_worker_command();
    assay::io::raise_descriptor_limit();
    return run(argc, argv);
  } catch (const assay::core::UsageError& error) {
    return fail(2, error.what());
  } catch (const std::exception& error) {
    return fail(1, error.what());
  }
}
