#include "cli/checker.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "cli/claim_pictures.h"
#include "cli/html_report.h"
#include "cli/version.h"
#include "io/files.h"
#include "io/sha256.h"
#include "reasoning/extractive/stage_set.h"
#include "report/markdown.h"
#include "tools/image_search.h"
#include "tools/reverse_search.h"
#include "tools/web_search.h"

namespace assay::cli {
namespace {

constexpr const char* wordnet_folder = "/usr/share/wordnet";

std::optional<core::Date> limit_of(const CheckSettings& settings, const core::Claim& claim) {
  return settings.before ? settings.before : claim.date;
}

report::ReportOptions report_options(const CheckTask& task) {
  report::ReportOptions options;
  options.kept_text = report::kept_texts({task.blobs.parent_path()});
  return options;
}

core::Json warning_of(const core::Image& image) {
  return {{"message", core::to_string(core::ImageRef{image.number}) + " ('" + image.file +
                          "') was used as far as it could be read: " + image.note}};
}

}  // namespace

Checker::Checker(CheckSettings settings, std::filesystem::path program, io::Pool& pool,
                 const io::Clock& clock)
    : settings_(std::move(settings)),
      labels_(core::LabelSpace::named(settings_.labels)),
      program_(std::move(program)),
      pool_(pool),
      clock_(clock) {
  if (settings_.procedure != "defame")
    throw core::UsageError("unknown procedure '" + settings_.procedure + "'; known is: defame");
  if (settings_.model != "embedded")
    throw core::UsageError("unknown model '" + settings_.model +
                           "'; this version knows `embedded`, the built-in stages");
  stages_ = reasoning::extractive::make_stages(pool_, wordnet_folder);
  readers_ = std::make_unique<vision::PictureReaders>(program_);
}

void Checker::read_pictures(CheckTask& task) const {
  task.pictures = read_claim_pictures(task.image_files, task.image_base, *readers_);
  for (auto& picture : task.pictures) {
    picture.image.sha256 = io::sha256(picture.bytes);
    task.claim.images.push_back(picture.image);
  }
}

core::Json Checker::settings() const {
  core::Json json{{"procedure", settings_.procedure}, {"model", settings_.model},
                  {"labels", settings_.labels},       {"max_turns", settings_.max_turns},
                  {"results", settings_.results},     {"require_date", settings_.require_date}};
  if (settings_.before) json["before"] = *settings_.before;
  return json;
}

core::Json Checker::configuration(const CheckTask& task) const {
  auto json = settings();
  json["corpus"] = task.corpus->fingerprint();
  if (const auto before = limit_of(settings_, task.claim)) json["before"] = *before;
  return json;
}

tools::Toolbox Checker::toolbox(const CheckTask& task) const {
  tools::CorpusSearchOptions search;
  search.results = settings_.results;
  search.before = limit_of(settings_, task.claim);
  search.require_date = settings_.require_date;
  std::vector<std::shared_ptr<const tools::Tool>> tools;
  tools.push_back(std::make_shared<tools::CorpusWebSearch>(task.corpus, search, pool_, clock_));
  tools.push_back(
      std::make_shared<tools::CorpusReverseSearch>(task.corpus, search, *readers_, pool_, clock_));
  tools.push_back(
      std::make_shared<tools::CorpusImageSearch>(task.corpus, search, *readers_, pool_, clock_));
  return tools::Toolbox(std::move(tools));
}

void Checker::write_reports(const CheckTask& task, const core::Record& record) const {
  io::write_file(report_path(task.folder), report::markdown(record, report_options(task)));
  if (task.html)
    io::write_file(html_report_path(task.folder),
                   html_report(record, {task.blobs.parent_path()}, program_));
}

boost::asio::awaitable<core::Record> Checker::check(CheckTask task, procedures::Watch watch,
                                                    io::Say say) const {
  if (task.pictures.empty() && !task.image_files.empty())
    co_await pool_.run([this, &task] { return read_pictures(task), true; });
  const auto tools = toolbox(task);
  const io::RunIdentity identity{task.claim, configuration(task), std::string("assay ") + version};
  io::RecordFile record(task.folder, identity, clock_, io::Blobs(task.blobs), say);
  for (const auto& picture : task.pictures) record.blobs().keep(picture.bytes);
  task.pictures.clear();
  for (const auto& image : task.claim.images)
    if (!image.note.empty()) record.append(core::EntryType::warning, warning_of(image));
  const procedures::Defame procedure(stages_, tools, labels_, {settings_.max_turns},
                                     std::move(watch));
  co_await procedure.check(record);
  co_await pool_.run([&] { return write_reports(task, record.record()), true; });
  co_return record.record();
}

std::filesystem::path report_path(const std::filesystem::path& folder) {
  return folder / "report.md";
}

std::filesystem::path html_report_path(const std::filesystem::path& folder) {
  return folder / "report.html";
}

}  // namespace assay::cli
