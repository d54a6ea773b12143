#pragma once
#include <optional>
#include <string_view>

#include "assay/core/date.h"

namespace assay::web {

// The first date written in a text in any of the usual ways: ISO 8601, RFC 2822, `3. März 2020`,
// `March 3, 2020`, `03.02.2020`, `2020年3月3日`, … Months are known in some twenty languages. Of
// `03/02/2020` the day comes first unless it can't be, or `month_first`. Years from 1990 to 2050
// only.
std::optional<core::Date> find_date(std::string_view text, bool month_first = false);

// A date in the path of an address: /2020/03/02/, /2020-03-02-, /20200302/. Nothing where only year
// and month are there.
std::optional<core::Date> date_in_url(std::string_view url);

}  // namespace assay::web
