#pragma once
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "cli/check_content.h"

namespace assay::cli {

// A page or post whose claims are to be checked.
struct PageTask {
  std::string url;
  std::vector<std::string> image_files;  // pictures beside those of the page
  core::Claim given;                     // author and date, where the page's are not to count
  std::size_t claims = 1;                // so many are checked, the main one first
  BatchOptions batch;                    // `out` is the folder of it all
};

// Fetches the page, takes its claims out and checks the first of them, each with its own record and
// report under OUT/claims, as check_content() does with a text. Run again, it continues where it
// stopped, with the page as it was then. Throws InputError where the page can't be had, claims
// nothing that could be checked, or a claim could not be checked.
ContentResult check_page(const Checker& checker, PageTask task, const tools::WebMeans& means,
                         boost::asio::io_context& loop, const io::Clock& clock, Progress& progress);

}  // namespace assay::cli
