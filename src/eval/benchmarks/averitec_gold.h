#pragma once
#include <filesystem>
#include <string_view>

#include "eval/benchmarks/builder.h"
#include "eval/benchmarks/labels.h"

// Gold files of AVeriTeC, in both forms.
namespace assay::eval {

// The array of `dev.json` and the like. A claim's id is its field `id`, else its position.
void read_averitec_json(std::string_view bytes, const std::filesystem::path& file,
                        const LabelReader& labels, DatasetBuilder& builder);
// The newer form's table: id, claim, evi, label, split.
void read_averitec_csv(std::string_view bytes, const std::filesystem::path& file,
                       const LabelReader& labels, DatasetBuilder& builder);

}  // namespace assay::eval
