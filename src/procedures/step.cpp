#include "procedures/step.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace assay::procedures {
namespace {

std::string name_of(const core::StepKey& key) {
  return key.stage + " (turn " + std::to_string(key.turn) + ", " + std::to_string(key.index + 1) +
         ")";
}

void add_warnings(const core::Entry& entry, std::vector<std::string>& warnings) {
  if (!entry.step || entry.calls.empty()) return;
  const auto& last = entry.calls.back();
  const auto name = name_of(*entry.step);
  if (last.form == core::Form::unusable)
    warnings.push_back(name + ": no usable answer of " + last.model + ": " +
                       (last.error.empty() ? last.problem : last.error));
  if (last.dropped.empty()) return;
  std::string what;
  for (const auto& one : last.dropped) what += (what.empty() ? "" : ", ") + one;
  warnings.push_back(name + ": the window of " + last.model + " had no room for " + what);
}

}  // namespace

void warn_of_calls(io::RecordFile& record, std::size_t from) {
  std::vector<std::string> warnings;
  const auto entries = record.record().entries();
  for (std::size_t i = from; i < entries.size(); ++i) add_warnings(entries[i], warnings);
  for (const auto& warning : warnings)
    record.append(core::EntryType::warning, core::Json{{"message", warning}});
}

}  // namespace assay::procedures
