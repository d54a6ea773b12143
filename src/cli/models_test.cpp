#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "assay/core/error.h"
#include "cli/config.h"
#include "cli/model_probes.h"
#include "cli/models_commands.h"
#include "cli/output.h"
#include "cli/pixel_reader.h"
#include "io/pool.h"
#include "io/run_to_end.h"
#include "models/make_chat_model.h"
#include "vision/picture_readers.h"

namespace assay::cli {
namespace {

namespace asio = boost::asio;
using core::Json;

struct TestArguments {
  std::string spec;
  std::string config;
  int asks = 5;
  bool json = false;
};

struct Tested {
  std::string model;
  std::string trouble;  // why it could not even be asked: no key, not built in
  std::vector<Probe> probes;

  bool works() const { return !probes.empty() && probes.front().works; }
};

ProbeOptions probe_options(const ModelSettings& settings, int asks) {
  ProbeOptions options;
  options.schema_asks = asks;
  options.chat.max_tokens = settings.max_tokens.value_or(2048);  // room to think
  options.chat.temperature = settings.temperature.value_or(options.chat.temperature);
  options.chat.top_p = settings.top_p.value_or(options.chat.top_p);
  options.chat.timeout = settings.timeout.value_or(options.chat.timeout);
  return options;
}

Tested try_model(const TestArguments& arguments) {
  const auto config = load_config(arguments.config, models::system_environment());
  const auto text = arguments.spec.empty() ? config.model.value_or("") : arguments.spec;
  if (text.empty()) throw core::UsageError("no model: name one, as in openai:gpt-4o");
  const auto spec = models::ModelSpec::parse(text);
  const auto settings = config.settings(spec);
  asio::io_context loop(1);
  models::ChatModelOptions options;
  options.client = std::make_shared<io::HttpClient>(loop.get_executor());
  options.catalogue = std::make_shared<const models::Catalogue>(catalogue(config));
  io::Pool pool(1);
  options.pixels = pixel_reader(std::make_shared<vision::PictureReaders>(program_path()), pool);
  options.retry.tries = 3;
  options.window = llama_window(settings);
  if (settings.calls) options.limit = std::make_shared<models::CallLimit>(*settings.calls);
  Tested tested;
  tested.model = spec.to_string();
  std::unique_ptr<models::ChatModel> model;
  try {
    model = models::make_chat_model(spec, std::move(options));
  } catch (const core::UsageError& error) {
    tested.trouble = error.what();
    return tested;
  } catch (const core::InputError& error) {
    tested.trouble = error.what();
    return tested;
  }
  auto how = probe_options(settings, arguments.asks);
  how.context = model->traits().context;
  if (how.context > 0)
    how.chat.max_tokens = std::min<int>(
        how.chat.max_tokens, static_cast<int>(std::max<std::int64_t>(16, how.context / 8)));
  std::fprintf(stderr, "assay: asking %s\n", tested.model.c_str());
  tested.probes = io::run_to_end(loop, probe_model(*model, how));
  return tested;
}

std::string probe_line(const Probe& probe) {
  auto line = fmt::format("{:<11} {:<6}", probe.name,
                          !probe.tried ? "-" : (probe.works ? "works" : "fails"));
  if (probe.answered)
    line += fmt::format(" {:>7.2f} s", static_cast<double>(probe.latency.count()) / 1000);
  if (const auto speed = tokens_per_second(probe))
    line += fmt::format(" {:>6.1f} tokens/s", *speed);
  return line + "  " + probe.detail + "\n";
}

std::string text_of(const Tested& tested) {
  std::string text = tested.model + "\n";
  if (!tested.trouble.empty()) return text + "fails: " + tested.trouble + "\n";
  for (const auto& probe : tested.probes) {
    text += probe_line(probe);
    if (!probe.hint.empty()) text += "            hint: " + probe.hint + "\n";
  }
  return text;
}

Json json_of(const Probe& probe) {
  Json json{{"tried", probe.tried}, {"works", probe.works}, {"detail", probe.detail}};
  json["hint"] = probe.hint.empty() ? Json() : Json(probe.hint);
  json["latency_ms"] = probe.answered ? Json(probe.latency.count()) : Json();
  json["tokens_in"] = probe.tokens.in;
  json["tokens_out"] = probe.tokens.out;
  const auto speed = tokens_per_second(probe);
  json["tokens_per_second"] = speed ? Json(*speed) : Json();
  if (probe.name == "schema" && probe.asked > 0) {
    json["asked"] = probe.asked;
    json["well_formed"] = probe.well_formed;
    json["share_well_formed"] = static_cast<double>(probe.well_formed) / probe.asked;
  }
  return json;
}

Json json_of(const Tested& tested) {
  Json json{{"model", tested.model}, {"works", tested.works()}};
  json["error"] = tested.trouble.empty() ? Json() : Json(tested.trouble);
  for (const auto& probe : tested.probes)
    json[probe.name == "long input" ? "long_input" : probe.name] = json_of(probe);
  return json;
}

int test(const TestArguments& arguments) {
  const auto tested = try_model(arguments);
  print(arguments.json ? json_of(tested).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
                       : text_of(tested));
  flush();
  return tested.works() ? 0 : 1;
}

}  // namespace

void add_models_test(CLI::App& models, Commands& commands) {
  auto arguments = std::make_shared<TestArguments>();
  auto* command = models.add_subcommand("test", "Try a model: text, picture, JSON, long input");
  command->add_option("SPEC", arguments->spec, "the model (default: the one of assay.toml)")
      ->type_name("");
  command->add_option("--asks", arguments->asks, "how often it is asked for JSON")
      ->check(CLI::Range(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--config", arguments->config, "an assay.toml (default: ./assay.toml)")
      ->type_name("FILE");
  command->add_flag("--json", arguments->json, "one JSON object");
  command->footer(
      "Says of each whether it works, how long it took, and what to do where it does not. The "
      "exit\n"
      "status is 0 where text works, else 1. It costs a few short calls and a long one.\n\n"
      "Examples:\n"
      "  assay models test openai:gpt-4o-mini\n"
      "  assay models test openai:Qwen/Qwen2.5-VL-7B-Instruct@http://127.0.0.1:8000/v1 --json");
  command->callback(
      [arguments, &commands] { commands.run = [arguments] { return test(*arguments); }; });
}

}  // namespace assay::cli
