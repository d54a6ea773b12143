#include "web/search_settings.h"

#include <algorithm>

#include "assay/core/error.h"
#include "web/url.h"

namespace assay::web {
namespace {

using core::UsageError;

struct Ability {
  const char* name;
  std::vector<SearchRole> roles;
};

const std::vector<Ability>& abilities() {
  using enum SearchRole;
  static const std::vector<Ability> all{
      {"serper", {web, news, images, reverse}},
      {"brave", {web, news, images}},
      {"google", {web, images}},
      {"searxng", {web, news, images}},
      {"wikipedia", {web}},
      {"google-vision", {reverse}},
      {"google-factcheck", {factcheck}},
  };
  return all;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void require_service(const std::string& name, SearchRole role, const std::string& what) {
  if (name.empty() || name == "none") return;
  const auto able = search_services(role);
  if (std::ranges::find(able, name) == able.end())
    throw UsageError(what + ": '" + name + "' is no service for it; known are: " + listed(able) +
                     ", none");
}

bool letters(const std::string& text, std::size_t least, std::size_t most) {
  return text.size() >= least && text.size() <= most &&
         std::ranges::all_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

void require_known(const std::string& name, const std::string& what) {
  if (std::ranges::find(search_services(), name) == search_services().end())
    throw UsageError(what + ": '" + name +
                     "' is no service; known are: " + listed(search_services()));
}

}  // namespace

const std::vector<std::string>& search_services() {
  static const auto make = [] {
    std::vector<std::string> names;
    for (const auto& ability : abilities()) names.emplace_back(ability.name);
    return names;
  };
  static const auto names = make();
  return names;
}

std::vector<std::string> search_services(SearchRole role) {
  std::vector<std::string> names;
  for (const auto& [name, roles] : abilities())
    if (std::ranges::find(roles, role) != roles.end()) names.emplace_back(name);
  return names;
}

void require_usable(const SearchSettings& settings, const std::string& where) {
  require_service(settings.provider, SearchRole::web, where + "provider");
  require_service(settings.news, SearchRole::news, where + "news");
  require_service(settings.images, SearchRole::images, where + "images");
  require_service(settings.reverse, SearchRole::reverse, where + "reverse");
  require_service(settings.factcheck, SearchRole::factcheck, where + "factcheck");
  if (!settings.language.empty() && !letters(settings.language, 2, 3))
    throw UsageError(where + "language must be a code of ISO 639: en, de, …");
  if (!settings.country.empty() && !letters(settings.country, 2, 2))
    throw UsageError(where + "country must be a code of two letters: us, de, …");
  for (const auto& [name, url] : settings.urls) {
    require_known(name, where + "urls");
    if (host_of(url).empty())
      throw UsageError(where + "urls: that of " + name + " must be an http or https address");
  }
  for (const auto& [name, price] : settings.prices) {
    require_known(name, where + "prices");
    if (!(price >= 0 && price <= 1000))
      throw UsageError(where + "prices: that of " + name +
                       " must be US dollars a request, 0 to 1000");
  }
}

}  // namespace assay::web
