#include "procedures/baseline.h"

#include <utility>

#include "procedures/step.h"

namespace assay::procedures {

using core::EntryType;

Baseline::Baseline(Judge judge, core::LabelSpace labels, Watch watch)
    : judge_(std::move(judge)), labels_(std::move(labels)), watch_(std::move(watch)) {}

boost::asio::awaitable<core::Judgement> Baseline::check(io::RecordFile& record) const {
  watch_("judge", "without evidence");
  const auto from = record.record().entries().size();
  reasoning::BaselineInput input{record.record().claim(), labels_};
  core::Judgement judgement =
      co_await record.step(EntryType::judgement, step_of(judge_, record, 1, 0, std::move(input)));
  warn_of_calls(record, from);
  std::string text =
      "No search was made: this verdict is what the model answered from its own knowledge, and no "
      "source backs it.";
  if (!judgement.key_findings.empty()) text += " Its reasoning: " + judgement.key_findings;
  record.append(EntryType::justification, core::Justification{std::move(text)});
  record.append(EntryType::end, core::Json::object());
  co_return judgement;
}

}  // namespace assay::procedures
