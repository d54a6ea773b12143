#include "eval/run/presets.h"

#include "assay/core/error.h"

namespace assay::eval {
namespace {

std::vector<Preset> made() {
  std::vector<Preset> all;
  Preset defame;
  defame.name = "defame";
  defame.about = "DEFAME, section 4.2: temperature 0.01, top-p 0.9, 32 pictures a page, 3 turns";
  defame.procedure = "defame";
  all.push_back(defame);

  Preset search = defame;
  search.name = "rwpost-search";
  search.about = "RW-Post, section V-A: search-based systems get 10 results a query";
  search.results = 10;
  all.push_back(search);

  Preset lvlm;
  lvlm.name = "lvlm";
  lvlm.about = "RW-Post, section V-A: greedy decoding, answers of at most 256 tokens";
  lvlm.procedure = "direct";
  lvlm.temperature = 0;
  lvlm.top_p = 1;
  lvlm.max_tokens = 256;
  all.push_back(lvlm);
  return all;
}

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = made();
  return all;
}

const Preset& preset_named(std::string_view name) {
  std::string known;
  for (const auto& preset : presets()) {
    if (preset.name == name) return preset;
    known += " " + preset.name;
  }
  throw core::UsageError("unknown preset '" + std::string(name) + "'; known are:" + known);
}

}  // namespace assay::eval
