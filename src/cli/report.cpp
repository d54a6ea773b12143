#include "cli/report.h"

#include <unistd.h>

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
#include "cli/config.h"
#include "cli/content_run.h"
#include "cli/html_report.h"
#include "cli/output.h"
#include "cli/pdf_report.h"
#include "cli/run_folder.h"
#include "io/files.h"
#include "io/record_file.h"
#include "report/content_report.h"
#include "report/display_text.h"
#include "report/html.h"
#include "report/html_index.h"
#include "report/index.h"
#include "report/json_report.h"
#include "report/markdown.h"
#include "report/words.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using core::Json;
using Text = std::function<void(std::string_view)>;

constexpr const char* example =
    "Examples:\n"
    "  assay report run/\n"
    "  assay report run/ --format html --out report.html\n"
    "  assay report run/ --format pdf --out report.pdf\n"
    "  assay report batch/ --format html --out batch/index.html\n"
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

// The claims that results.jsonl lists, in its order, and then the folders that it doesn't: a batch
// that was stopped has records which no result tells of yet.
std::vector<BatchEntry> entries_of(const fs::path& run) {
  const auto folders = claim_folders(run / "claims");
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

report::ReportView view_of(const fs::path& folder, const core::Record& record) {
  report::ReportOptions options;
  options.kept_text = report::kept_texts(folders_of_blobs(folder));
  return report::view(record, options);
}

report::ReportView view_of(const fs::path& folder, const Text& say) {
  return view_of(folder, io::load_record(folder / "record.jsonl", say));
}

std::string page_of(const report::ReportView& view, const fs::path& folder,
                    const RenderOptions& options) {
  return report::html(view, html_options(folders_of_blobs(folder), options.program));
}

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Json json_of(const report::ReportView& view, const fs::path& folder) {
  Json json = report::json_report(view);
  json["record"] = io::shown(folder / "record.jsonl");
  return json;
}

// The ids of the claims that results.jsonl doesn't tell of, by folder.
std::map<std::string, std::string> ids_of(const fs::path& run,
                                          const std::vector<BatchEntry>& entries) {
  std::map<std::string, std::string> id_of;
  for (const auto& entry : entries)
    if (entry.id.empty())
      id_of[entry.folder] =
          io::load_record(run / "claims" / entry.folder / "record.jsonl", nullptr).claim().id;
  return id_of;
}

bool is_newer(const fs::path& page, const fs::path& record) {
  std::error_code error;
  const auto of_page = fs::last_write_time(page, error);
  if (error) return false;
  const auto of_record = fs::last_write_time(record, error);
  return !error && of_page >= of_record;
}

// The run's folder as the links of an index name it: from where the index will lie.
std::string link_base(const fs::path& run, const RenderOptions& options) {
  if (options.place.empty()) return "";
  std::error_code error;
  const auto relative = fs::relative(run, options.place, error);
  if (error || relative.empty())
    throw InputError("no link leads from '" + io::shown(options.place) + "' to '" + io::shown(run) +
                     "'");
  return relative == "." ? "" : relative.string() + "/";
}

// Renders a batch, claim by claim.
class BatchRenderer {
 public:
  BatchRenderer(const fs::path& run, ReportFormat format, const Text& out, const Text& say,
                const RenderOptions& options)
      : run_(run),
        format_(format),
        out_(out),
        say_(say),
        options_(options),
        base_(link_base(run, options)) {}

  void run() {
    auto entries = entries_of(run_);
    join_failed(entries, ids_of(run_, entries));
    if (entries.empty()) throw InputError("'" + io::shown(run_) + "' holds no claim yet");
    for (const auto& entry : entries) add(entry);
    if (written_ > 0)
      say_("wrote report.html beside the record of " + report::counted(written_, "claim") +
           " under '" + io::shown(run_ / "claims") + "'");
    if (format_ == ReportFormat::json) out_("\n]\n");
    if (format_ == ReportFormat::markdown) out_(report::markdown_index(rows_));
    if (format_ == ReportFormat::html) out_(report::html_index(rows_));
  }

 private:
  void add(const BatchEntry& entry) {
    if (format_ == ReportFormat::json) return add_json(entry);
    report::IndexRow row;
    row.claim_id = entry.id;
    if (!entry.folder.empty()) {
      const auto view = view_of(run_ / "claims" / entry.folder, say_);
      row = report::index_row(view, link_of(entry.folder, view));
    }
    row.error = entry.error;
    rows_.push_back(std::move(row));
  }

  void add_json(const BatchEntry& entry) {
    Json json{{"claim_id", entry.id}, {"error", entry.error}};
    if (!entry.folder.empty()) {
      const auto folder = run_ / "claims" / entry.folder;
      json = json_of(view_of(folder, say_), folder);
      if (!entry.error.empty()) json["error"] = entry.error;
    }
    out_(std::exchange(separator_, ",\n") + dumped(json));
  }

  // Of the claim's report; empty where there is none.
  std::string link_of(const std::string& name, const report::ReportView& view) {
    const auto folder = run_ / "claims" / name;
    const auto link = base_ + "claims/" + name + "/";
    if (format_ == ReportFormat::html && has_page(folder, view)) return link + "report.html";
    return is_file(folder / "report.md") ? link + "report.md" : "";
  }

  // Sees to it that the claim's page is there. Where it can't be written the index is worth having
  // all the same.
  bool has_page(const fs::path& folder, const report::ReportView& view) {
    const auto page = folder / "report.html";
    if (is_newer(page, folder / "record.jsonl")) return true;
    try {
      io::write_file(page, page_of(view, folder, options_));
    } catch (const InputError& error) {
      say_(error.what());
      return false;
    }
    ++written_;
    return true;
  }

  const fs::path& run_;
  ReportFormat format_;
  const Text& out_;
  const Text& say_;
  const RenderOptions& options_;
  std::string base_;
  std::string separator_ = "[\n";
  std::vector<report::IndexRow> rows_;
  std::size_t written_ = 0;
};

std::string rendered(const fs::path& run, const report::ReportView& view, ReportFormat format,
                     const RenderOptions& options) {
  switch (format) {
    case ReportFormat::json:
      return dumped(json_of(view, run)) + "\n";
    case ReportFormat::html:
      return page_of(view, run, options);
    case ReportFormat::markdown:
      break;
  }
  return report::markdown(view);
}

// Of a text or page whose claims were checked one by one.
std::string rendered(const fs::path& run, const report::ContentView& view, ReportFormat format) {
  switch (format) {
    case ReportFormat::json:
      return dumped(content_object(view, view.content.origin, run)) + "\n";
    case ReportFormat::html:
      return report::html_content(view);
    case ReportFormat::markdown:
      break;
  }
  return report::markdown_content(view);
}

struct Arguments {
  std::string run;
  std::string format = "md";
  std::string out;
  std::string config;
  bool browser_no_sandbox = false;
};

// Standard output, or the file in one step.
void deliver(const Arguments& arguments, std::string_view bytes) {
  if (!arguments.out.empty()) return io::write_file(arguments.out, bytes);
  print(bytes);
  flush();
}

int report_command(const Arguments& arguments) {
  const auto say = [](std::string_view text) {
    std::fprintf(stderr, "assay: %s\n", report::one_line(text).c_str());
  };
  const bool pdf = arguments.format == "pdf";
  if (pdf && arguments.out.empty() && ::isatty(STDOUT_FILENO) != 0)
    throw core::UsageError("a PDF is no text for a terminal: name a file with --out");
  const auto format = arguments.format == "json"          ? ReportFormat::json
                      : arguments.format == "html" || pdf ? ReportFormat::html
                                                          : ReportFormat::markdown;
  RenderOptions options{program_path()};
  if (arguments.out.empty() && !pdf) {
    render_run(arguments.run, format, print, say, options);
    flush();
    return 0;
  }
  if (!arguments.out.empty()) options.place = fs::absolute(arguments.out).parent_path();
  std::string text;
  render_run(arguments.run, format, [&](std::string_view part) { text += part; }, say, options);
  if (pdf) {
    auto browser = load_config(arguments.config, models::system_environment()).web.browser;
    browser.no_sandbox = arguments.browser_no_sandbox;
    text = pdf_report(std::move(text), browser);
  }
  deliver(arguments, text);
  return 0;
}

}  // namespace

