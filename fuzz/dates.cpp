// A libFuzzer target of dates as pages, addresses and services write them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "assay/core/date.h"
#include "web/page_dates.h"
#include "web/result_date.h"

namespace {

using namespace assay;

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const std::optional<core::Date>& date) {
  if (date) require(core::Date::parse(date->to_string()) == date);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(core::Date::parse(text));
  check(web::find_date(text));
  check(web::find_date(text, true));
  check(web::date_in_url(text));
  check(web::result_date(text, core::Timestamp{1'700'000'000'000}));
  if (const auto time = core::Timestamp::parse(text))
    require(core::Timestamp::parse(time->to_string()) == time);
  return 0;
}
