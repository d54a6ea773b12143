#pragma once
#include <functional>
#include <memory>
#include <string>

#include "cli/settings.h"
#include "io/pool.h"
#include "reasoning/session.h"
#include "reasoning/site_opinions.h"
#include "reasoning/stage_set.h"
#include "vision/picture_readers.h"

namespace assay::cli {

// The stages of the settings: each built in or prompted, as its model says. `backbone` gives the
// model of a spec; `opinions` holds what models said of sites, null: nothing does. Throws
// InputError for prompts that can't be used.
reasoning::StageSet make_stages(
    const CheckSettings& settings,
    const std::function<reasoning::Backbone(const std::string& spec)>& backbone,
    std::shared_ptr<vision::PictureReaders> readers, io::Pool& pool,
    std::shared_ptr<reasoning::SiteOpinions> opinions = nullptr);

}  // namespace assay::cli
