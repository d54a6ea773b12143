#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tools/tool.h"

namespace assay::tools {

// One action performed in several places at the same time (a corpus and the open web): what the
// first finds comes first. Where one fails and another does not, the failure is told as what is
// missing.
class CombinedTool : public Tool {
 public:
  // At least one; all of one name.
  explicit CombinedTool(std::vector<std::shared_ptr<const Tool>> parts)
      : parts_(std::move(parts)) {}

  std::string name() const override { return parts_.front()->name(); }
  core::ToolHelp help() const override { return parts_.front()->help(); }
  std::string version() const override;
  std::string options() const override;
  boost::asio::awaitable<Findings> perform(Request request) const override;

 private:
  std::vector<std::shared_ptr<const Tool>> parts_;
};

// The tools, those of one name as one.
std::vector<std::shared_ptr<const Tool>> combined(std::vector<std::shared_ptr<const Tool>> tools);

}  // namespace assay::tools
