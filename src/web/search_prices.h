#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "assay/core/date.h"

namespace assay::web {

// What a service asks for a request, as it was on that day.
struct SearchPrice {
  double dollars = 0;  // for one request; of Serper for one credit
  std::optional<core::Date> noted;
  std::string origin;  // where the figure is from
};

// The price that is known of the service; nothing where none is.
std::optional<SearchPrice> search_price(const std::string& service);

// The text of search_prices.toml, compiled in.
std::string_view search_prices_toml();

}  // namespace assay::web
