#pragma once
#include "eval/benchmarks/labels.h"

namespace assay::eval {

// The four labels that AVeriTeC and AVerImaTeC share, with their short forms.
LabelReader averitec_labels();

}  // namespace assay::eval
