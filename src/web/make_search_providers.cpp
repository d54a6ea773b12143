#include "web/make_search_providers.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

#include "assay/core/error.h"
#include "web/providers/providers.h"
#include "web/search_prices.h"

namespace assay::web {
namespace {

using core::UsageError;

constexpr const char* engine_variable = "GOOGLE_CSE_ID";
// Services mind many requests at once more than servers of models do.
constexpr std::size_t most_under_way = 8;

struct KnownService {
  const char* id;
  const char* title;     // for messages
  const char* variable;  // of its key; empty: it wants none
  const char* url;       // its own; empty: the user says, or it depends on the language
};

constexpr std::array<KnownService, 7> services{{
    {"serper", "Serper", "SERPER_API_KEY", "https://google.serper.dev"},
    {"brave", "Brave Search", "BRAVE_API_KEY", "https://api.search.brave.com"},
    {"google", "Google Programmable Search", "GOOGLE_API_KEY",
     "https://customsearch.googleapis.com"},
    {"searxng", "SearXNG", "", ""},
    {"wikipedia", "Wikipedia", "", ""},
    {"google-vision", "Google Cloud Vision", "GOOGLE_API_KEY", "https://vision.googleapis.com"},
    {"google-factcheck", "Google Fact Check Tools", "GOOGLE_API_KEY",
     "https://factchecktools.googleapis.com"},
}};

const KnownService& known(const std::string& id) {
  return *std::ranges::find_if(services, [&](const auto& service) { return id == service.id; });
}

std::string searxng_address(std::string url) {
  constexpr std::string_view path = "/search";
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(path)) url.resize(url.size() - path.size());
  return url;
}

std::map<int, std::string> hints_of(const std::string& id) {
  if (id != "searxng") return {};
  return {{403,
           "the instance does not allow answers in JSON; add `json` to `formats` under `search` in "
           "its settings.yml, or ask another instance"},
          {429, "too many requests; its limiter may be in the way, which settings.yml turns off"}};
}

class Maker {
 public:
  Maker(const SearchSettings& settings, const SearchMeans& means)
      : settings_(settings), means_(means) {
    if (!means_.environment) means_.environment = models::system_environment();
    if (!means_.pauses) means_.pauses = models::system_pauses();
  }

  std::shared_ptr<const SearchProvider> search(const std::string& id) {
    if (id.empty()) return nullptr;
    auto& made = made_[id];
    if (!made) made = make(id);
    return made;
  }
  std::shared_ptr<const ReverseSearchProvider> reverse(const std::string& id) {
    if (id == "serper") return serper_lens(service(id));
    if (id == "google-vision") return google_vision(service(id));
    return nullptr;
  }
  std::shared_ptr<const FactCheckProvider> factcheck(const std::string& id) {
    if (id == "google-factcheck") return google_factcheck(service(id));
    return nullptr;
  }

  // Is all there that the service needs?
  bool ready(const std::string& id) const {
    if (id == "searxng") return !url(id).empty();
    if (id == "google" && key(engine_variable).empty()) return false;
    const std::string variable = known(id).variable;
    return !variable.empty() && !key(variable).empty();
  }
  // The first that is ready; empty where none is.
  std::string first_ready(SearchRole role) const {
    for (const auto& id : order(role))
      if (ready(id)) return id;
    return {};
  }

 private:
  // The services by which of them is asked where none is named.
  static std::vector<std::string> order(SearchRole role) {
    auto names = search_services(role);
    // It tells copies from similar pictures, and takes pictures that are on no page.
    if (role == SearchRole::reverse) std::ranges::reverse(names);
    return names;
  }

  std::string key(const std::string& variable) const {
    return models::key_in(variable, means_.environment);
  }
  std::string url(const std::string& id) const {
    const auto named = settings_.urls.find(id);
    if (named == settings_.urls.end()) return known(id).url;
    return id == "searxng" ? searxng_address(named->second) : named->second;
  }
  std::optional<double> price(const std::string& id) const {
    const auto named = settings_.prices.find(id);
    if (named != settings_.prices.end()) return named->second;
    const auto price = search_price(id);
    return price ? std::optional(price->dollars) : std::nullopt;
  }

  std::shared_ptr<const SearchProvider> make(const std::string& id) {
    if (id == "serper") return serper(service(id));
    if (id == "brave") return brave(service(id));
    if (id == "google") {
      auto asked = service(id);
      return google(std::move(asked), required(known(id).title, engine_variable));
    }
    if (id == "searxng") return searxng(service(id));
    return wikipedia(service(id));
  }

  std::string required(const std::string& title, const std::string& variable) const {
    auto value = key(variable);
    if (value.empty())
      throw UsageError(title + ": no " +
                       (variable == engine_variable ? "ID of a search engine" : "key") + ": set " +
                       variable);
    return value;
  }

  ServicePtr service(const std::string& id) {
    const auto& facts = known(id);
    const std::string variable = facts.variable;
    auto& shared = services_[id];
    if (shared) return shared;
    auto made = std::make_shared<Service>();
    made->id = id;
    made->url = url(id);
    if (id == "searxng" && made->url.empty())
      throw UsageError("SearXNG: no address: set ASSAY_SEARXNG_URL, or searxng in [search.urls]");
    if (!variable.empty()) made->key = required(facts.title, variable);
    made->price = price(id);
    made->clock = &means_.clock;
    made->hints = hints_of(id);
    made->http = {facts.title,  variable,      means_.client,
                  means_.retry, means_.pauses, std::make_shared<models::CallLimit>(most_under_way)};
    shared = std::move(made);
    return shared;
  }

  const SearchSettings& settings_;
  SearchMeans means_;
  std::map<std::string, ServicePtr> services_;
  std::map<std::string, std::shared_ptr<const SearchProvider>> made_;
};

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// Which service a role gets: its own setting, else the common one as far as it can, else the first
// that is ready. Who names a service is asked for money at no other.
std::string chosen(const std::string& own, const std::string& common, SearchRole role,
                   const Maker& maker) {
  const auto& named = own.empty() ? common : own;
  if (named == "none") return {};
  if (named.empty()) return maker.first_ready(role);
  return has(search_services(role), named) ? named : std::string();
}

}  // namespace

SearchProviders make_search_providers(const SearchSettings& settings, const SearchMeans& means) {
  require_usable(settings, "search: ");
  Maker maker(settings, means);
  const auto& common = settings.provider;
  const std::string off = common == "none" ? "none" : "";
  SearchProviders made;
  made.web = maker.search(chosen(common, "", SearchRole::web, maker));
  made.news = maker.search(chosen(settings.news, common, SearchRole::news, maker));
  made.images = maker.search(chosen(settings.images, common, SearchRole::images, maker));
  made.reverse = maker.reverse(chosen(settings.reverse, off, SearchRole::reverse, maker));
  made.factcheck = maker.factcheck(chosen(settings.factcheck, off, SearchRole::factcheck, maker));
  return made;
}

}  // namespace assay::web
