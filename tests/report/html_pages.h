#pragma once
#include <string>

#include "report/html_index.h"

namespace assay::report::test {

// The report of demo_report().
std::string demo_page();
// An index with a claim of every outcome, one of them in Arabic.
std::string demo_index();
std::vector<IndexRow> demo_rows();

// Where ASSAY_KEEP_PAGES names a folder, what a test looked at is left there, for people.
void keep_for_people(const std::string& name, const std::string& bytes);

}  // namespace assay::report::test
