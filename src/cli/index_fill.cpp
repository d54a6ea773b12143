#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "cli/config.h"
#include "cli/fill_run.h"
#include "cli/index_commands.h"
#include "cli/index_progress.h"
#include "cli/output.h"
#include "cli/version.h"
#include "cli/web_desk.h"
#include "io/clock.h"
#include "io/files.h"
#include "models/api_key.h"
#include "retrieval/knowledge/store.h"
#include "retrieval/store/report.h"
#include "web/sites/address.h"

namespace assay::cli {
namespace {

using core::Json;
using core::UsageError;
using retrieval::counted;
using retrieval::with_commas;

struct FillArguments {
  std::string store;
  std::vector<std::string> claims;
  std::string before;
  bool render_social = false;
  std::size_t least = 200;
  std::size_t pages = 16;
  std::size_t limit = 0;
  bool retry = false;
  bool dry = false;
  bool json = false;
  std::string config;
  WebFlags web;
};

FillRun run_of(const FillArguments& arguments) {
  FillRun run;
  run.store = arguments.store;
  run.claims = arguments.claims;
  run.fill.rules.least_characters = arguments.least;
  run.fill.render_social = arguments.render_social;
  run.pages = arguments.pages;
  if (arguments.limit > 0) run.limit = arguments.limit;
  run.retry = arguments.retry;
  run.dry = arguments.dry;
  run.build.read.program = program_path();
  run.build.read.jobs = 1;
  run.build.version = version;
  run.build.now = io::SystemClock().now();
  if (arguments.before.empty()) return run;
  run.before = core::Date::parse(arguments.before);
  if (!run.before)
    throw UsageError("--before takes a date, and '" + io::shown(arguments.before) +
                     "' is none (write it as 2024-01-31)");
  return run;
}

std::string progress_text(const FillProgress& now, double seconds) {
  const auto text =
      fmt::format("{} of {}, {} of {} tried, {} filled", with_commas(now.claims),
                  counted(now.all_claims, "claim", "claims"), with_commas(now.tried),
                  counted(now.wanted, "document", "documents"), with_commas(now.filled));
  return text + retrieval::time_left(now.claims, now.all_claims, seconds);
}

constexpr std::size_t shown_sites = 10;
constexpr const char* no_collection = "documents";
std::string name_of(const std::string& collection) {
  return collection.empty() ? no_collection : collection;
}

Json table_json(const retrieval::FillTable& table) {
  Json json = Json::object();
  for (const auto& [name, counts] : table)
    json[name_of(name)] = {{"claims", counts.claims},
                           {"documents", counts.documents},
                           {"with_text", counts.with_text},
                           {"useful", counts.useful},
                           {"mean", counts.mean()},
                           {"min", counts.least},
                           {"max", counts.most},
                           {"characters", counts.characters}};
  return json;
}

Json json_of(const FillResult& result) {
  return {{"before", table_json(result.before)},
          {"after", table_json(result.after)},
          {"needs", result.needs},
          {"filled", result.filled},
          {"rendered", result.rendered},
          {"left", result.left},
          {"tried_before", result.tried_before},
          {"claims_changed", result.changed},
          {"claims_undated", result.undated}};
}

// As the paper's table 1 has it: documents with text, a claim; and how long they are.
std::string table_text(const FillResult& result, bool dry) {
  auto text =
      fmt::format("{:<11} {:<7} {:>10} {:>11} {:>8} {:>7} {:>7} {:>8} {:>11}\n", "", "",
                  "documents", "with text:", "a claim", "least", "most", "of use", "characters");
  const auto of = [](std::uint64_t part, std::uint64_t all) {
    return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
  };
  const auto row = [&](const std::string& name, const char* when,
                       const retrieval::FillCounts& counts) {
    text += fmt::format(
        "{:<11} {:<7} {:>10} {:>9.1f} % {:>8.1f} {:>7} {:>7} {:>6.1f} % {:>11.0f}\n", name, when,
        with_commas(counts.documents), 100 * of(counts.with_text, counts.documents), counts.mean(),
        with_commas(counts.least), with_commas(counts.most),
        100 * of(counts.useful, counts.documents), of(counts.characters, counts.with_text));
  };
  for (const auto& [name, counts] : result.before) {
    row(name_of(name), "before", counts);
    if (const auto after = result.after.find(name); !dry && after != result.after.end())
      row("", "after", after->second);
  }
  return text;
}

std::string counts_text(const std::map<std::string, std::uint64_t>& counts) {
  std::string text;
  for (const auto& [kind, count] : counts)
    text += (text.empty() ? "" : ", ") + kind + " " + with_commas(count);
  return text.empty() ? "none" : text;
}

// `a.example 20, b.example 3`: the sites with most pages first.
std::string sites_text(const std::map<std::string, std::uint64_t>& sites) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(sites.begin(), sites.end());
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string text;
  for (const auto& [site, pages] : sorted | std::views::take(shown_sites))
    text += (text.empty() ? "" : ", ") + io::shown(site) + " " + with_commas(pages);
  return text + (sorted.size() > shown_sites ? ", …" : "");
}

std::string left_text(const FillResult& result) {
  auto text = counts_text(result.left);
  if (result.tried_before > 0)
    text +=
        fmt::format("; tried before and left alone {} (--retry)", with_commas(result.tried_before));
  return text + "\n";
}

std::string dry_text(const FillResult& result) {
  std::map<std::string, std::uint64_t> sites;
  for (const auto& [url, documents] : result.pages) {
    const auto address = web::parse_address(url);
    ++sites[address ? address->host : url];
  }
  return fmt::format("would be fetched: {} of {}: {}\n",
                     counted(result.pages.size(), "page", "pages"),
                     counted(sites.size(), "site", "sites"), sites_text(sites)) +
         "would be left: " + left_text(result);
}

std::string text_of(const FillArguments& arguments, const FillResult& result) {
  auto text = table_text(result, arguments.dry);
  text += "in need: " + counts_text(result.needs) + "\n";
  if (arguments.dry) return text + dry_text(result);
  text += fmt::format("filled: {}, {} of them rendered, in {}\n", with_commas(result.filled),
                      with_commas(result.rendered), counted(result.changed, "claim", "claims"));
  return text + "not filled: " + left_text(result);
}

int fill(const FillArguments& arguments) {
  auto run = run_of(arguments);
  retrieval::KnowledgeStore::open(arguments.store);
  const auto config = load_config(arguments.config, models::system_environment());
  IndexProgress progress("filling");
  run.progress = [&](const FillProgress& now) {
    progress.update([&](double seconds) { return progress_text(now, seconds); });
  };
  io::Pool pool;
  const io::SystemClock clock;
  boost::asio::io_context loop(1);
  auto flags = arguments.web;
  flags.search = "none";
  const WebDesk desk(loop.get_executor(), config, flags, pool, clock);
  tools::PageFiller filler(desk.means(), run.fill);
  const auto result = fill_store(run, filler, pool, loop);
  if (result.undated > 0)
    progress.message("no date is known of " + counted(result.undated, "claim", "claims") +
                     ": pages of any date are taken for " + (result.undated == 1 ? "it" : "them") +
                     " (--before, or build with --claims)");
  auto json = json_of(result);
  if (run.dry) json["pages"] = result.pages;
  print(arguments.json ? json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n"
                       : text_of(arguments, result));
  flush();
  return 0;
}

}  // namespace

