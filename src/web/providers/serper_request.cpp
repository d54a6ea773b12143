#include "web/providers/serper_request.h"

#include <nlohmann/json.hpp>

#include "models/providers/payload.h"

namespace assay::web {

io::HttpRequest serper_request(const Service& service, const std::string& path,
                               const core::Json& body) {
  auto request = post_request(service.url, path, body);
  add_key(request, "X-API-KEY", service.key);
  return request;
}

double serper_credits(const core::Json& body, double usually) {
  constexpr std::int64_t most = 100;
  const auto credits = models::count_of(models::member(body, "credits"));
  return credits > 0 && credits <= most ? static_cast<double>(credits) : usually;
}

}  // namespace assay::web
