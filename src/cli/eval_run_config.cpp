#include "cli/eval_run_config.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::cli {
namespace {

using core::Json;

constexpr std::size_t largest_config = 16 << 20;
constexpr std::array<std::string_view, 9> decisive{
    "benchmark", "split", "labels", "faults", "regime", "inputs", "check", "corpus", "retrieval"};

std::string shortened(const Json& value) {
  auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > 80) text = text.substr(0, 77) + "...";
  return text;
}

// `check.model was "embedded", and is now "openai:m"`; empty where both are the same.
std::string difference(const std::string& name, const Json& before, const Json& now) {
  if (before == now) return "";
  if (before.is_object() && now.is_object()) {
    for (const auto& [key, value] : now.items())
      if (auto text = difference(name + "." + key, before.value(key, Json()), value); !text.empty())
        return text;
    for (const auto& [key, value] : before.items())
      if (!now.contains(key)) return name + "." + key + " was " + shortened(value);
    return "";  // the same values in another order
  }
  return name + " was " + shortened(before) + ", and is now " + shortened(now);
}

}  // namespace

void keep_config(const std::filesystem::path& folder, const Json& config) {
  const auto file = folder / "config.json";
  if (std::filesystem::exists(file)) {
    const auto before = Json::parse(io::read_file(file, largest_config), nullptr, false);
    if (!before.is_object())
      throw core::InputError("'" + io::shown(file) + "' is no configuration of a run");
    for (const auto name : decisive) {
      const std::string key(name);
      const auto text = difference(key, before.value(key, Json()), config.value(key, Json()));
      if (!text.empty())
        throw core::UsageError("'" + io::shown(folder) + "' holds a run with other settings (" +
                               text + "); give another --out");
    }
  }
  io::make_folder(folder);
  io::write_file(file, config.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace assay::cli
