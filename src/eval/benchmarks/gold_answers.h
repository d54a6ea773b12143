#pragma once
#include <string>
#include <string_view>

#include "assay/core/json.h"
#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/instance.h"

// Gold questions and answers as AVeriTeC and AVerImaTeC have them, and the evidence they make.
namespace assay::eval {

// The list `questions` of a claim, either benchmark's names of the fields. Throws InputError.
std::vector<GoldQuestion> questions_of(const core::Json& claim);

// Each answer that says something, with an id of claim, question and answer: `3-0-0`. An answer
// that can't be understood alone (Boolean, a bare yes or no) has its question before it. What was
// taken from `article`, the fact-check itself, is left out and noted: it holds the verdict.
void add_evidence(Instance& instance, std::string_view article, DatasetBuilder& builder);

}  // namespace assay::eval
