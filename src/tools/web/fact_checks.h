#pragma once
#include <memory>
#include <string>

#include "tools/web/open_search.h"

namespace assay::tools {

// fact_checks(claim): what fact-checkers wrote about a claim before, by a service that collects
// their reviews: each review's page, with the claim that it reviews and its rating. Needs the
// provider `factcheck`. They give the answer away: benchmark mode has no such tool.
class OpenFactChecks : public OpenWebTool {
 public:
  explicit OpenFactChecks(std::shared_ptr<const WebPages> pages) : OpenWebTool(std::move(pages)) {}
  std::string name() const override { return "fact_checks"; }
  core::ToolHelp help() const override;
  std::string version() const override { return "web/1"; }
  std::string options() const override;
  boost::asio::awaitable<Findings> perform(Request request) const override;
};

}  // namespace assay::tools
