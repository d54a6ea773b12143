#pragma once
#include <stdexcept>
#include <string>

namespace assay::io {

// Why a request brought no whole answer. An answer with status 404 or 500 is none of these. what()
// is one line, `http://host:port/path: the reason`, without user, password, query and secrets.
struct HttpFailure : std::runtime_error {
  enum class Kind {
    unusable,    // the request itself: no http address, a header that can't be sent
    unresolved,  // no such host
    refused,     // no connection: nobody listens, no route
    tls,         // no secure connection, or a certificate that isn't trusted
    timeout,     // over the time for connecting, or for all of it
    too_large,   // more bytes than the limits allow
    cut_off,     // the connection ended before the answer did
    not_http,    // what came can't be read as an HTTP answer
    forbidden,   // its address is none of the public internet, where only that may be asked
    redirects,   // more redirects than are allowed, or one to what is no http address
    other,
  };
  HttpFailure(Kind kind_of, const std::string& message)
      : std::runtime_error(message), kind(kind_of) {}
  Kind kind;
};

}  // namespace assay::io
