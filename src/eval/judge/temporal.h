#pragma once
#include <boost/asio/awaitable.hpp>
#include <optional>

#include "assay/core/claim.h"
#include "eval/judge/judge.h"

namespace assay::eval {

// Does the claim's truth depend on when it is asked (DEFAME, appendix G)? Nothing where the judge
// doesn't say.
boost::asio::awaitable<std::optional<bool>> depends_on_time(Judge& judge, core::Claim claim);

}  // namespace assay::eval
