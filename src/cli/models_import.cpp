#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "assay/core/error.h"
#include "assay/core/json.h"
#include "cli/models_commands.h"
#include "cli/output.h"
#include "io/files.h"
#include "io/run_to_end.h"
#include "models/import_model.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using models::ImportReport;

struct ImportArguments {
  std::string folder;
  std::string out;
  std::string type = "f32";
  bool json = false;
};

fs::path target_of(const ImportArguments& arguments) {
  if (!arguments.out.empty()) return arguments.out;
  auto folder = fs::path(arguments.folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  const auto name = folder.filename().string();
  if (name.empty() || name == "." || name == "..")
    throw core::UsageError("name the file to write: --out FILE.gguf");
  return name + ".gguf";
}

ImportReport run_import(const ImportArguments& arguments, const fs::path& out) {
  boost::asio::io_context loop;
  return io::run_to_end(loop, models::import_model(arguments.folder, out, arguments.type));
}

std::string text_of(const ImportReport& report, const fs::path& out) {
  auto text = fmt::format("{}: vectors of {} numbers, texts of up to {} tokens, {:.1f} MB\n",
                          io::shown(out), report.dimensions, report.window,
                          static_cast<double>(report.bytes) / 1e6);
  if (report.reference)
    text += fmt::format("compared with the original's vectors: cosine {:.6f} at least\n",
                        *report.reference);
  return text + fmt::format("sha256 {}\n", report.sha256);
}

std::string json_of(const ImportReport& report, const fs::path& out) {
  core::Json json{{"file", io::shown(out)},  {"dimensions", report.dimensions},
                  {"window", report.window}, {"bytes", report.bytes},
                  {"sha256", report.sha256}, {"reference_cosine", nullptr}};
  if (report.reference) json["reference_cosine"] = *report.reference;
  return json.dump(2) + "\n";
}

int import(const ImportArguments& arguments) {
  const auto out = target_of(arguments);
  const auto report = run_import(arguments, out);
  print(arguments.json ? json_of(report, out) : text_of(report, out));
  flush();
  return 0;
}

}  // namespace

void add_models_import(CLI::App& models, Commands& commands) {
  auto arguments = std::make_shared<ImportArguments>();
  auto* command =
      models.add_subcommand("import", "Turn a sentence-transformers BERT folder into a GGUF file");
  command->add_option("DIR", arguments->folder, "folder with config.json and model.safetensors")
      ->required()
      ->type_name("");
  command->add_option("--out", arguments->out, "file to write (else the folder's name, .gguf)")
      ->type_name("FILE");
  command->add_option("--type", arguments->type, "how its numbers are stored")
      ->check(CLI::IsMember({"f32", "f16", "bf16", "q8_0"}))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "one JSON object");
  command->footer(
      "The file is loaded and tried before it is kept; all-MiniLM-L6-v2 is compared with\n"
      "stored vectors of the original.\n\n"
      "Example:\n  assay models import all-MiniLM-L6-v2/ --out minilm.gguf");
  command->callback(
      [arguments, &run = commands.run] { run = [arguments] { return import(*arguments); }; });
}

}  // namespace assay::cli
