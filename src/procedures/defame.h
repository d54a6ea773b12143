#pragma once
#include <boost/asio/awaitable.hpp>
#include "assay/core/label_space.h"
#include "assay/core/stage_results.h"
#include "io/record_file.h"
#include "procedures/limits.h"
#include "procedures/procedure.h"
#include "reasoning/stage_set.h"
#include "tools/toolbox.h"

namespace assay::procedures {

struct DefameOptions {
  int max_turns = 3;    // the paper's limit
  bool develop = true;  // without: an ablation (section 4.4)
  LimitOptions limits;
};

// DEFAME (section 3 of its paper): plan, execute, summarize, develop, judge, and again while the
// evidence is not enough, up to max_turns; then justify.
class Defame : public Procedure {
 public:
  Defame(reasoning::StageSet stages, const tools::Toolbox& toolbox, core::LabelSpace labels,
         DefameOptions options, Watch watch);

  boost::asio::awaitable<core::Judgement> check(io::RecordFile& record) const override;

 private:
  // One check: its record, and its limits, whose time begins now.
  struct Check {
    io::RecordFile& record;
    Limits limits;
    bool stopped = false;  // a limit was reached: nothing more is gathered
  };
  static void stop_if_reached(Check& check, int calls);
  boost::asio::awaitable<core::Plan> plan(Check& check, int turn) const;
  boost::asio::awaitable<void> gather(Check& check, int turn, core::Plan plan) const;
  boost::asio::awaitable<void> summarize(Check& check, int turn,
                                         std::vector<core::ToolResult> results) const;
  boost::asio::awaitable<void> judge_sites(Check& check, int turn,
                                           std::vector<core::Source> sources) const;
  boost::asio::awaitable<void> develop(Check& check, int turn) const;
  boost::asio::awaitable<core::Judgement> judge(Check& check, int turn, bool last) const;
  boost::asio::awaitable<void> justify(Check& check, int turn) const;

  reasoning::StageSet stages_;
  const tools::Toolbox& toolbox_;
  core::LabelSpace labels_;
  DefameOptions options_;
  Watch watch_;
};

}  // namespace assay::procedures
