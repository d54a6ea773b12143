#pragma once
#include <span>
#include <string>
#include <string_view>

namespace assay::web {

bool is_data_url(std::string_view reference);

// What a picture goes by, of the references that a page has for it: the first that is an address of
// the web, or becomes one by `base`; else a path as it is written; else `data:` and the type of a
// data URL. Empty where there is none of these.
std::string address_of_image(std::string_view base, std::span<const std::string> references);

// `data:image/png`, of a data URL: its type without what it holds.
std::string short_data_url(std::string_view url);

}  // namespace assay::web
