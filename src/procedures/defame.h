#pragma once
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <string_view>

#include "assay/core/label_space.h"
#include "assay/core/stage_results.h"
#include "io/record_file.h"
#include "reasoning/stage_set.h"
#include "tools/toolbox.h"

namespace assay::procedures {

// Told of each stage as it begins: its name, and a few words on what it works at.
using Watch = std::function<void(std::string_view stage, std::string_view detail)>;

struct DefameOptions {
  int max_turns = 3;  // the paper's limit
};

// DEFAME (section 3 of its paper): plan, execute, summarize, develop, judge, and again while the
// evidence is not enough, up to max_turns; then justify.
class Defame {
 public:
  Defame(reasoning::StageSet stages, const tools::Toolbox& toolbox, core::LabelSpace labels,
         DefameOptions options, Watch watch);

  // Checks the record's claim. Resumes where the record ends. Everything is in the record at the
  // end.
  boost::asio::awaitable<core::Judgement> check(io::RecordFile& record) const;

 private:
  boost::asio::awaitable<core::Plan> plan(io::RecordFile& record, int turn) const;
  boost::asio::awaitable<void> summarize(io::RecordFile& record, int turn,
                                         std::vector<core::ToolResult> results) const;
  boost::asio::awaitable<void> develop(io::RecordFile& record, int turn) const;
  boost::asio::awaitable<core::Judgement> judge(io::RecordFile& record, int turn, bool last) const;
  boost::asio::awaitable<void> justify(io::RecordFile& record, int turn) const;

  reasoning::StageSet stages_;
  const tools::Toolbox& toolbox_;
  core::LabelSpace labels_;
  DefameOptions options_;
  Watch watch_;
};

}  // namespace assay::procedures
