#include "cli/index_progress.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "retrieval/store/report.h"

namespace assay::cli {
namespace {

constexpr double drawn_every = 0.2;  // seconds
constexpr double line_every = 5;

bool is_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

void write(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

IndexProgress::IndexProgress(std::string doing)
    : doing_(std::move(doing)),
      terminal_(is_terminal()),
      begin_(std::chrono::steady_clock::now()) {}

IndexProgress::~IndexProgress() { clear(); }

double IndexProgress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

void IndexProgress::update(const retrieval::BuildProgress& progress) {
  update([&](double seconds) { return retrieval::progress_text(progress, seconds); });
}

void IndexProgress::update(const std::function<std::string(double)>& text_at) {
  const double now = seconds();
  if (now - last_ < (terminal_ ? drawn_every : line_every)) return;
  last_ = now;
  const auto text = doing_ + ": " + text_at(now);
  write(terminal_ ? "\r" + text + "\x1b[K" : text + "\n");
  drawn_ = terminal_;
}

void IndexProgress::message(std::string_view line) {
  clear();
  write(std::string(line) + "\n");
}

void IndexProgress::clear() {
  if (drawn_) write("\r\x1b[K");
  drawn_ = false;
}

}  // namespace assay::cli
