#include "tools/web/means.h"

#include <nlohmann/json.hpp>

#include "io/record_file.h"

namespace assay::tools {

std::function<web::WarcWriter&()> archive_in(std::filesystem::path file, std::string software) {
  const auto writer = std::make_shared<std::unique_ptr<web::WarcWriter>>();
  return [writer, file = std::move(file), software = std::move(software)]() -> web::WarcWriter& {
    if (!*writer) *writer = std::make_unique<web::WarcWriter>(file, software);
    return **writer;
  };
}

std::string options_of(const WebMeans& means, const WebCheck& check) {
  core::Json json{{"results", check.results},           {"images_per_page", check.images_per_page},
                  {"require_date", check.require_date}, {"no_leaks", check.no_leaks},
                  {"language", check.language},         {"country", check.country}};
  if (check.before) json["before"] = *check.before;
  if (means.asked > 0) json["asked"] = means.asked;
  const auto add = [&](const char* role, const auto& provider) {
    if (provider) json[role] = provider->name() + " " + provider->options();
  };
  add("web", means.providers.web);
  add("news", means.providers.news);
  add("images", means.providers.images);
  add("reverse", means.providers.reverse);
  return io::hash_of(json);
}

}  // namespace assay::tools
