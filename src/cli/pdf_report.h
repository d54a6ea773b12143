#pragma once
#include <string>

#include "web/browser/browser_options.h"

namespace assay::cli {

// An HTML report or index as a PDF. Throws InputError with one line where no browser runs here, or
// where it does not print it.
std::string pdf_report(std::string html, const web::BrowserOptions& browser);

}  // namespace assay::cli
