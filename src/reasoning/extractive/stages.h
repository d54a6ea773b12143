#pragma once
#include "assay/core/stage_results.h"
#include "reasoning/inputs.h"

// The stages of DEFAME (section 3) without a language model. Plain functions of their input: the
// same input gives the same value, on any thread. extractive/stage_set.h makes Stages of them.
namespace assay::reasoning::extractive {

class Lexicon;  // WordNet's antonyms and the word lists, loaded once and passed in

core::Plan plan(const PlanInput& input, const Lexicon& lexicon);
core::Summary summarize(const SummarizeInput& input, const Lexicon& lexicon);
core::Development develop(const DevelopInput& input, const Lexicon& lexicon);
core::Judgement judge(const JudgeInput& input);
core::Justification justify(const JustifyInput& input);

}  // namespace assay::reasoning::extractive
