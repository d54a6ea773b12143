#include "reasoning/pipeline.h"

#include <sstream>

namespace assay::test {

using namespace reasoning;

Checked check(const std::string& claim_text, const std::vector<Document>& documents,
              const extractive::Lexicon& lexicon, const std::string& labels) {
  Checked checked;
  core::Claim claim;
  claim.text = core::MultimodalText(claim_text);
  for (const auto& document : documents) {
    SummarizeInput input;
    input.claim = claim;
    input.source.title = document.title;
    input.source.text_blob = "blob" + std::to_string(checked.evidence.size());
    input.text = document.text;
    const auto summary = extractive::summarize(input, lexicon);
    if (summary.none()) continue;
    core::Evidence item;
    item.id = "E" + std::to_string(checked.evidence.size() + 1);
    item.source = input.source;
    item.takeaways = summary.takeaways;
    item.quotations = summary.quotations;
    checked.evidence.push_back(std::move(item));
  }
  const auto space = core::LabelSpace::named(labels);
  checked.development = extractive::develop({claim, checked.evidence}, lexicon);
  checked.judgement =
      extractive::judge({claim, space, checked.evidence, checked.development, true});
  checked.justification =
      extractive::justify({claim, space, checked.evidence, checked.development, checked.judgement});
  return checked;
}

const extractive::Lexicon& installed_lexicon() {
  static const extractive::Lexicon lexicon(std::filesystem::path("/usr/share/wordnet"));
  return lexicon;
}

std::string shown(const Checked& checked) {
  std::ostringstream text;
  text << checked.judgement.label << " " << checked.judgement.confidence << "\n";
  for (const auto& reason : checked.judgement.reasons) text << "  " << reason << "\n";
  for (const auto& finding : checked.development.findings) {
    text << "  " << finding.evidence << " " << core::to_string(finding.stance) << " "
         << finding.strength << " coverage " << finding.coverage;
    for (const auto& reason : finding.reasons) text << "; " << reason;
    text << "\n";
  }
  text << "  " << checked.justification.text << "\n";
  return text.str();
}

}  // namespace assay::test
