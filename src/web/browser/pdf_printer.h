#pragma once
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <string>

#include "web/browser/browser_options.h"

namespace assay::web {

// The page as a PDF, A4 with numbered pages, printed by a Chromium of its own that reaches nothing:
// what the page needs is in it. Throws BrowserUnavailable where no browser runs here, and
// core::InputError where it does not print the page.
boost::asio::awaitable<std::string> print_pdf(boost::asio::any_io_executor executor,
                                              BrowserOptions options, std::string html);

}  // namespace assay::web
