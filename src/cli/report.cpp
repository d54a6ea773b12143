#include "cli/report.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "assay/core/error.h"
#include "cli/command.h"
#include "cli/output.h"
#include "io/files.h"
#include "io/record_file.h"
#include "report/display_text.h"
#include "report/index.h"
#include "report/json_report.h"
#include "report/markdown.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;
using Text = std::function<void(std::string_view)>;

constexpr const char* example =
    "Examples:\n"
    "  assay report run/\n"
    "  assay report run/ --format json\n"
    "  assay report batch/ > batch/index.md";

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// A claim of a batch: its folder, or why it has none.
struct BatchEntry {
  std::string folder;  // under claims/; empty where the claim left no record
  std::string id;
  std::string error;  // of results.jsonl
};

std::string id_text(const Json& id) { return id.is_string() ? id.get<std::string>() : id.dump(); }

// The claims of results.jsonl, in its order. A line that is no object is passed over: the file is a
// convenience here, the records are what counts.
std::vector<BatchEntry> results_of(const fs::path& run) {
  std::vector<BatchEntry> entries;
  std::ifstream in(run / "results.jsonl");
  for (std::string line; std::getline(in, line);) {
    const Json object = Json::parse(line, nullptr, false);
    if (!object.is_object() || !object.contains("claim_id")) continue;
    BatchEntry entry;
    entry.id = id_text(object["claim_id"]);
    if (const auto error = object.find("error"); error != object.end() && error->is_string())
      entry.error = error->get<std::string>();
    if (const auto record = object.find("record"); record != object.end() && record->is_string())
      entry.folder = fs::path(record->get<std::string>()).parent_path().filename().string();
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::vector<std::string> folders_of(const fs::path& claims) {
  std::vector<std::string> folders;
  std::error_code error;
  for (fs::directory_iterator it(claims, error), end; !error && it != end; it.increment(error))
    if (is_file(it->path() / "record.jsonl")) folders.push_back(it->path().filename().string());
  if (error) throw InputError("cannot read '" + io::shown(claims) + "': " + error.message());
  std::sort(folders.begin(), folders.end());
  return folders;
}

// The claims that results.jsonl lists, in its order, and then the folders that it doesn't: a batch
// that was stopped has records which no result tells of yet.
std::vector<BatchEntry> entries_of(const fs::path& run) {
  const auto folders = folders_of(run / "claims");
  std::map<std::string, bool> open;  // folders that no result named
  for (const auto& folder : folders) open[folder] = true;
  std::vector<BatchEntry> entries;
  for (auto& entry : results_of(run)) {
    if (const auto it = open.find(entry.folder); it != open.end())
      it->second = false;
    else
      entry.folder.clear();
    entries.push_back(std::move(entry));
  }
  for (const auto& [folder, unnamed] : open)
    if (unnamed) entries.push_back({folder, "", ""});
  return entries;
}

// A failed claim has a result without a record's path, and may have left a record all the same:
// the two are one claim.
void join_failed(std::vector<BatchEntry>& entries,
                 const std::map<std::string, std::string>& id_of) {
  for (auto& failed : entries) {
    if (failed.error.empty() || !failed.folder.empty()) continue;
    for (auto& other : entries) {
      const auto id = id_of.find(other.folder);
      if (!other.id.empty() || id == id_of.end() || id->second != failed.id) continue;
      failed.folder = std::exchange(other.folder, "");
      break;
    }
  }
  std::erase_if(entries,
                [](const BatchEntry& entry) { return entry.id.empty() && entry.folder.empty(); });
}

report::ReportView view_of(const fs::path& folder, const Text& say) {
  const auto record = io::load_record(folder / "record.jsonl", say);
  report::ReportOptions options;
  // A claim's blobs lie in its own folder, or beside the claims of its batch.
  options.kept_text = report::kept_texts({folder, folder / ".." / ".."});
  return report::view(record, options);
}

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const report::ReportView& view, const fs::path& folder) {
  Json json = report::json_report(view);
  json["record"] = io::shown(folder / "record.jsonl");
  return json;
}

void render_batch(const fs::path& run, ReportFormat format, const Text& out, const Text& say) {
  auto entries = entries_of(run);
  std::map<std::string, std::string> id_of;
  for (const auto& entry : entries)
    if (entry.id.empty())
      id_of[entry.folder] =
          io::load_record(run / "claims" / entry.folder / "record.jsonl", nullptr).claim().id;
  join_failed(entries, id_of);
  if (entries.empty()) throw InputError("'" + io::shown(run) + "' holds no claim yet");

  std::vector<report::IndexRow> rows;
  std::string separator = "[\n";
  for (const auto& entry : entries) {
    Json json{{"claim_id", entry.id}, {"error", entry.error}};
    report::IndexRow row;
    row.claim_id = entry.id;
    if (!entry.folder.empty()) {
      const auto folder = run / "claims" / entry.folder;
      const auto view = view_of(folder, say);
      const bool rendered = is_file(folder / "report.md");
      if (format == ReportFormat::json)
        json = json_of(view, folder);
      else
        row = report::index_row(view, rendered ? "claims/" + entry.folder + "/report.md" : "");
      if (!entry.error.empty()) json["error"] = entry.error;
    }
    row.error = entry.error;
    if (format == ReportFormat::json)
      out(std::exchange(separator, ",\n") + dumped(json));
    else
      rows.push_back(std::move(row));
  }
  out(format == ReportFormat::json ? "\n]\n" : report::markdown_index(rows));
}

int report_command(const fs::path& run, ReportFormat format) {
  const auto say = [](std::string_view text) {
    std::fprintf(stderr, "assay: %s\n", report::one_line(text).c_str());
  };
  render_run(run, format, print, say);
  flush();
  return 0;
}

}  // namespace

void render_run(const fs::path& run, ReportFormat format, const Text& out, const Text& say) {
  std::error_code ignored;
  if (!is_file(run / "record.jsonl")) {
    if (fs::is_directory(run / "claims", ignored)) return render_batch(run, format, out, say);
    throw InputError("'" + io::shown(run) +
                     "' is no run: it holds neither record.jsonl nor claims/; name the folder that "
                     "`assay check` printed or was given by --out");
  }
  const auto view = view_of(run, say);
  out(format == ReportFormat::json ? dumped(json_of(view, run)) + "\n" : report::markdown(view));
}

void add_report(Commands& commands) {
  struct Arguments {
    std::string run;
    std::string format = "md";
  };
  auto arguments = std::make_shared<Arguments>();
  auto* command = commands.app.add_subcommand("report", "show what a run found");
  command->add_option("run", arguments->run, "the folder of a check or a batch")->required();
  command->add_option("--format", arguments->format, "md (Markdown) or json")
      ->check(CLI::IsMember({"md", "json"}))
      ->capture_default_str();
  command->footer(example);
  command->callback([arguments, &commands] {
    commands.run = [arguments] {
      return report_command(arguments->run, arguments->format == "json" ? ReportFormat::json
                                                                        : ReportFormat::markdown);
    };
  });
}

}  // namespace assay::cli
