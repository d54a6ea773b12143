#pragma once
#include <memory>

#include "assay/core/label_space.h"
#include "procedures/procedure.h"
#include "reasoning/inputs.h"
#include "reasoning/stage.h"
#include "tools/toolbox.h"

namespace assay::procedures {

// DEFAME's baselines (section 4.3): a verdict from what the model knows, without any evidence; or
// from all of the evidence that came with the claim and nothing else (RW-Post's controlled
// evaluation, its section V-C).
class Baseline : public Procedure {
 public:
  using Judge = std::shared_ptr<const reasoning::Stage<reasoning::BaselineInput, core::Judgement>>;
  // `given`: holds the tool GivenEvidence; null: there is no evidence. Outlives this.
  Baseline(Judge judge, core::LabelSpace labels, Watch watch,
           const tools::Toolbox* given = nullptr);

  boost::asio::awaitable<core::Judgement> check(io::RecordFile& record) const override;

 private:
  boost::asio::awaitable<void> take_evidence(io::RecordFile& record) const;

  Judge judge_;
  core::LabelSpace labels_;
  Watch watch_;
  const tools::Toolbox* given_;
};

}  // namespace assay::procedures
