#pragma once
#include "assay/core/stage_results.h"
#include "reasoning/extractive/lexicon.h"
#include "reasoning/inputs.h"

// The stages of DEFAME (section 3) without a language model. Plain functions of their input: the
// same input gives the same value, on any thread. extractive/stage_set.h makes Stages of them.
namespace assay::reasoning::extractive {

// Up to four searches for what the claim says and the evidence so far does not cover: first the
// claim itself, then its names, numbers, dates, quotations and parts. Of a claim with pictures also
// a reverse search for each and one for other pictures of what it says; later for
// the originals that were found. Never one that was done; none where nothing is left to try or the
// tools have no `web_search`.
core::Plan plan(const PlanInput& input, const Lexicon& lexicon);

// The sentences of the source that bear on the claim, at most eight, each quoted with its bytes.
// NONE where nothing does. Linear in the text.
core::Summary summarize(const SummarizeInput& input, const Lexicon& lexicon);

// One finding a quotation, in the order of the evidence, and what of the claim none speaks to.
core::Development develop(const DevelopInput& input, const Lexicon& lexicon);

// A label of the space and the probability that it is right. Without evidence always "not enough";
// where the space has no such label, that is an empty label before the last turn.
core::Judgement judge(const JudgeInput& input);

// A short paragraph, every sentence of it citing evidence in brackets; without evidence one
// sentence that says that nothing was found.
core::Justification justify(const JustifyInput& input);

}  // namespace assay::reasoning::extractive
