#include "procedures/baseline.h"

#include <utility>

#include "procedures/step.h"
#include "tools/help.h"

namespace assay::procedures {
namespace {

using core::EntryType;

constexpr const char* without_evidence =
    "No search was made: this verdict is what the model answered from its own knowledge, and no "
    "source backs it.";

// The source as one item, quoted whole: nobody summed it up.
core::Evidence item_of(const core::Source& source, const io::Blobs& blobs, std::size_t number) {
  core::Evidence item;
  item.id = "E" + std::to_string(number);
  item.turn = 1;
  item.source = source;
  auto text = blobs.read(source.text_blob);
  const auto size = text.size();
  item.quotations.push_back({source.text_blob, 0, size, std::move(text)});
  return item;
}

std::string citations(const core::Record& record) {
  std::string text;
  for (const auto& item : record.evidence()) text += " [" + item.id + "]";
  return text;
}

std::string with_evidence(const core::Record& record) {
  if (record.evidence().empty())
    return "The claim came with no evidence: this verdict is what the model answered from its own "
           "knowledge.";
  return "No search was made: the model judged by the evidence that came with the claim," +
         citations(record) + ".";
}

}  // namespace

Baseline::Baseline(Judge judge, core::LabelSpace labels, Watch watch, const tools::Toolbox* given)
    : judge_(std::move(judge)),
      labels_(std::move(labels)),
      watch_(std::move(watch)),
      given_(given) {}

boost::asio::awaitable<void> Baseline::take_evidence(io::RecordFile& record) const {
  core::Plan plan;
  plan.actions.push_back({tools::given_evidence, {}, "it came with the claim"});
  const auto results = co_await given_->perform(record, 1, std::move(plan));
  for (const auto& result : results)
    for (const auto& source : result.sources)
      record.append(EntryType::evidence,
                    item_of(source, record.blobs(), record.record().evidence().size() + 1));
}

boost::asio::awaitable<core::Judgement> Baseline::check(io::RecordFile& record) const {
  const auto from = record.record().entries().size();
  if (given_ != nullptr) co_await take_evidence(record);
  watch_("judge", given_ == nullptr ? "without evidence" : "by the evidence that was given");
  reasoning::BaselineInput input{record.record().claim(), labels_, record.record().evidence()};
  core::Judgement judgement =
      co_await record.step(EntryType::judgement, step_of(judge_, record, 1, 0, std::move(input)));
  warn_of_calls(record, from);
  std::string text = given_ == nullptr ? without_evidence : with_evidence(record.record());
  if (!judgement.key_findings.empty()) text += " Its reasoning: " + judgement.key_findings;
  record.append(EntryType::justification, core::Justification{std::move(text)});
  record.append(EntryType::end, core::Json::object());
  co_return judgement;
}

}  // namespace assay::procedures
