#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "assay/core/date.h"
#include "io/clock.h"
#include "io/pool.h"
#include "tools/own_page.h"
#include "vision/picture_readers.h"
#include "web/archive/warc_writer.h"
#include "web/browser/renderer.h"
#include "web/fetch/fetcher.h"
#include "web/make_search_providers.h"
#include "web/readers.h"
#include "web/sites/site_judge.h"

namespace assay::tools {

// What all searches of the open web share, whichever claim they are for. What is pointed to
// outlives the tools.
struct WebMeans {
  std::shared_ptr<const web::Fetcher> fetcher;
  std::shared_ptr<const web::Renderer> renderer;  // null: no page is rendered
  web::SearchProviders providers;
  std::shared_ptr<const web::SiteJudge> sites;
  std::shared_ptr<web::Readers> readers;
  std::shared_ptr<vision::PictureReaders> pictures;
  std::size_t asked = 0;  // results that a service is asked for; 0: as many as are likely needed
  io::Pool* pool = nullptr;
  const io::Clock* clock = nullptr;
};

// What of it is one check's own.
struct WebCheck {
  std::size_t results = 3;           // pages a search brings; DEFAME's number (section 3, stage 2)
  std::size_t images_per_page = 32;  // DEFAME's limit (section 4.2)
  std::optional<core::Date> before;  // drops sources published on that day or later
  bool require_date = false;         // drops sources without a date, which are kept and marked else
  bool no_leaks = false;             // benchmark mode: drops what gives the answer away
  std::string claim;                 // its text, for that
  std::shared_ptr<const OwnPage> own;  // the page that the claim is from; null: not known
  std::string language;                // of results, ISO 639-1; empty: any
  std::string country;                 // two letters; empty: any
  // Gives the file that keeps what is fetched; empty: nothing is kept.
  std::function<web::WarcWriter&()> archive;
};

// The WARC file at that path, opened when something is first kept.
std::function<web::WarcWriter&()> archive_in(std::filesystem::path file, std::string software);

// Both as text: what a search's answer depends on beside its arguments.
std::string options_of(const WebMeans& means, const WebCheck& check);

}  // namespace assay::tools
