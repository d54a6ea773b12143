#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "cli/command.h"
#include "cli/output.h"
#include "io/files.h"
#include "io/http_text.h"
#include "web/sites/leak_rules.h"
#include "web/sites/site_judge.h"

namespace assay::cli {
namespace {

using core::Json;
using web::SiteJudgement;

struct CheckArguments {
  std::vector<std::string> addresses;
  std::vector<std::string> lists;
  std::string claim;
  bool json = false;
};

std::string json_line(const std::string& address, const SiteJudgement& judgement) {
  Json json{{"url", address},
            {"site", judgement.site},
            {"class", web::to_string(judgement.site_class)},
            {"excluded", judgement.excluded},
            {"reason", judgement.reason()}};
  json["copy_of"] = judgement.copy_of.empty() ? Json() : Json(judgement.copy_of);
  json["must_follow"] = judgement.must_follow;
  json["needs_browser"] = judgement.needs_browser;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string readable(const std::string& address, const SiteJudgement& judgement) {
  std::string site = judgement.site;
  if (const auto own = web::readable_host(site); own != site) site += " (" + own + ")";
  std::string text = io::shown(address) + "\n  site: " + site +
                     "\n  class: " + std::string(web::to_string(judgement.site_class)) +
                     "\n  benchmark mode: " + (judgement.excluded ? "drops it" : "keeps it") +
                     "\n  reason: " + judgement.reason() + "\n";
  if (!judgement.copy_of.empty()) text += "  leads to: " + io::shown(judgement.copy_of) + "\n";
  return text;
}

// One run of the command.
class Check {
 public:
  explicit Check(const CheckArguments& arguments)
      : arguments_(arguments),
        lists_({arguments.lists.begin(), arguments.lists.end()}),
        judge_(lists_),
        rules_(judge_, {}) {}

  int run() {
    for (const auto& address : arguments_.addresses)
      if (address == "-")
        read_input();
      else
        answer(address);
    flush();
    return failed_ ? 1 : 0;
  }

 private:
  // Addresses of standard input, a line each.
  void read_input() {
    if (input_read_) return;
    input_read_ = true;
    several_ = true;
    std::string line;
    for (int c = std::getc(stdin); c != EOF; c = std::getc(stdin)) {
      if (c == '\n')
        answer_line(line);
      else if (line.size() <= web::longest_address)  // what is longer is refused
        line += static_cast<char>(c);
    }
    answer_line(line);
  }

  void answer_line(std::string& line) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.find_first_not_of(" \t") != line.npos) answer(line);
    line.clear();
  }

  void answer(const std::string& address) {
    try {
      const auto judgement = judged(address);
      print(arguments_.json ? json_line(address, judgement) : readable(address, judgement));
    } catch (const core::InputError& error) {
      failed_ = true;
      std::fprintf(stderr, "assay: %s\n", error.what());
      if (arguments_.json && (several_ || arguments_.addresses.size() > 1))
        print(Json{{"url", address}, {"error", error.what()}}.dump(-1, ' ', false,
                                                                   Json::error_handler_t::replace) +
              "\n");
    }
  }

  SiteJudgement judged(const std::string& address) const {
    auto judgement = judge_.judge(address);
    if (judgement.excluded || arguments_.claim.empty()) return judgement;
    if (auto reason = rules_.telling_address(address, arguments_.claim)) {
      judgement.excluded = true;
      judgement.exclusion_reason = *std::move(reason);
    }
    return judgement;
  }

  const CheckArguments& arguments_;
  web::SiteLists lists_;
  web::SiteJudge judge_;
  web::LeakRules rules_;
  bool input_read_ = false;
  bool several_ = false;
  bool failed_ = false;
};

void add_sources_check(CLI::App& sources, Commands& commands) {
  auto arguments = std::make_shared<CheckArguments>();
  auto* command = sources.add_subcommand(
      "check", "What a site is, and whether benchmark mode drops it; asks no network");
  command->add_option("url", arguments->addresses, "Addresses; - reads them from standard input")
      ->required()
      ->type_name("URL");
  command
      ->add_option("--lists", arguments->lists, "A list of your own (docs/sources.md); repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--claim", arguments->claim,
                   "Also drops addresses whose words tell of a fact-check of this claim")
      ->type_name("TEXT");
  command->add_flag("--json", arguments->json, "One JSON object for each address, a line each");
  command->footer(
      "Examples:\n"
      "  assay sources check https://web.archive.org/web/2020/https://www.snopes.com/\n"
      "  assay sources check --json --lists mine.tsv - < addresses.txt");
  command->callback(
      [arguments, &commands] { commands.run = [arguments] { return Check(*arguments).run(); }; });
}

}  // namespace

void add_sources(Commands& commands) {
  auto* sources = commands.app.add_subcommand("sources", "What is known of sources");
  sources->require_subcommand(1);
  sources->footer("Example:\n  assay sources check https://www.snopes.com/ https://x.com/");
  add_sources_check(*sources, commands);
}

}  // namespace assay::cli
