#pragma once
#include <stdexcept>
#include <string>

namespace assay::web {

// Why a service of the web gave no answer. what() is one line that begins with the service's name
// and says what to do where that is known; it holds no key.
struct SearchFailure : std::runtime_error {
  enum class Kind {
    key,          // none, or one that was refused
    quota,        // nothing left to spend
    limited,      // too many requests at once, after all pauses
    unreachable,  // no connection: wrong address, or the server is down
    unavailable,  // the server failed, was too slow, or dropped the connection
    malformed,    // an answer that can't be read
    refused,      // the request: nothing to search for, no such service, another reason
    unsupported,  // the service can't do what was asked
  };
  SearchFailure(Kind kind_of, const std::string& message, int requests_made = 0)
      : std::runtime_error(message), kind(kind_of), requests(requests_made) {}
  Kind kind;
  int requests;  // that were sent
};

}  // namespace assay::web
