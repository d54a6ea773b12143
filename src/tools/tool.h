#pragma once
#include <boost/asio/awaitable.hpp>
#include <string>
#include <vector>

#include "assay/core/evidence.h"
#include "assay/core/stage_results.h"

namespace assay::tools {

// A picture with its bytes as they came.
struct KeptPicture {
  core::Image image;
  std::string bytes;
};

// An action as a tool is asked to perform it: with the pictures that its arguments name.
struct Request {
  core::Action action;
  std::vector<KeptPicture> pictures;  // in the order of the arguments
};

// A source as a tool brings it: with the text to be kept, and the bytes that it was made from.
struct Found {
  core::Source source;  // the blobs' names, and the numbers of pictures, are filled in when kept
  std::string text;     // UTF-8
  std::string bytes;
  std::vector<KeptPicture> pictures;  // becomes source.images; of a match, the matching one first
};

struct Findings {
  std::vector<Found> found;  // best first
  std::vector<core::ExcludedSource> excluded;
  core::SearchEffort effort;  // what services of others took for it
};

// Performs one kind of action. Thread-safe.
class Tool {
 public:
  virtual ~Tool() = default;
  // As planners write it: `web_search`.
  virtual std::string name() const = 0;
  // For planners: what it does, and one action as an example.
  virtual core::ToolHelp help() const { return {name(), "", ""}; }
  // Raised whenever the tool would answer differently.
  virtual std::string version() const = 0;
  // What else its answer depends on (the corpus, the limit date, …), for the key of its steps.
  virtual std::string options() const = 0;
  // Throws where it can't: the toolbox records that, and the check goes on.
  virtual boost::asio::awaitable<Findings> perform(Request request) const = 0;
};

}  // namespace assay::tools
