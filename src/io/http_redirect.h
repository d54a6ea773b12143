#pragma once
#include "io/http_message.h"

namespace assay::io {

// Does the answer send on to another address?
bool is_redirect(const HttpResponse& response);

// The request that follows the redirect; HttpClient::send() says by which rules. Throws HttpFailure
// (`redirects`) where it leads to what is no http or https address, or from https to http.
HttpRequest redirected(HttpRequest request, const HttpResponse& response);

}  // namespace assay::io
