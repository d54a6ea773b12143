#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "web/archive/warc.h"
#include "web/fetch/exchange.h"

namespace assay::web {

// Where a kept answer is.
struct WarcPlace {
  std::string record;        // its WARC-Record-ID, `<urn:uuid:…>`
  std::uint64_t offset = 0;  // of its gzip member in the file
  friend bool operator==(const WarcPlace&, const WarcPlace&) = default;
};

// Writes a run's WARC file: of each exchange the request and the response, with their digests; of a
// payload that the file has already, a revisit record. What a crash cut off at the file's end is
// taken away when it is opened next. One writer at a time; thread-safe.
class WarcWriter {
 public:
  // Opens or begins the file. Throws InputError where it can't be written, or where another process
  // writes it.
  WarcWriter(const std::filesystem::path& file, const std::string& software);
  ~WarcWriter();
  WarcWriter(const WarcWriter&) = delete;
  WarcWriter& operator=(const WarcWriter&) = delete;

  // Keeps the exchange, and says where its response is; where that very answer (address, time,
  // payload) is there already, that place. Throws InputError (a full disk).
  WarcPlace add(const Exchange& exchange);
  // Keeps what is no answer of a server: a picture of a rendered page.
  WarcPlace add_resource(const std::string& url, core::Timestamp at, const std::string& media_type,
                         std::string_view bytes);

 private:
  struct Kept {
    std::string record;
    std::string url;
    std::string date;
  };

  void open(const std::string& software);
  void recover();
  void remember(const WarcRecord& record);
  std::uint64_t append(const std::vector<WarcField>& fields, std::string_view block);

  const std::filesystem::path file_;
  int descriptor_ = -1;
  std::uint64_t end_ = 0;
  std::map<std::string, Kept> payloads_;      // by digest: the first response that has it
  std::map<std::string, WarcPlace> records_;  // by record ID
  std::mutex mutex_;
};

}  // namespace assay::web
