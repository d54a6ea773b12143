#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "eval/benchmarks/labels.h"
#include "eval/benchmarks/predictions.h"

// AVeriTeC's submissions in the newer form, a table of id, claim, evi, label and split; and both
// forms written.
namespace assay::eval {

std::vector<Prediction> read_averitec_table(std::string_view bytes,
                                            const std::filesystem::path& file,
                                            const LabelReader& labels);

std::string averitec_table(const Answered& answered);
// The older form: a list of claim_id, claim, pred_label and evidence.
std::string averitec_list(const Answered& answered);

}  // namespace assay::eval
