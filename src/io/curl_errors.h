#pragma once
#include <curl/curl.h>

#include <chrono>
#include <string>

#include "io/http_failure.h"

// For sources of io/ only.
namespace assay::io {

HttpFailure::Kind failure_kind(CURLcode code);

// In our own words, since libcurl's may repeat the address. `easy` is the transfer that failed,
// the times are those that it had.
std::string failure_reason(CURL* easy, CURLcode code, std::chrono::milliseconds connect,
                           std::chrono::milliseconds total);

}  // namespace assay::io
