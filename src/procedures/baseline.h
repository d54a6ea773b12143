#pragma once
#include <memory>

#include "assay/core/label_space.h"
#include "procedures/procedure.h"
#include "reasoning/inputs.h"
#include "reasoning/stage.h"

namespace assay::procedures {

// DEFAME's baselines (section 4.3): a verdict from what the model knows, without any evidence.
class Baseline : public Procedure {
 public:
  using Judge = std::shared_ptr<const reasoning::Stage<reasoning::BaselineInput, core::Judgement>>;
  Baseline(Judge judge, core::LabelSpace labels, Watch watch);

  boost::asio::awaitable<core::Judgement> check(io::RecordFile& record) const override;

 private:
  Judge judge_;
  core::LabelSpace labels_;
  Watch watch_;
};

}  // namespace assay::procedures
