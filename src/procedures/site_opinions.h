#pragma once
#include <vector>

#include "assay/core/evidence.h"
#include "assay/core/stage_results.h"
#include "reasoning/inputs.h"

namespace assay::procedures {

// The sites of the sources that no list names and of which there is no opinion yet, each once, in
// the order of the sources. Of the web alone: a document of a corpus has no class.
std::vector<reasoning::SiteInput> unknown_sites(const std::vector<core::Source>& sources,
                                                const std::vector<core::SiteOpinion>& known);

// The source with what a model thinks of its site, where no list knows it.
core::Source with_opinion(core::Source source, const std::vector<core::SiteOpinion>& opinions);

}  // namespace assay::procedures
