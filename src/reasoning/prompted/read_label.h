#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/label_space.h"
#include "assay/core/model_call.h"
#include "assay/core/stage_results.h"
#include "models/chat_model.h"
#include "reasoning/prompted/ask.h"

namespace assay::reasoning::prompted {

// The word for "not enough evidence" that a judge may use before the last turn where the label
// space has none.
inline constexpr std::string_view undecided = "not enough evidence";

// The label that a model names, whatever its letter case, marks and spaces; null where it names
// none of the space, or more than one.
const core::Label* find_label(const core::LabelSpace& labels, std::string_view named);

// A judge's answer: an object with the member "verdict", or prose that names one label on a line of
// its own or behind `verdict:`. With `may_abstain` also `undecided`, whose label is then empty.
// What names no label, or several, has no value: a label within a sentence may be one that it
// denies.
Reading<core::Judgement> read_judgement(const models::ChatAnswer& answer,
                                        const core::LabelSpace& labels, bool may_abstain);

// The same, its key findings without references to what the claim and the evidence do not have.
Reading<core::Judgement> read_cited_judgement(const models::ChatAnswer& answer,
                                              const core::LabelSpace& labels, bool may_abstain,
                                              const core::Claim& claim,
                                              const std::vector<core::Evidence>& evidence);

// A judgement from nothing usable: "not enough evidence" with no confidence, and why.
core::Judgement no_judgement(const core::LabelSpace& labels, const std::string& why);

// The names that a judge may choose, for the form of its answer: a JSON schema.
std::string judgement_schema(const core::LabelSpace& labels, bool may_abstain, bool reasoning);

}  // namespace assay::reasoning::prompted
