#pragma once
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/http_client.h"

namespace assay::io {

struct DownloadProgress {
  std::uint64_t done = 0;              // bytes that lie on the disk
  std::optional<std::uint64_t> total;  // where the server says it
};

struct DownloadRequest {
  std::string url;
  std::vector<HttpHeader> headers;
  std::filesystem::path target;
  std::string sha256;                 // 64 hex digits; empty: not known
  std::optional<std::uint64_t> size;  // bytes that it must have
  std::uint64_t most = std::uint64_t{1} << 40;
  int tries = 6;                          // in a row that bring nothing more
  std::chrono::milliseconds pause{1000};  // between two, doubled each time
  std::chrono::milliseconds stall{60'000};
  std::function<void(const DownloadProgress&)> progress;  // may be empty
};

struct Downloaded {
  std::uint64_t bytes = 0;
  std::string sha256;
  bool was_there = false;  // nothing was fetched
};

// Fetches a file that may be too large for memory. What has come lies in TARGET.part beside the
// target; a call that was cut off, here or in an earlier run, is taken up where it ended, as long
// as the server's file is the same (ETag). The target appears when it is whole and its size and
// checksum are right. Throws InputError, one line that says what failed and what to do: no answer,
// a wrong size or checksum (then what came is removed), no space, another process that fetches it.
boost::asio::awaitable<Downloaded> download(HttpClient& client, DownloadRequest request);

// SHA-256 of a file, read in pieces. Throws InputError.
std::string sha256_of_file(const std::filesystem::path& file);

}  // namespace assay::io
