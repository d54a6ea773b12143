#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "report/calls.h"

// What models did in words and numbers, the same in every format. Names of models and messages of
// failures are foreign text: each format makes them safe itself.
namespace assay::report {

// Stands beside the verdict of a baseline.
inline constexpr std::string_view made_without_evidence =
    "Made without evidence: no search was made, and no source backs this verdict.";

// `12,345`.
std::string grouped(std::int64_t number);

// `0.0123 USD`; `under 0.0001 USD`; `0 USD`.
std::string dollars(double usd);

// For a cell: `0.0123`, `over 0.0123` where the price of some answers is not known, `not known`
// where that of all is not, `–` where there was no answer.
std::string cost_cell(const CallSum& sum);

// `0.0123 USD (0.01 USD of it paid before)`, `at least 0.0123 USD (the price of 2 answers is not
// known)`, `cost not known`.
std::string cost_words(const CallSum& sum);

// `12 calls (3 from the cache): 12,345 tokens in, 560 out; 0.0123 USD; 92 % of the answers were
// well-formed`.
std::string calls_line(const CallSum& sum);

// `develop (turn 2)`; `summarize (turn 1, 3)` where the step is not the first of its turn.
std::string step_name(const CallView& call);

// Why the call brought no usable answer, as `key: …` or as what was wrong with its form; empty
// where it brought one.
std::string failure_of(const core::ModelCall& call);

}  // namespace assay::report
