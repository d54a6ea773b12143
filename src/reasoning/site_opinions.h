#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/stage_results.h"
#include "io/clock.h"
#include "reasoning/inputs.h"
#include "reasoning/stage.h"

namespace assay::reasoning {

// What models said of sites, kept in an SQLite file by model, prompt and site, so that a site is
// not judged anew in each check. Any number of processes may use one file. It never stops anybody:
// where the file can't be used it holds nothing, and says so in one line, once.
class SiteOpinions {
 public:
  using Say = std::function<void(std::string_view)>;

  // Makes the file, and its folder, where there are none. Keeps `most` opinions, the newest, for no
  // longer than `days`.
  SiteOpinions(std::filesystem::path file, const io::Clock& clock, Say say,
               std::size_t most = 20'000, int days = 180);
  ~SiteOpinions();
  SiteOpinions(const SiteOpinions&) = delete;
  SiteOpinions& operator=(const SiteOpinions&) = delete;

  // With the day on which it was given in `judged`.
  std::optional<core::SiteOpinion> find(const StageIdentity& who, const std::string& site);
  void store(const StageIdentity& who, const core::SiteOpinion& opinion);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// ${XDG_CACHE_HOME:-~/.cache}/assay/sites.sqlite; empty where neither is set.
std::filesystem::path default_site_opinions();

// The stage, asked only of sites that the cache has no opinion of. What the model gave no usable
// answer about is asked again in the next check.
std::shared_ptr<const Stage<SiteInput, core::SiteOpinion>> cached_site_stage(
    std::shared_ptr<const Stage<SiteInput, core::SiteOpinion>> stage,
    std::shared_ptr<SiteOpinions> cache);

}  // namespace assay::reasoning
