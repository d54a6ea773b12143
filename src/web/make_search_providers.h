#pragma once
#include <memory>

#include "io/clock.h"
#include "io/http_client.h"
#include "models/api_key.h"
#include "models/retry.h"
#include "web/search_provider.h"
#include "web/search_settings.h"

namespace assay::web {

// Empty where no service is there for it, or none is wanted.
struct SearchProviders {
  std::shared_ptr<const SearchProvider> web;
  std::shared_ptr<const SearchProvider> news;
  std::shared_ptr<const SearchProvider> images;
  std::shared_ptr<const ReverseSearchProvider> reverse;
  std::shared_ptr<const FactCheckProvider> factcheck;
};

struct SearchMeans {
  std::shared_ptr<io::HttpClient> client;
  const io::Clock& clock;  // outlives the providers
  models::RetryPolicy retry = {};
  std::shared_ptr<models::Pauses> pauses = {};  // empty: system_pauses()
  models::Environment environment = {};         // where keys come from; empty: the system's
};

// The services that the settings name; where they name none, the first whose key is there: Serper,
// Brave, Google, SearXNG (its address), for searches by a picture Google Vision, then Serper.
// Wikipedia is asked only where it is named. Throws UsageError, whose line says what to set, where
// a named service lacks its key or address, or a setting can't be used.
SearchProviders make_search_providers(const SearchSettings& settings, const SearchMeans& means);

}  // namespace assay::web
