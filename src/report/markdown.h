#pragma once
#include <string>

#include "assay/core/record.h"
#include "report/view.h"

namespace assay::report {

// The report as Markdown: verdict and confidence first, then the claim, the justification with
// links to the evidence, the evidence with its quotations, what is missing, how it was checked, and
// the time it took. Also of a record that is not complete, which it says. UTF-8; no text of the
// claim or of a source can become markup in it.
std::string markdown(const ReportView& view);
std::string markdown(const core::Record& record, const ReportOptions& options = {});

}  // namespace assay::report
