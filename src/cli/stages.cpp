#include "cli/stages.h"

#include "reasoning/extractive/stage_set.h"
#include "reasoning/prompted/stages.h"
#include "reasoning/static_plan.h"

namespace assay::cli {
namespace {

constexpr const char* wordnet_folder = "/usr/share/wordnet";

}  // namespace

reasoning::StageSet make_stages(
    const CheckSettings& settings,
    const std::function<reasoning::Backbone(const std::string& spec)>& backbone,
    std::shared_ptr<vision::PictureReaders> readers, io::Pool& pool,
    std::shared_ptr<reasoning::SiteOpinions> opinions) {
  namespace prompted = reasoning::prompted;
  auto set = reasoning::extractive::make_stages(pool, wordnet_folder);
  prompted::Shared shared;
  shared.templates = settings.prompts.empty()
                         ? std::make_shared<const prompted::Templates>()
                         : std::make_shared<const prompted::Templates>(settings.prompts);
  shared.pictures = std::make_shared<prompted::Pictures>(std::move(readers), pool);
  shared.unimodal = settings.unimodal_develop;
  shared.style_example = settings.style_example;
  // Sets a stage to a prompted one where its model is a language model.
  const auto prompt = [&](const std::string& stage, auto& place, auto make) {
    const auto& spec = settings.model_of(stage);
    if (spec != "embedded") place = make(shared, backbone(spec));
  };
  if (settings.procedure == "defame") {
    prompt("plan", set.plan, prompted::plan_stage);
    prompt("summarize", set.summarize, prompted::summarize_stage);
    prompt("develop", set.develop, prompted::develop_stage);
    prompt("judge", set.judge, prompted::judge_stage);
    prompt("justify", set.justify, prompted::justify_stage);
    if (settings.asks_of_sites()) {
      prompt("judge_site", set.judge_site, prompted::judge_site_stage);
      if (opinions) set.judge_site = reasoning::cached_site_stage(set.judge_site, opinions);
    }
    if (settings.static_actions) set.plan = reasoning::static_plan_stage();
  } else {
    prompt("judge", set.direct, prompted::direct_stage);
    prompt("judge", set.cot, prompted::cot_stage);
  }
  prompt("extract", set.extract, prompted::extract_stage);
  prompt("extract", set.interpret, prompted::interpret_stage);
  prompt("extract", set.decompose, prompted::decompose_stage);
  prompt("extract", set.decontextualize, prompted::decontextualize_stage);
  return set;
}

}  // namespace assay::cli
