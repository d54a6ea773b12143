#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "assay/core/date.h"
#include "io/http_message.h"

namespace assay::web {

// One request of the web and its answer, as they are archived.
struct Exchange {
  std::string url;
  core::Timestamp at;  // when it was asked for
  std::vector<io::HttpHeader> request;
  int status = 0;
  std::vector<io::HttpHeader> headers;
  std::string body;                   // with compression and chunks undone
  bool cached = false;                // from an earlier run, whose time `at` is
  std::chrono::milliseconds took{0};  // from the start of the request to the last byte
};

}  // namespace assay::web
