#pragma once
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/stage_results.h"
#include "io/record_file.h"
#include "tools/tool.h"

namespace assay::tools {

class OwnPage;

// The tools that a planner may choose from.
class Toolbox {
 public:
  // `own`: the page that the claim is from, which no tool brings as evidence; null: not known.
  explicit Toolbox(std::vector<std::shared_ptr<const Tool>> tools,
                   std::shared_ptr<const OwnPage> own = nullptr)
      : tools_(std::move(tools)), own_(std::move(own)) {}

  std::vector<core::ToolHelp> help() const;  // of each tool

  // DEFAME's stage 2: performs the plan's actions at the same time and records one result each, in
  // the order of the plan. What was found is kept in the record's blobs. A tool that fails, or an
  // action that names no tool, gives a result with an error; the others go on. So does one that has
  // not ended at `until`.
  boost::asio::awaitable<std::vector<core::ToolResult>> perform(
      io::RecordFile& record, int turn, core::Plan plan,
      std::optional<std::chrono::steady_clock::time_point> until = std::nullopt) const;

 private:
  const Tool* find(const std::string& name) const;

  std::vector<std::shared_ptr<const Tool>> tools_;
  std::shared_ptr<const OwnPage> own_;
};

}  // namespace assay::tools
