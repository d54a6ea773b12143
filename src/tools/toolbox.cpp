#include "tools/toolbox.h"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <nlohmann/json.hpp>

namespace assay::tools {
namespace {

using boost::asio::awaitable;

constexpr std::size_t actions_at_once = 16;

core::Source keep(Found found, const io::Blobs& blobs) {
  found.source.text_blob = blobs.keep(found.text);
  found.source.bytes_blob =
      found.bytes == found.text ? found.source.text_blob : blobs.keep(found.bytes);
  return std::move(found.source);
}

awaitable<core::ToolResult> perform_one(const Tool* tool, core::Action action,
                                        const io::Blobs& blobs) {
  core::ToolResult result;
  result.action = action;
  if (tool == nullptr) {
    result.error = "there is no tool '" + action.tool + "'";
    co_return result;
  }
  Findings findings;
  try {
    findings = co_await tool->perform(std::move(action));
  } catch (const boost::system::system_error& error) {
    // Cancellation is never a failure of the tool.
    if (error.code() == boost::asio::error::operation_aborted) throw;
    result.error = error.what();
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  for (auto& found : findings.found) result.sources.push_back(keep(std::move(found), blobs));
  result.excluded = std::move(findings.excluded);
  co_return result;
}

}  // namespace

std::vector<std::string> Toolbox::names() const {
  std::vector<std::string> names;
  for (const auto& tool : tools_) names.push_back(tool->name());
  return names;
}

const Tool* Toolbox::find(const std::string& name) const {
  for (const auto& tool : tools_)
    if (tool->name() == name) return tool.get();
  return nullptr;
}

awaitable<std::vector<core::ToolResult>> Toolbox::perform(io::RecordFile& record, int turn,
                                                          core::Plan plan) const {
  std::vector<io::Step<core::ToolResult>> steps;
  for (std::size_t i = 0; i < plan.actions.size(); ++i) {
    const auto& action = plan.actions[i];
    const Tool* tool = find(action.tool);
    io::Step<core::ToolResult> step;
    step.key.stage = action.tool;
    step.key.version = tool != nullptr ? tool->version() : "";
    step.key.turn = turn;
    step.key.index = static_cast<int>(i);
    step.key.options = tool != nullptr ? tool->options() : "";
    step.inputs = io::hash_of(action);
    step.run = [tool, action, &blobs = record.blobs()] { return perform_one(tool, action, blobs); };
    step.usable = [&blobs = record.blobs()](const core::ToolResult& result) {
      return std::ranges::all_of(result.sources, [&](const core::Source& source) {
        return blobs.holds(source.text_blob) && blobs.holds(source.bytes_blob);
      });
    };
    steps.push_back(std::move(step));
  }
  return record.steps(core::EntryType::tool_result, std::move(steps), actions_at_once);
}

}  // namespace assay::tools
