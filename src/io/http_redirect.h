#pragma once
#include <vector>

#include "io/http_message.h"

namespace assay::io {

// Does an answer with that status and these headers send on to another address?
bool is_redirect(int status, const std::vector<HttpHeader>& headers);

// The request that follows the redirect; HttpClient::send() says by which rules. Throws HttpFailure
// (`redirects`) where it leads to what is no http or https address, or from https to http.
HttpRequest redirected(HttpRequest request, const HttpResponse& response);

}  // namespace assay::io
