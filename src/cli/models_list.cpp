#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/config.h"
#include "cli/models_commands.h"
#include "cli/output.h"
#include "io/http_text.h"

namespace assay::cli {
namespace {

using core::Json;
using models::KnownModel;
using Row = std::vector<std::string>;

constexpr std::size_t longest_cell = 80;

struct ListArguments {
  std::string config;
  bool json = false;
};

std::string yes_no(const std::optional<bool>& value) {
  if (!value) return "?";
  return *value ? "yes" : "no";
}

// 128000 as `128,000`; ? where it is not known.
std::string tokens_text(std::int64_t tokens) {
  if (tokens == 0) return "?";
  std::string text = std::to_string(tokens);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

Row row_of(const KnownModel& model) {
  Row row{model.spec(), tokens_text(model.context), yes_no(model.vision), yes_no(model.thinking)};
  if (model.prices) {
    row.push_back(fmt::format("{:.6g}", model.prices->in));
    row.push_back(fmt::format("{:.6g}", model.prices->out));
    row.push_back(model.prices->noted ? model.prices->noted->to_string() : "?");
  } else {
    row.insert(row.end(), {"", "", ""});
  }
  row.push_back(model.cutoff);
  for (auto& cell : row) cell = io::one_line(cell, longest_cell);
  return row;
}

std::string table_text(const std::vector<KnownModel>& models) {
  std::vector<Row> rows{
      {"MODEL", "CONTEXT", "VISION", "THINKS", "$ IN", "$ OUT", "NOTED", "CUTOFF"}};
  for (const auto& model : models) rows.push_back(row_of(model));
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool number = i == 1 || i == 4 || i == 5;
      line += (i > 0 ? "  " : "") + (number ? fmt::format("{:>{}}", row[i], widths[i])
                                            : fmt::format("{:<{}}", row[i], widths[i]));
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text +
         "\nPrices: US dollars for a million tokens, as they were on that day. Yours and others: "
         "docs/models.md.\n";
}

Json json_of(const KnownModel& model) {
  Json json{{"spec", model.spec()}, {"aliases", model.aliases}};
  const auto tokens = [](std::int64_t count) { return count > 0 ? Json(count) : Json(); };
  const auto flag = [](const std::optional<bool>& value) { return value ? Json(*value) : Json(); };
  json["context"] = tokens(model.context);
  json["longest_answer"] = tokens(model.longest_answer);
  json["vision"] = flag(model.vision);
  json["thinking"] = flag(model.thinking);
  json["cutoff"] = model.cutoff.empty() ? Json() : Json(model.cutoff);
  json["prices"] = nullptr;
  if (const auto& prices = model.prices)
    json["prices"] = {{"in", prices->in},
                      {"cached", prices->cached ? Json(*prices->cached) : Json()},
                      {"out", prices->out},
                      {"noted", prices->noted ? Json(prices->noted->to_string()) : Json()}};
  json["download"] =
      model.download ? Json(model.download->repo + ":" + model.download->file) : Json();
  return json;
}

int list(const ListArguments& arguments) {
  const auto all = catalogue(load_config(arguments.config, models::system_environment()));
  if (arguments.json) {
    Json json{{"models", Json::array()}};
    for (const auto& model : all.models()) json["models"].push_back(json_of(model));
    print(json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else {
    print(table_text(all.models()));
  }
  flush();
  return 0;
}

}  // namespace

void add_models_list(CLI::App& models, Commands& commands) {
  auto arguments = std::make_shared<ListArguments>();
  auto* command = models.add_subcommand("list", "The models that are known");
  command->add_option("--config", arguments->config, "an assay.toml (default: ./assay.toml)")
      ->type_name("FILE");
  command->add_flag("--json", arguments->json, "one JSON object");
  command->footer(
      "Any other model of a server can be used too; of these the window, the prices and whether "
      "they\nsee is known.\n\n"
      "Example:\n  assay models list --json");
  command->callback(
      [arguments, &commands] { commands.run = [arguments] { return list(*arguments); }; });
}

}  // namespace assay::cli
