#include "cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "cli/progress_rate.h"
#include "report/call_words.h"
#include "report/columns.h"
#include "report/display_text.h"
#include "report/words.h"

namespace assay::cli {
namespace {

using Time = std::chrono::steady_clock::time_point;

constexpr auto redraw_every = std::chrono::milliseconds(100);
constexpr auto clock_every = std::chrono::milliseconds(500);  // the time shown moves on its own
constexpr auto plain_every = std::chrono::seconds(2);
constexpr std::size_t longest_text = 400;

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string shown(std::string_view text) { return report::one_line(text, longest_text); }

// Warnings may be longer than what is shown of a claim, and must not be cut.
std::string message_line(std::string_view text) { return "assay: " + report::one_line(text); }

std::string stage_text(std::string_view stage, std::string_view detail) {
  return shown(stage) + (detail.empty() ? "" : ": " + shown(detail));
}

bool is_failure(std::string_view outcome) { return outcome.starts_with("failed"); }

double seconds_between(Time from, Time to) {
  return std::chrono::duration<double>(to - from).count();
}

std::size_t percent_of(std::size_t done, std::size_t total) {
  return total == 0 ? 100 : done * 100 / total;
}

// `57/200 (28 %)`, then rate and time left where they are known.
std::string count_text(std::size_t done, std::size_t total, const ProgressRate& rate) {
  std::string text = fmt::format("{}/{} ({} %)", done, total, percent_of(done, total));
  if (const auto speed = rate.per_second()) text += fmt::format(", {:.1f} claims/s", *speed);
  if (const auto left = rate.seconds_left(total); left && done < total)
    text += ", " + report::duration(*left) + " left";
  return text;
}

// `12 calls, 0.03 USD`; the price only where it is known.
std::string used_text(const report::CallSum& sum) {
  if (sum.calls == 0) return "";
  std::string text = report::counted(sum.calls, "call");
  if (sum.cost > 0) text += ", " + report::dollars(sum.cost);
  return text;
}

std::string last_line(std::size_t done, std::size_t total, double seconds) {
  return fmt::format("{} of {} in {}", done, report::counted(total, "claim"),
                     report::duration(seconds));
}

class QuietProgress : public Progress {
 public:
  explicit QuietProgress(int fd) : fd_(fd) {}
  void stage(std::string_view, std::string_view, std::string_view) override {}
  void claim_done(std::size_t, std::size_t, std::string_view, std::string_view) override {}
  void used(const report::CallSum&) override {}
  void standing(std::string, std::vector<std::string>) override {}
  void message(std::string_view line) override { write_all(fd_, message_line(line) + "\n"); }
  void finish() override {}

 private:
  int fd_;
};

class PlainProgress : public Progress {
 public:
  PlainProgress(int fd, ProgressMode mode, SteadyNow now)
      : fd_(fd), mode_(mode), now_(std::move(now)), last_(now_()), rate_(last_) {}

  void stage(std::string_view, std::string_view stage, std::string_view detail) override {
    if (mode_ != ProgressMode::single) return;
    const std::lock_guard lock(mutex_);
    print(stage_text(stage, detail) + (used_.empty() ? "" : " (so far " + used_ + ")"));
  }

  void claim_done(std::size_t done, std::size_t total, std::string_view id,
                  std::string_view outcome) override {
    if (mode_ != ProgressMode::batch) return;
    const std::lock_guard lock(mutex_);
    const auto now = now_();
    rate_.add(now, done);
    if (is_failure(outcome)) print(shown(id) + ": " + shown(outcome));
    const std::size_t step = percent_of(done, total) / 5;
    if (step <= step_ && now - last_ < plain_every && done < total) return;
    step_ = std::max(step, step_);
    last_ = now;
    print(count_text(done, total, rate_) + (used_.empty() ? "" : ", " + used_) +
          (standing_.empty() ? "" : ", " + standing_));
  }

  void used(const report::CallSum& sum) override {
    const std::lock_guard lock(mutex_);
    used_ = used_text(sum);
  }

  void standing(std::string line, std::vector<std::string>) override {
    const std::lock_guard lock(mutex_);
    standing_ = std::move(line);
  }

  void message(std::string_view line) override {
    const std::lock_guard lock(mutex_);
    print(message_line(line));
  }

  void finish() override {}

 private:
  void print(const std::string& line) { write_all(fd_, line + "\n"); }

  const int fd_;
  const ProgressMode mode_;
  const SteadyNow now_;
  std::mutex mutex_;
  Time last_;
  ProgressRate rate_;
  std::size_t step_ = 0;  // of 5 % each
  std::string used_;
  std::string standing_;
};

// One line that is drawn over and over. A thread draws it, so that the last event before a long
// step is seen, and the time goes on during it.
class TerminalProgress : public Progress {
 public:
  TerminalProgress(int fd, ProgressMode mode, std::size_t total, SteadyNow now)
      : fd_(fd),
        mode_(mode),
        now_(std::move(now)),
        color_(!is_set("NO_COLOR")),
        start_(now_()),
        total_(total),
        rate_(start_) {}
  ~TerminalProgress() override { stop(); }

  void stage(std::string_view, std::string_view stage, std::string_view detail) override {
    if (mode_ != ProgressMode::single) return;
    const std::lock_guard lock(mutex_);
    status_ = stage_text(stage, detail);
    changed();
  }

  void claim_done(std::size_t done, std::size_t total, std::string_view id,
                  std::string_view outcome) override {
    if (mode_ != ProgressMode::batch) return;
    const std::lock_guard lock(mutex_);
    done_ = done;
    total_ = total;
    rate_.add(now_(), done);
    status_ = shown(id) + ": " + shown(outcome);
    if (is_failure(outcome)) print_above(status_);
    changed();
  }