void render_run(const fs::path& run, ReportFormat format, const Text& out, const Text& say,
                const RenderOptions& options) {
  std::error_code ignored;
  if (!is_file(run / "record.jsonl")) {
    if (fs::is_directory(run / "claims", ignored))
      return BatchRenderer(run, format, out, say, options).run();
    throw InputError("'" + io::shown(run) +
                     "' is no run: it holds neither record.jsonl nor claims/; name the folder that "
                     "`assay check` printed or was given by --out");
  }
  const auto record = io::load_record(run / "record.jsonl", say);
  if (const auto claims = content_claims(record))
    return out(rendered(run, content_view(run, record, *claims), format));
  out(rendered(run, view_of(run, record), format, options));
}

void add_report(Commands& commands) {
  auto arguments = std::make_shared<Arguments>();
  auto* command = commands.app.add_subcommand("report", "show what a run found");
  command->add_option("run", arguments->run, "the folder of a check or a batch")->required();
  command->add_option("--format", arguments->format, "md (Markdown), html, json or pdf")
      ->check(CLI::IsMember({"md", "html", "json", "pdf"}))
      ->capture_default_str();
  command->add_option("-o,--out", arguments->out,
                      "the file to write, in one step; without it, to standard output");
  command
      ->add_option("--config", arguments->config,
                   "an assay.toml, which names the browser (default: ./assay.toml)")
      ->type_name("FILE");
  command->add_flag("--browser-no-sandbox", arguments->browser_no_sandbox,
                    "print a PDF also where the system offers Chromium no sandbox");
  command->footer(example);
  command->callback([arguments, &commands] {
    commands.run = [arguments] { return report_command(*arguments); };
  });
}

}  // namespace assay::cli
