#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay::web {

// Which services of the open web are asked, and how. Names are those of search_services().
struct SearchSettings {
  // For web, news and pictures. Empty: the first whose key is there. `none`: no service.
  std::string provider;
  std::string news;     // another one for news; empty: `provider`, where it can
  std::string images;   // another one for pictures; empty: `provider`, where it can
  std::string reverse;  // by a picture; empty: by the key that is there; `none`
  std::string factcheck;
  std::optional<std::size_t> results;       // of a search
  std::string language;                     // ISO 639-1; empty: any
  std::string country;                      // two letters; empty: any
  std::map<std::string, std::string> urls;  // base addresses; of searxng it must be said
  std::map<std::string, double> prices;     // US dollars a request, over the built-in ones
};

enum class SearchRole { web, news, images, reverse, factcheck };

// All services that can be named: `serper`, `brave`, …
const std::vector<std::string>& search_services();
// Those that can do it.
std::vector<std::string> search_services(SearchRole role);

// Throws UsageError where a setting names no service, or one that can't do what it is chosen for; a
// base address is no http address; a language or country is none. `where` stands before the
// setting's name: `[search] `.
void require_usable(const SearchSettings& settings, const std::string& where);

}  // namespace assay::web
