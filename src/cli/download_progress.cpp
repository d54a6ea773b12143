#include "cli/download_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "retrieval/store/report.h"

namespace assay::cli {
namespace {

using namespace std::chrono_literals;

bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

std::string download_text(const io::DownloadProgress& progress, const ProgressRate& rate) {
  using retrieval::readable_bytes;
  auto text = readable_bytes(progress.done);
  if (progress.total) text += " of " + readable_bytes(*progress.total);
  if (const auto speed = rate.per_second(); speed && *speed >= 1)
    text += ", " + readable_bytes(static_cast<std::uint64_t>(*speed)) + "/s";
  if (progress.total)
    if (const auto left = rate.seconds_left(*progress.total); left && std::isfinite(*left))
      text += fmt::format(", {:.0f} s left", *left);
  return text;
}

DownloadDisplay::DownloadDisplay(std::string name)
    : name_(std::move(name)), terminal_(is_terminal()), last_(Clock::now()), rate_(last_) {}

DownloadDisplay::~DownloadDisplay() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void DownloadDisplay::update(const io::DownloadProgress& progress) {
  const auto now = Clock::now();
  if (now - last_ < (terminal_ ? 200ms : 5000ms)) return;
  last_ = now;
  rate_.add(now, progress.done);
  const auto line = name_ + ": " + download_text(progress, rate_);
  std::fprintf(stderr, terminal_ ? "\r\033[K%s" : "assay: %s\n", line.c_str());
  std::fflush(stderr);
  drawn_ = terminal_;
}

}  // namespace assay::cli
