#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "assay/core/record.h"
#include "tools/tool.h"

namespace assay::tools {

// A tool of an earlier run, for a replay: what it found stands in that run's record, so it performs
// nothing. Its name, version and options are those of then.
class RecordedTool : public Tool {
 public:
  RecordedTool(core::ToolHelp help, std::string version, std::string options)
      : help_(std::move(help)), version_(std::move(version)), options_(std::move(options)) {}

  std::string name() const override { return help_.name; }
  core::ToolHelp help() const override { return help_; }
  std::string version() const override { return version_; }
  std::string options() const override { return options_; }
  // Throws InputError: the record has no result of this action.
  boost::asio::awaitable<Findings> perform(Request request) const override;

 private:
  core::ToolHelp help_;
  std::string version_;
  std::string options_;
};

// The tools that the record's run had, with what was said of them (`help`).
std::vector<std::shared_ptr<const Tool>> recorded_tools(const core::Record& record,
                                                        const std::vector<core::ToolHelp>& help);

}  // namespace assay::tools
