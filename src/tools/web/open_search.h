#pragma once
#include <memory>
#include <string>

#include "tools/tool.h"
#include "tools/web/pages.h"

// The same actions as of a corpus, on the open web. The pages are shared by the tools of a check.
namespace assay::tools {

class OpenWebTool : public Tool {
 public:
  std::string options() const override;

 protected:
  explicit OpenWebTool(std::shared_ptr<const WebPages> pages) : pages_(std::move(pages)) {}
  std::shared_ptr<const WebPages> pages_;
};

// web_search(query): the pages that a search service names first and that can be read. Needs the
// provider `web`.
class OpenWebSearch : public OpenWebTool {
 public:
  explicit OpenWebSearch(std::shared_ptr<const WebPages> pages) : OpenWebTool(std::move(pages)) {}
  std::string name() const override { return "web_search"; }
  core::ToolHelp help() const override;
  std::string version() const override { return "web/2"; }
  boost::asio::awaitable<Findings> perform(Request request) const override;
};

// image_search(caption): pictures that a search service finds by words, with their pages. Needs the
// provider `images`.
class OpenImageSearch : public OpenWebTool {
 public:
  explicit OpenImageSearch(std::shared_ptr<const WebPages> pages) : OpenWebTool(std::move(pages)) {}
  std::string name() const override { return "image_search"; }
  core::ToolHelp help() const override;
  std::string version() const override { return "web/2"; }
  boost::asio::awaitable<Findings> perform(Request request) const override;
};

// reverse_search(image): pages that show the picture, the oldest first. Needs the provider
// `reverse`. A page whose picture can be had is compared with the query as in a corpus; one whose
// picture turns out to be another is left out.
class OpenReverseSearch : public OpenWebTool {
 public:
  explicit OpenReverseSearch(std::shared_ptr<const WebPages> pages)
      : OpenWebTool(std::move(pages)) {}
  std::string name() const override { return "reverse_search"; }
  core::ToolHelp help() const override;
  std::string version() const override { return "web/2"; }
  boost::asio::awaitable<Findings> perform(Request request) const override;
};

}  // namespace assay::tools
