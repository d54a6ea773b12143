#pragma once
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "report/calls.h"

namespace assay::cli {

// Shows a person how far the work is. Any text may be passed: control characters are made visible,
// and each text stays in its line. A display that can't be written to is silent: it never stops the
// work. Thread-safe.
class Progress {
 public:
  virtual ~Progress() = default;

  // A stage of a claim begins: its name, and a few words on what it works at ("2 actions").
  virtual void stage(std::string_view claim_id, std::string_view stage,
                     std::string_view detail) = 0;
  // `done` of `total` claims are ready, this one the last. An outcome that begins with `failed`
  // gets a line of its own, always.
  virtual void claim_done(std::size_t done, std::size_t total, std::string_view claim_id,
                          std::string_view outcome) = 0;
  // What language models were called for so far, in all: shown beside how far the work is, where
  // there is room for it.
  virtual void used(const report::CallSum& sum) = 0;
  // Of a batch, how good the results are so far: a few words beside the count, and a table, which
  // is drawn above it where the display is in place. Lines without control characters.
  virtual void standing(std::string line, std::vector<std::string> table) = 0;
  // A line that stays: a warning, a notice. Shown in every mode.
  virtual void message(std::string_view line) = 0;
  // Takes what moves off the screen; of a batch, a last line stays. May be called again; the
  // destructor calls it.
  virtual void finish() = 0;
};

enum class ProgressMode {
  single,  // one claim: its stages
  batch,   // many: a bar with count, rate and time left
  quiet    // messages alone
};

using SteadyNow = std::function<std::chrono::steady_clock::time_point()>;

// A display on the descriptor, which stays the caller's. In place where it is a terminal (other
// than TERM=dumb), drawn at most ten times a second and no wider than the terminal, in colour
// unless NO_COLOR is set. Elsewhere plain lines: each stage of a single claim; of a batch one after
// 5 % of the claims or two seconds, whichever comes first, and the last.
std::unique_ptr<Progress> make_progress(int fd, ProgressMode mode, std::size_t total,
                                        SteadyNow now = std::chrono::steady_clock::now);

}  // namespace assay::cli
