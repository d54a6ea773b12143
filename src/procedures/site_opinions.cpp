#include "procedures/site_opinions.h"

#include <algorithm>
#include <utility>

#include "web/sites/site_judge.h"

namespace assay::procedures {
namespace {

bool is_unknown(const core::Source& source) {
  return !source.site.empty() && source.reliability == web::to_string(web::SiteClass::unsure) &&
         source.reliability_reason == web::no_list_names_it;
}

}  // namespace

std::vector<reasoning::SiteInput> unknown_sites(const std::vector<core::Source>& sources,
                                                const std::vector<core::SiteOpinion>& known) {
  std::vector<reasoning::SiteInput> unknown;
  for (const auto& source : sources) {
    if (!is_unknown(source)) continue;
    if (std::ranges::find(known, source.site, &core::SiteOpinion::site) != known.end()) continue;
    if (std::ranges::find(unknown, source.site, &reasoning::SiteInput::site) != unknown.end())
      continue;
    unknown.push_back({source.site, source.publisher, source.url, source.title});
  }
  return unknown;
}

core::Source with_opinion(core::Source source, const std::vector<core::SiteOpinion>& opinions) {
  if (!is_unknown(source)) return source;
  const auto opinion = std::ranges::find(opinions, source.site, &core::SiteOpinion::site);
  if (opinion == opinions.end()) return source;
  source.reliability = opinion->site_class;
  source.reliability_reason = opinion->reason;
  if (opinion->judged) source.reliability_reason += " (on " + opinion->judged->to_string() + ")";
  return source;
}

}  // namespace assay::procedures
