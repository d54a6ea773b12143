#pragma once
#include <optional>
#include <string_view>

#include "assay/core/date.h"

namespace assay::web {

// The day that a search service gives for a result, in any of the ways that they do: ISO 8601, RFC
// 2822, `Mar 3, 2021`, and relative to `now`: `3 days ago`, `an hour ago`, `yesterday`, also in
// German, French, Spanish, Italian, Portuguese and Dutch. Services round ages down, so that of a
// relative one the latest day that it can mean is returned (in UTC). `month_first`: 03/02/2021 is
// in March.
std::optional<core::Date> result_date(std::string_view text, core::Timestamp now,
                                      bool month_first = false);

// The day of that point in time, in UTC; `days` later.
std::optional<core::Date> day_of(core::Timestamp time, int days = 0);

}  // namespace assay::web
