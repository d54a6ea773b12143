#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "assay/core/error.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/run_folder.h"
#include "cli/verify_run.h"
#include "io/files.h"
#include "report/words.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using core::Json;

struct VerifyArguments {
  std::string run;
  bool json = false;
};

// The folders of the checks of a run: itself, or those of its claims.
std::vector<fs::path> checks_of(const fs::path& run) {
  std::error_code ignored;
  std::vector<fs::path> checks;
  if (fs::exists(run / "record.jsonl", ignored)) checks.push_back(run);
  if (fs::is_directory(run / "claims", ignored))
    for (const auto& name : claim_folders(run / "claims")) checks.push_back(run / "claims" / name);
  if (checks.empty())
    throw core::InputError("'" + io::shown(run) +
                           "' is no run: it holds neither record.jsonl nor claims/");
  return checks;
}

Json json_of(const Verified& verified, std::size_t checks) {
  return {{"checks", checks},
          {"sources", verified.sources},
          {"extracted_again", verified.extracted},
          {"quotations", verified.quotations},
          {"pictures", verified.pictures},
          {"archive_records", verified.archived},
          {"problems", verified.problems},
          {"holds", verified.problems.empty()}};
}

std::string text_of(const Verified& verified, std::size_t checks) {
  std::string text;
  for (const auto& problem : verified.problems) text += "wrong: " + io::shown(problem) + "\n";
  return text + fmt::format("{}: {} looked at, {} read again from the kept bytes, {}, {}, {}. {}\n",
                            report::counted(checks, "check"),
                            report::counted(verified.sources, "source"), verified.extracted,
                            report::counted(verified.quotations, "quotation"),
                            report::counted(verified.pictures, "picture"),
                            report::counted(verified.archived, "archive record"),
                            verified.problems.empty()
                                ? "All of it holds."
                                : report::counted(verified.problems.size(), "problem") + ".");
}

int verify(const VerifyArguments& arguments) {
  const fs::path run = fs::absolute(arguments.run);
  const auto checks = checks_of(run);
  const auto say = [](std::string_view line) {
    std::fprintf(stderr, "assay: %s\n", std::string(line).c_str());
  };
  Verified all;
  for (const auto& check : checks) {
    auto verified = verify_run(check, program_path(), say);
    if (checks.size() > 1)
      for (auto& problem : verified.problems) problem = check.filename().string() + ": " + problem;
    all.add(verified);
  }
  print(arguments.json
            ? json_of(all, checks.size()).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
            : text_of(all, checks.size()));
  flush();
  return all.problems.empty() ? 0 : 1;
}

}  // namespace

void add_verify(Commands& commands) {
  auto arguments = std::make_shared<VerifyArguments>();
  auto* command =
      commands.app.add_subcommand("verify", "do the quotations of a run stand in what it keeps?");
  command->add_option("RUN", arguments->run, "the run's folder, of one check or of a batch")
      ->required()
      ->type_name("");
  command->add_flag("--json", arguments->json, "print one JSON object and nothing else");
  command->footer(
      "Follows each citation of the record to the kept bytes: every quotation must stand where\n"
      "the report says, every blob and every record of the archive must have its digest, and the\n"
      "extractor that a source names must make the same text of the kept bytes again. The exit\n"
      "status is 0 where all of it holds, else 1; each line `wrong: …` names what does not.\n\n"
      "Example:\n  assay verify assay-runs/the-tower-1a2b3c4d");
  command->callback(
      [arguments, &commands] { commands.run = [arguments] { return verify(*arguments); }; });
}

}  // namespace assay::cli
