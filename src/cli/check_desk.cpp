#include "cli/check_desk.h"

#include <utility>

#include "assay/core/error.h"
#include "cli/output.h"
#include "cli/pixel_reader.h"
#include "models/answer_cache.h"

namespace assay::cli {
namespace {

using core::UsageError;

constexpr const char* no_search =
    "--web: no service finds pages; set a key such as SERPER_API_KEY, or name one with --search or "
    "in assay.toml ([search]; see docs/search.md)";

ModelDesk::Options desk_options(const CheckFlags& flags, const Config& config, io::Pool& pool,
                                Progress& progress) {
  ModelDesk::Options options;
  options.catalogue = catalogue(config);
  options.retry = config.retry;
  if (config.keep_answers && !flags.no_cache)
    options.cache = config.answers.value_or(models::default_answer_cache());
  options.say = [&progress](std::string_view line) { progress.message(line); };
  options.pixels = pixel_reader(std::make_shared<vision::PictureReaders>(program_path()), pool);
  for (const auto& [spec, own] : config.models) options.settings[spec.to_string()] = own;
  return options;
}

}  // namespace

const char* const nothing_to_search =
    "nothing to search for evidence; name an archive with --corpus INPUT, or set up a search of "
    "the web (a key such as SERPER_API_KEY, or `[search]` in assay.toml; see docs/search.md)";

CheckDesk::CheckDesk(CheckFlags flags, Needs needs, Progress& messages)
    : messages_(messages),
      flags_(std::move(flags)),
      config_(load_config(flags_.config, models::system_environment())) {
  flags_.settings = settings_of(flags_, config_);
  models_.emplace(loop_.get_executor(), desk_options(flags_, config_, pool_, messages_));
  add_facts(*models_, flags_.settings);
  // A corpus alone needs no service of the web, whatever is configured.
  const bool wanted = needs.web || flags_.web.web || flags_.corpus.empty();
  const bool searching = searches(flags_.settings) && wanted && !needs.no_web;
  auto web = flags_.web;
  if (!searching) web.search = "none";
  if (searching || needs.fetches) web_.emplace(loop_.get_executor(), config_, web, pool_, clock_);
  flags_.settings.web = flags_.web.web;
  flags_.settings.judge_sites = flags_.settings.judge_sites && open_web();
  if (flags_.web.web && !open_web()) throw UsageError(no_search);
  opinions_ = site_opinions();
  retrieval_ = store_retrieval();
  checker_ = make_checker(flags_.settings);
  if (!checker_->note().empty()) messages_.message(checker_->note());
}

std::unique_ptr<Checker> CheckDesk::make_checker(CheckSettings settings) {
  const auto backbones = [this, settings](const std::string& spec) {
    return models_->backbone(spec, settings);
  };
  return std::make_unique<Checker>(settings, program_path(), pool_, clock_, backbones,
                                   open_web() ? web_->means() : nullptr, opinions_, retrieval_);
}

// What models said of sites in earlier checks; where answers are kept. Null: nobody is asked.
std::shared_ptr<reasoning::SiteOpinions> CheckDesk::site_opinions() const {
  if (!flags_.settings.asks_of_sites() || !config_.keep_answers || flags_.no_cache) return nullptr;
  return std::make_shared<reasoning::SiteOpinions>(
      reasoning::default_site_opinions(), clock_,
      [this](std::string_view line) { messages_.message(line); });
}

// Null where no corpus is searched by its passages.
std::shared_ptr<const StoreRetrieval> CheckDesk::store_retrieval() {
  if (!by_passages(flags_)) return nullptr;
  const auto setup = retrieval_setup(flags_.retrieval, config_);
  return std::make_shared<const StoreRetrieval>(
      setup, make_retrieval_models(setup, config_, loop_.get_executor()),
      make_image_embedder(setup, config_, loop_.get_executor()), pool_,
      [this](std::string_view line) { messages_.message(line); });
}

}  // namespace assay::cli
