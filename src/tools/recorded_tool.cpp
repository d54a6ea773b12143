#include "tools/recorded_tool.h"

#include "assay/core/error.h"

namespace assay::tools {

boost::asio::awaitable<Findings> RecordedTool::perform(Request request) const {
  throw core::InputError("the replayed record has no result of " + request.action.to_string());
  co_return Findings{};
}

std::vector<std::shared_ptr<const Tool>> recorded_tools(const core::Record& record,
                                                        const std::vector<core::ToolHelp>& help) {
  std::vector<std::shared_ptr<const Tool>> tools;
  for (const auto& one : help) {
    std::string version;
    std::string options;
    for (const auto& entry : record.entries())
      if (entry.type == core::EntryType::tool_result && entry.step &&
          entry.step->stage == one.name) {
        version = entry.step->version;
        options = entry.step->options;
        break;
      }
    tools.push_back(std::make_shared<RecordedTool>(one, version, options));
  }
  return tools;
}

}  // namespace assay::tools
