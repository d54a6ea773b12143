#pragma once
#include <filesystem>

#include "assay/core/json.h"
#include "assay/core/record.h"
#include "report/view.h"

namespace assay::report {

// Version of json_report()'s shape; raised when a field goes or changes its meaning.
inline constexpr int json_report_version = 1;

// The whole report as one object: claim, verdict, justification and its citations, evidence with
// quotations, spans, stances and reasons, pictures with how they matched, repeats, turns with
// plans, results, exclusions and failures, limits that were reached, warnings, models with what
// each and each stage used, every call of a model as the record has it, times. Texts are exact, not
// made safe for any other format.
core::Json json_report(const ReportView& view);
core::Json json_report(const core::Record& record, const ReportOptions& options = {});

// Where a check's files lie.
struct ResultPaths {
  std::filesystem::path record;
  std::filesystem::path report;
};

// The object of `assay check --json` and of a line of results.jsonl, with these keys in this order:
// claim_id, verdict (the canonical one), label, confidence (0 to 1), justification, evidence (a
// list of id, text, url, title, published, stance), images, record, report, seconds, calls, cost,
// tokens ({in, cached, out}).
//   text       the quoted sentences, one a line; what the source says, where nothing is quoted
//   url        the source's address; the document's name in its corpus where it has none
//   published  YYYY-MM-DD, or null where no date is known
//   stance     `supports`, `contradicts` or `touches`, from the last development
//   calls      how many calls were made of language models
//   cost       their price in USD, answers from the cache included; null where the price of any is
//              not known
//   tokens     of all calls: `in` with the cached ones, `cached`, `out` with the thinking
// A record without a judgement gives null for verdict, label and confidence.
core::Json result_object(const ReportView& view, const ResultPaths& paths);
core::Json result_object(const core::Record& record, const ResultPaths& paths);

}  // namespace assay::report
