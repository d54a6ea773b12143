#pragma once
#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "assay/core/claim.h"
#include "assay/core/evidence.h"
#include "io/blobs.h"
#include "tools/own_page.h"
#include "tools/web/means.h"

namespace assay::cli {

// The page or post that a claim is from (`--url`), as the run keeps it.
struct ClaimPage {
  core::Origin origin;
  std::string text;  // empty: the address is a picture's
};

// The page that the run in `folder` keeps already; else fetches and reads it, and keeps it there:
// its text, bytes and pictures as blobs, the answers in the run's WARC file. Nothing is written
// where it can't be had: throws InputError with the reason in one line. `needs_text`: a picture
// alone is not enough.
ClaimPage open_claim_page(const std::string& url, bool needs_text,
                          const std::filesystem::path& folder, const io::Blobs& blobs,
                          const tools::WebMeans& means, boost::asio::io_context& loop);

// What is known of a claim by the page that carries it, where the claim itself doesn't say: author,
// date, address, text (its beginning), and behind the claim's own pictures those of the page, which
// are given their numbers in `page`.
void take_context(ClaimPage& page, core::Claim& claim);

// The page, which is no evidence for its own claim.
std::shared_ptr<const tools::OwnPage> own_page(const ClaimPage& page,
                                               std::shared_ptr<const web::SiteLists> lists);

// The beginning of a text, at most so many bytes, cut where a paragraph ends, else a word.
std::string beginning_of(const std::string& text, std::size_t most);

// The address without its scheme, for the name of a folder: `example.org/a/b`.
std::string name_of_page(const std::string& url);

}  // namespace assay::cli
