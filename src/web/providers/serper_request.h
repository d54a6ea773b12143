#pragma once
#include <string>

#include "assay/core/date.h"
#include "assay/core/json.h"
#include "web/providers/service.h"

// What Serper's searches by words and by picture share.
namespace assay::web {

io::HttpRequest serper_request(const Service& service, const std::string& path,
                               const core::Json& body);

// How many credits the answer says that it cost; `usually` where it does not.
double serper_credits(const core::Json& body, double usually);

}  // namespace assay::web
