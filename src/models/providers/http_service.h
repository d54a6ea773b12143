#pragma once
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "assay/core/json.h"
#include "io/http_client.h"
#include "models/call_limit.h"
#include "models/model_failure.h"
#include "models/providers/api_error.h"
#include "models/retry.h"

// What all that is asked over HTTP shares, whatever it is asked for.
namespace assay::models {

// Who is asked, and how patiently.
struct HttpService {
  std::string name;          // the spec, for messages
  std::string key_variable;  // of the environment, for messages
  std::shared_ptr<io::HttpClient> client;
  RetryPolicy policy;
  std::shared_ptr<Pauses> pauses;
  std::shared_ptr<CallLimit> limit;
};

using Secrets = std::vector<std::string>;

// A failure whose line begins with the service's name.
ModelFailure service_failure(const HttpService& service, ModelFailure::Kind kind,
                             const std::string& reason, bool passing);

// One request, whatever the answer's status. Throws ModelFailure where no whole answer came.
boost::asio::awaitable<io::HttpResponse> exchange(std::shared_ptr<const HttpService> service,
                                                  io::HttpRequest request);

// What the server said, in one line and without the key, which it may repeat.
std::string said(const ApiError& error, const Secrets& secrets);

// The failure that an error of the server's is.
ModelFailure refusal(const HttpService& service, const Secrets& secrets,
                     const io::HttpResponse& response, const ApiError& error, ErrorClass sort);

// The failure that an answer is which can't be read.
ModelFailure unreadable(const HttpService& service, const io::HttpResponse& response);

bool succeeded(const io::HttpResponse& response);
// Some servers send an error with the status of success; then which status it speaks of.
bool holds_error(const core::Json& body);
int status_inside(const core::Json& body);

// Lets the limit learn how the call went.
void tell(CallLimit::Slot& slot, const io::HttpResponse& response);

// Asks, keeps to the limit of calls under way, and tries again what failed for a passing reason.
// The body of the answer as JSON. `with_images`: the request shows some. Throws ModelFailure, and
// operation_aborted where the caller is cancelled.
boost::asio::awaitable<core::Json> ask_json(std::shared_ptr<const HttpService> service,
                                            io::HttpRequest request, bool with_images);

// A POST of JSON to a service that wants the key, where there is one, as `Bearer KEY`.
io::HttpRequest json_request(const std::string& url, const std::string& key,
                             const core::Json& body);

// Where an OpenAI-like service is: `base` (empty: the provider's own), its version added where the
// address has no path, and `service` (`/chat/completions`) where it does not end in it already.
std::string openai_address(const std::string& base, std::string_view service);

}  // namespace assay::models
