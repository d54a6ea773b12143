#pragma once
#include <string>

#include "assay/core/date.h"

namespace assay::web {

// Services name the last day of a range, Assay the first that is too late.
core::Date day_before(const core::Date& date);

// `03`.
std::string two_digits(int number);

// `20210303`.
std::string compact(const core::Date& date);

// The first day that services are asked for, where they want one: earlier than any page.
inline constexpr const char* first_day = "1990-01-01";

}  // namespace assay::web
