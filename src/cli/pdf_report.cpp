#include "cli/pdf_report.h"

#include <boost/asio/io_context.hpp>
#include <utility>

#include "assay/core/error.h"
#include "io/run_to_end.h"
#include "web/browser/pdf_printer.h"

namespace assay::cli {

std::string pdf_report(std::string html, const web::BrowserOptions& browser) {
  boost::asio::io_context loop;
  try {
    return io::run_to_end(loop, web::print_pdf(loop.get_executor(), browser, std::move(html)));
  } catch (const web::BrowserUnavailable& error) {
    throw core::InputError(std::string("a PDF is printed by Chromium: ") + error.what());
  }
}

}  // namespace assay::cli
