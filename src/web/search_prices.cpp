#include "web/search_prices.h"

#include "io/toml.h"

namespace assay::web {

std::optional<SearchPrice> search_price(const std::string& service) {
  const auto file = io::TomlTable::parse(search_prices_toml(), "search_prices.toml");
  const auto table = file.table(service);
  if (!table) return std::nullopt;
  SearchPrice price;
  price.dollars = table->number("dollars", 0, 1000).value_or(0);
  price.noted = table->date("noted");
  price.origin = table->text("origin").value_or("");
  table->require_all_read("dollars, noted, origin");
  return price;
}

}  // namespace assay::web
