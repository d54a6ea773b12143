#pragma once
#include "reasoning/extractive/text_view.h"

namespace assay::reasoning::extractive {

// Numbers that are part of a name count nothing: Apollo 11, Boeing 737, Article 370, Nord7. Makes
// them names, and takes them out of the view's quantities. For a view whose names are marked.
void mark_designations(TextView& view);

}  // namespace assay::reasoning::extractive
