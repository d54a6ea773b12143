#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::eval {

// How a paper set a kind of system up.
struct Preset {
  std::string name;
  std::string about;  // where the numbers are from, one line
  std::string procedure;
  double temperature = 0.01;
  double top_p = 0.9;
  std::optional<int> max_tokens;  // of an answer
  int max_turns = 3;
  std::size_t results = 3;  // of a search
  std::size_t images_per_page = 32;
};

const std::vector<Preset>& presets();
// Throws UsageError, which lists the known ones.
const Preset& preset_named(std::string_view name);

}  // namespace assay::eval