  void used(const report::CallSum& sum) override {
    const std::lock_guard lock(mutex_);
    used_ = used_text(sum);
    changed();
  }

  void standing(std::string line, std::vector<std::string> table) override {
    const std::lock_guard lock(mutex_);
    standing_ = std::move(line);
    table_ = std::move(table);
    changed();
  }

  void message(std::string_view line) override {
    const std::lock_guard lock(mutex_);
    print_above(message_line(line));
  }

  void finish() override { stop(); }

 private:
  static bool is_set(const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
  }

  // Under the lock.
  void changed() {
    dirty_ = true;
    if (!live_ && !finished_) {
      live_ = true;
      drawer_ = std::jthread([this](std::stop_token token) { draw_until(token); });
    }
    wake_.notify_all();
  }

  void draw_until(const std::stop_token& token) {
    std::unique_lock lock(mutex_);
    while (!token.stop_requested()) {
      wake_.wait_for(lock, token, clock_every, [this] { return dirty_; });
      if (token.stop_requested()) return;
      draw();
      // Events in the meantime are drawn together.
      wake_.wait_for(lock, token, redraw_every, [] { return false; });
    }
  }

  void stop() {
    std::jthread drawer;
    {
      const std::lock_guard lock(mutex_);
      if (finished_) return;
      finished_ = true;
      drawer = std::move(drawer_);
    }
    if (drawer.joinable()) {
      drawer.request_stop();
      drawer.join();
    }
    const std::lock_guard lock(mutex_);
    if (!live_) return;
    live_ = false;
    std::string end = erased();
    for (const auto& line : table_) end += report::fitted(line, width()) + "\n";
    if (mode_ == ProgressMode::batch)
      end +=
          report::fitted(last_line(done_, total_, seconds_between(start_, now_())), width()) + "\n";
    write_all(fd_, end);
  }

  std::size_t width() const {
    winsize size{};
    const bool known = ::ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    // One column stays free: a full line would make some terminals wrap.
    return std::max<std::size_t>(known ? size.ws_col : 80, 2) - 1;
  }

  void draw() {
    dirty_ = false;
    const std::size_t room = width();
    if (table_.empty() && lines_above_ == 0) {  // the one line is written over: nothing flickers
      write_all(fd_, "\r" + moving_line(room) + "\x1b[K");
      return;
    }
    auto text = erased();
    for (const auto& line : table_) text += colored("2", report::fitted(line, room)) + "\n";
    lines_above_ = table_.size();
    write_all(fd_, text + moving_line(room));
  }

  std::string moving_line(std::size_t room) const {
    return mode_ == ProgressMode::batch ? batch_line(room) : single_line(room);
  }

  // Takes the display off the screen: the cursor stands where its first line began.
  std::string erased() {
    if (lines_above_ == 0) return "\r\x1b[K";
    return fmt::format("\r\x1b[{}A\x1b[J", std::exchange(lines_above_, 0));
  }

  std::string single_line(std::size_t room) const {
    auto time = report::duration(seconds_between(start_, now_()));
    if (!used_.empty()) time += ", " + used_;
    if (report::columns(time) + 2 >= room) return report::fitted(status_, room);
    return colored("2", time) + "  " + report::fitted(status_, room - report::columns(time) - 2);
  }

  std::string batch_line(std::size_t room) const {
    const std::string count = count_text(done_, total_, rate_) +
                              (used_.empty() ? "" : ", " + used_) +
                              (standing_.empty() ? "" : ", " + standing_);
    const std::size_t bar = room < 60 ? 0 : std::min<std::size_t>(30, room / 4);
    std::string line;
    if (bar > 0) {
      const std::size_t full = total_ == 0 ? bar : std::min(done_, total_) * bar / total_;
      line = "[" + colored("32", std::string(full, '=')) + std::string(bar - full, ' ') + "] ";
    }
    const std::size_t used = bar > 0 ? bar + 3 : 0;
    const std::string rest = count + (status_.empty() ? "" : "  " + status_);
    return line + report::fitted(rest, room - used);
  }

  std::string colored(std::string_view code, const std::string& text) const {
    if (!color_ || text.empty()) return text;
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
  }

  // Under the lock: the line takes the display's place, which is drawn anew below it.
  void print_above(const std::string& line) {
    write_all(fd_, live_ ? erased() + line + "\n" : line + "\n");
    if (live_) draw();
  }

  const int fd_;
  const ProgressMode mode_;
  const SteadyNow now_;
  const bool color_;
  const Time start_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::size_t done_ = 0;
  std::size_t total_;
  ProgressRate rate_;
  std::string status_;
  std::string used_;
  std::string standing_;
  std::vector<std::string> table_;
  std::size_t lines_above_ = 0;  // of the table, as it was drawn last
  bool dirty_ = false;
  bool live_ = false;  // something was drawn, or will be
  bool finished_ = false;
  std::jthread drawer_;  // last: it ends before what it uses
};

bool is_live_terminal(int fd) {
  const char* term = std::getenv("TERM");
  return ::isatty(fd) == 1 && term && *term && std::string_view(term) != "dumb";
}

}  // namespace

std::unique_ptr<Progress> make_progress(int fd, ProgressMode mode, std::size_t total,
                                        SteadyNow now) {
  if (mode == ProgressMode::quiet) return std::make_unique<QuietProgress>(fd);
  if (is_live_terminal(fd))
    return std::make_unique<TerminalProgress>(fd, mode, total, std::move(now));
  return std::make_unique<PlainProgress>(fd, mode, std::move(now));
}

}  // namespace assay::cli
