#pragma once
#include <vector>

#include "retrieval/index/run_reader.h"
#include "retrieval/index/writer.h"

namespace assay::retrieval {

// Writes the terms of all runs, which are in the order of their documents.
void merge(std::vector<RunReader>& runs, IndexWriter& writer);

}  // namespace assay::retrieval
