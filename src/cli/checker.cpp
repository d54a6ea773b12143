#include "cli/checker.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "cli/claim_pictures.h"
#include "cli/html_report.h"
#include "cli/stages.h"
#include "cli/version.h"
#include "io/files.h"
#include "io/sha256.h"
#include "procedures/baseline.h"
#include "procedures/defame.h"
#include "report/markdown.h"
#include "tools/combined_tool.h"
#include "tools/given_evidence.h"
#include "tools/help.h"
#include "tools/image_search.h"
#include "tools/recorded_tool.h"
#include "tools/reverse_search.h"
#include "tools/web/fact_checks.h"
#include "tools/web/open_search.h"
#include "tools/web_search.h"

namespace assay::cli {
namespace {

using core::Json;

std::optional<core::Date> limit_of(const CheckSettings& settings, const core::Claim& claim) {
  return settings.before ? settings.before : claim.date;
}

report::ReportOptions report_options(const CheckTask& task) {
  report::ReportOptions options;
  options.kept_text = report::kept_texts({task.blobs.parent_path()});
  return options;
}

// The tools that the replayed run had: those of its configuration, as this version speaks of them.
std::vector<std::shared_ptr<const tools::Tool>> recorded_toolbox(
    const core::Record& record, const std::vector<std::shared_ptr<const tools::Tool>>& known) {
  const auto configuration = Json::parse(record.start()).value("configuration", Json::object());
  std::vector<core::ToolHelp> help;
  for (const auto& name : configuration.value("tools", std::vector<std::string>()))
    for (const auto& tool : known)
      if (tool->name() == name) help.push_back(tool->help());
  return tools::recorded_tools(record, help);
}

// Who is asked for prior fact-checks, or why nobody is.
std::string fact_checks_of(const CheckSettings& settings, const web::SearchProviders& providers) {
  if (settings.no_leaks) return "none: they give the answer away (benchmark mode)";
  if (settings.leaves_out("fact_checks")) return "none: left out";
  return providers.factcheck ? providers.factcheck->name()
                             : "none: no service is set up (GOOGLE_API_KEY)";
}

// Tokens of a text, for what a call will cost.
double tokens_of(std::size_t bytes) { return static_cast<double>(bytes) / 4; }

procedures::LimitOptions limits_of(const CheckSettings& settings) {
  constexpr double prompt = 1'500;  // tokens of a stage's own words
  constexpr double answer = 400;
  procedures::LimitOptions limits;
  limits.budget = settings.budget;
  if (settings.deadline) limits.deadline = std::chrono::duration<double>(*settings.deadline);
  const auto price = [&settings](const std::string& stage, double in) {
    const auto facts = settings.facts.find(settings.model_of(stage));
    if (facts == settings.facts.end() || !facts->second.prices) return 0.0;
    const auto& prices = *facts->second.prices;
    return (in * prices.in + answer * prices.out) / 1e6;
  };
  limits.cost_of_judging = price("judge", 2 * prompt);
  limits.cost_of_reading = [price](std::size_t bytes) {
    return price("summarize", prompt + tokens_of(bytes));
  };
  return limits;
}

core::Json warning_of(const core::Image& image) {
  return {{"message", core::to_string(core::ImageRef{image.number}) + " ('" + image.file +
                          "') was used as far as it could be read: " + image.note}};
}

// `watch`, which hears first what the record's calls cost so far.
procedures::Watch watch_with_calls(procedures::Watch watch, const io::RecordFile& record,
                                   std::function<void(const report::CallSum&)> used) {
  if (!used) return watch;
  return [watch = std::move(watch), &record, used = std::move(used)](std::string_view stage,
                                                                     std::string_view detail) {
    used(report::calls_of(record.record(), {}).all);
    watch(stage, detail);
  };
}

}  // namespace

Checker::Checker(CheckSettings settings, std::filesystem::path program, io::Pool& pool,
                 const io::Clock& clock, const Backbones& backbones,
                 std::shared_ptr<const tools::WebMeans> web,
                 std::shared_ptr<reasoning::SiteOpinions> opinions,
                 std::shared_ptr<const StoreRetrieval> retrieval)
    : settings_(std::move(settings)),
      labels_(core::LabelSpace::named(settings_.labels)),
      program_(std::move(program)),
      pool_(pool),
      clock_(clock),
      readers_(std::make_shared<vision::PictureReaders>(program_)),
      web_(std::move(web)),
      retrieval_(std::move(retrieval)),
      lists_(std::make_shared<const web::SiteLists>()) {
  check_settings(settings_);
  stages_ = make_stages(settings_, backbones, readers_, pool_, std::move(opinions));
}

void Checker::read_pictures(CheckTask& task) const {
  task.pictures = read_claim_pictures(task.image_files, task.image_base, *readers_);
  for (auto& picture : task.pictures) {
    picture.image.sha256 = io::sha256(picture.bytes);
    task.claim.images.push_back(picture.image);
  }
}

core::Json Checker::configuration(const CheckTask& task) const {
  if (task.replayed) return Json::parse(task.replayed->start()).at("configuration");
  auto json = to_configuration(settings_);
  if (const auto before = limit_of(settings_, task.claim)) json["before"] = *before;
  if (!task.corpus && !searches_web(task)) return json;
  if (task.corpus) json["corpus"] = task.corpus->fingerprint();
  if (task.passages) json["retrieval"] = retrieval_->configuration();
  if (searches_web(task)) {
    json["web"] = web_->providers.web ? web_->providers.web->name() : std::string("pictures alone");
    json["fact_checks"] = fact_checks_of(settings_, web_->providers);
  }
  for (const auto& tool : toolbox(task).help()) json["tools"].push_back(tool.name);
  return json;
}

core::Json Checker::retrieval_configuration() const {
  return retrieval_ ? retrieval_->configuration() : core::Json();
}

tools::Toolbox Checker::toolbox(const CheckTask& task) const {
  tools::CorpusSearchOptions search;
  search.results = settings_.results;
  search.images_per_page = settings_.images_per_page;
  search.before = limit_of(settings_, task.claim);
  search.require_date = settings_.require_date;
  if (settings_.given_evidence) return given_toolbox(task, search);
  std::vector<std::shared_ptr<const tools::Tool>> all;
  if (task.corpus || task.replayed) {
    const auto& corpus = task.corpus;
    if (task.passages)
      all = retrieval_->tools(corpus, search, *readers_, clock_);
    else
      all.push_back(std::make_shared<tools::CorpusWebSearch>(corpus, search, pool_, clock_));
    all.push_back(
        std::make_shared<tools::CorpusReverseSearch>(corpus, search, *readers_, pool_, clock_));
    all.push_back(
        std::make_shared<tools::CorpusImageSearch>(corpus, search, *readers_, pool_, clock_));
  }
  if (task.replayed)
    all.push_back(std::make_shared<tools::RecordedTool>(tools::fact_checks_help(), "", ""));
  if (searches_web(task)) add_web_tools(task, all);
  std::erase_if(all, [&](const auto& tool) { return settings_.leaves_out(tool->name()); });
  if (task.replayed) return tools::Toolbox(recorded_toolbox(*task.replayed, all));
  return tools::Toolbox(tools::combined(std::move(all)), task.own);
}

// The one tool of a check whose evidence came with the claim.
tools::Toolbox Checker::given_toolbox(const CheckTask& task,
                                      const tools::CorpusSearchOptions& search) const {
  const core::ToolHelp help{tools::given_evidence, "", ""};
  if (task.replayed) return tools::Toolbox(tools::recorded_tools(*task.replayed, {help}));
  auto corpus = task.corpus ? task.corpus
                            : std::make_shared<const retrieval::Corpus>(retrieval::Corpus::of({}));
  std::vector<std::shared_ptr<const tools::Tool>> all;
  all.push_back(std::make_shared<tools::GivenEvidence>(std::move(corpus), search, pool_, clock_));
  return tools::Toolbox(std::move(all));
}

bool Checker::searches_web(const CheckTask& task) const {
  return web_ && !task.replayed && (settings_.web || !task.corpus);
}

void Checker::add_web_tools(const CheckTask& task,
                            std::vector<std::shared_ptr<const tools::Tool>>& all) const {
  tools::WebCheck check;
  check.results = settings_.results;
  check.images_per_page = settings_.images_per_page;
  check.before = limit_of(settings_, task.claim);
  check.require_date = settings_.require_date;
  check.no_leaks = settings_.no_leaks;
  check.claim = task.claim.text.plain();
  check.own = task.own;
  check.language = settings_.language;
  check.country = settings_.country;
  check.archive = tools::archive_in(archive_path(task.folder), std::string("assay ") + version);
  const auto pages = std::make_shared<const tools::WebPages>(*web_, std::move(check));
  const auto& providers = web_->providers;
  if (providers.web) all.push_back(std::make_shared<tools::OpenWebSearch>(pages));
  if (providers.reverse) all.push_back(std::make_shared<tools::OpenReverseSearch>(pages));
  if (providers.images) all.push_back(std::make_shared<tools::OpenImageSearch>(pages));
  if (providers.factcheck && !settings_.no_leaks)
    all.push_back(std::make_shared<tools::OpenFactChecks>(pages));
}

std::unique_ptr<procedures::Procedure> Checker::procedure(const tools::Toolbox& toolbox,
                                                          procedures::Watch watch) const {
  if (settings_.procedure == "direct" || settings_.procedure == "cot")
    return std::make_unique<procedures::Baseline>(
        settings_.procedure == "cot" ? stages_.cot : stages_.direct, labels_, std::move(watch),
        settings_.given_evidence ? &toolbox : nullptr);
  procedures::DefameOptions options;
  options.max_turns = settings_.max_turns;
  options.develop = !settings_.leaves_out("develop");
  options.limits = limits_of(settings_);
  return std::make_unique<procedures::Defame>(stages_, toolbox, labels_, std::move(options),
                                              std::move(watch));
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
  if (!task.own && !task.claim.origin.empty())
    task.own = std::make_shared<const tools::OwnPage>(std::vector{task.claim.origin}, "", lists_);
  if (task.replayed) task.origin = task.replayed->origin();
  const auto tools = toolbox(task);
  const io::RunIdentity identity{task.claim, configuration(task), std::string("assay ") + version};
  io::RecordFile record(task.folder, identity, clock_, io::Blobs(task.blobs), say, task.replayed);
  for (const auto& picture : task.pictures) record.blobs().keep(picture.bytes);
  task.pictures.clear();
  if (task.origin) record.append(core::EntryType::origin, *task.origin);
  for (const auto& image : task.claim.images)
    if (!image.note.empty()) record.append(core::EntryType::warning, warning_of(image));
  const auto how = procedure(tools, watch_with_calls(std::move(watch), record, task.used));
  co_await how->check(record);
  co_await pool_.run([&] { return write_reports(task, record.record()), true; });
  co_return record.record();
}

}  // namespace assay::cli