void add_index_fill(CLI::App& index, std::function<int()>& run) {
  auto arguments = std::make_shared<FillArguments>();
  auto* command =
      index.add_subcommand("fill", "Fetch the texts that a benchmark's knowledge store lacks");
  command->add_option("STORE", arguments->store, "folder of the knowledge store")
      ->required()
      ->type_name("");
  command->add_option("--claim", arguments->claims, "only this claim's; may be given several times")
      ->type_name("ID");
  command
      ->add_option("--before", arguments->before,
                   "take nothing published on that day or later (default: each claim's own date)")
      ->type_name("DATE");
  command->add_flag(
      "--render-social", arguments->render_social,
      "render social media and archives also where they forbid programs; they are left "
      "alone else");
  command
      ->add_option("--min-characters", arguments->least,
                   "a text with fewer is fetched again (default 200)")
      ->check(CLI::Range(std::size_t{0}, std::size_t{100'000}))
      ->type_name("N");
  command->add_option("--jobs", arguments->pages, "pages at a time, a claim (default 16)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1024}))
      ->type_name("N");
  command->add_option("--limit", arguments->limit, "documents that are tried at most")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  command->add_flag("--retry", arguments->retry, "try again what could not be filled before");
  command->add_flag("--dry-run", arguments->dry, "say what would be fetched, and fetch nothing");
  command->add_option("--config", arguments->config, "instead of assay.toml")->type_name("FILE");
  command->add_flag("--offline", arguments->web.offline, "pages from the cache alone");
  command->add_flag("--allow-private-hosts", arguments->web.private_hosts,
                    "fetch pages also from addresses inside this machine's networks");
  command->add_flag("--browser-no-sandbox", arguments->web.browser_no_sandbox,
                    "render pages also where Chromium's sandbox does not work");
  command->add_option("--lists", arguments->web.lists, "a list of sites of your own")
      ->type_name("FILE");
  command->add_flag("--json", arguments->json, "one JSON object");
  command->footer(
      "Fetched again is what has an address and no text, a short one, a wall (login, cookies), or\n"
      "navigation alone: politely, by robots.txt, rendered where a page needs it. Not taken is "
      "what\n"
      "is dated on the claim's date or later, and what gives the answer away (fact-checks). "
      "Claims\n"
      "that are finished stay so; run again, it goes on, and tries nothing twice "
      "(docs/filling.md).\n\n"
      "Example:\n  assay index fill dev.store --dry-run\n  assay index fill dev.store --claim 17");
  command->callback([arguments, &run] { run = [arguments] { return fill(*arguments); }; });
}

}  // namespace assay::cli
