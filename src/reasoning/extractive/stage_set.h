#pragma once
#include <filesystem>

#include "io/pool.h"
#include "reasoning/stage_set.h"

namespace assay::reasoning::extractive {

// The built-in stages, each running on the pool, which must outlive them. WordNet's database is
// read from `wordnet` (Debian's wordnet-base puts it in /usr/share/wordnet); without it a short
// built-in list of antonyms serves.
StageSet make_stages(io::Pool& pool, const std::filesystem::path& wordnet);

}  // namespace assay::reasoning::extractive
