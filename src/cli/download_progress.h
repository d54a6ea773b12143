#pragma once
#include <chrono>
#include <string>

#include "cli/progress_rate.h"
#include "io/download.h"

namespace assay::cli {

// Shows on standard error how far a download is: in place on a terminal, a line every few seconds
// elsewhere.
class DownloadDisplay {
 public:
  explicit DownloadDisplay(std::string name);
  ~DownloadDisplay();
  DownloadDisplay(const DownloadDisplay&) = delete;
  DownloadDisplay& operator=(const DownloadDisplay&) = delete;

  void update(const io::DownloadProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  std::string name_;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point last_;
  ProgressRate rate_;
};

// `1.2 GB of 4.1 GB, 35.2 MB/s, 83 s left`.
std::string download_text(const io::DownloadProgress& progress, const ProgressRate& rate);

}  // namespace assay::cli
