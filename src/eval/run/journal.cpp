#include "eval/run/journal.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "io/append_line.h"
#include "io/files.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

using core::Json;

constexpr std::size_t largest_journal = std::size_t{4} << 30;

}  // namespace

Journal::Journal(std::filesystem::path file) : file_(std::move(file)) {
  if (!std::filesystem::exists(file_)) return;
  const auto bytes = io::read_file(file_, largest_journal);
  std::string_view rest = bytes;
  for (std::size_t number = 1; !rest.empty(); ++number) {
    const bool whole = rest.find('\n') != rest.npos;
    const auto line = language::take_line(rest);
    if (language::is_blank(line)) continue;
    const auto json = Json::parse(line, nullptr, false);
    if (json.is_discarded()) {
      if (!whole || rest.empty())
        return;  // cut short, and what follows it begins a line of its own
      continue;
    }
    try {
      auto run = claim_run_of(json);
      runs_.insert_or_assign(run.id, std::move(run));
    } catch (const core::InputError& error) {
      throw core::InputError("'" + io::shown(file_) + "' line " + std::to_string(number) + ": " +
                             error.what());
    }
  }
}

const ClaimRun* Journal::find(const std::string& id) const {
  const auto found = runs_.find(id);
  return found == runs_.end() ? nullptr : &found->second;
}

void Journal::add(ClaimRun run) {
  io::append_line(file_, claim_run_json(run).dump(-1, ' ', false, Json::error_handler_t::replace));
  runs_.insert_or_assign(run.id, std::move(run));
}

}  // namespace assay::eval
