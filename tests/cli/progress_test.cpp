#include "cli/progress.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/progress_rate.h"
#include "report/columns.h"

namespace assay::cli {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;
using Time = std::chrono::steady_clock::time_point;

// What is written to the other end until it is silent for a while. The first byte may take longer
// on a busy machine, where a thread writes it.
std::string drained(int fd) {
  std::string text;
  pollfd waiting{fd, POLLIN, 0};
  while (::poll(&waiting, 1, text.empty() ? 500 : 50) > 0 && (waiting.revents & POLLIN)) {
    char bytes[4096];
    const auto n = ::read(fd, bytes, sizeof bytes);
    if (n <= 0) break;
    text.append(bytes, static_cast<std::size_t>(n));
  }
  return text;
}

class Pipe {
 public:
  Pipe() { EXPECT_EQ(::pipe(ends_), 0); }
  ~Pipe() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  int in() const { return ends_[1]; }
  std::string text() const { return drained(ends_[0]); }

 private:
  int ends_[2] = {-1, -1};
};

class Terminal {
 public:
  explicit Terminal(unsigned short columns) {
    winsize size{24, columns, 0, 0};
    EXPECT_EQ(::openpty(&master_, &slave_, nullptr, nullptr, &size), 0);
  }
  ~Terminal() {
    ::close(master_);
    ::close(slave_);
  }
  int in() const { return slave_; }
  std::string text() const { return drained(master_); }
  // What is drawn until the words are there: a busy machine may draw events one by one.
  std::string text_until(std::string_view words) const {
    std::string all;
    for (int i = 0; i < 10 && all.find(words) == all.npos; ++i) all += drained(master_);
    return all;
  }

 private:
  int master_ = -1, slave_ = -1;
};

// Sets a variable for one test.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    if (value)
      ::setenv(name, value, 1);
    else
      ::unsetenv(name);
  }
  ~Environment() {
    if (old_)
      ::setenv(name_, old_->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

struct ManualTime {
  Time now{};
  SteadyNow clock() {
    return [this] { return now; };
  }
};

// The lines as they were drawn over each other, without colours.
std::vector<std::string> drawn(const std::string& text) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' || text[i] == '\n') {
      lines.emplace_back();
    } else if (text[i] == '\x1b') {
      while (i < text.size() && !std::isalpha(static_cast<unsigned char>(text[i]))) ++i;
    } else {
      lines.back() += text[i];
    }
  }
  return lines;
}

TEST(PlainProgress, ShowsEachStageOfASingleClaim) {
  const Pipe pipe;
  const auto progress = make_progress(pipe.in(), ProgressMode::single, 1);
  progress->stage("claim", "plan", "2 actions");
  progress->stage("claim", "judge", "");
  progress->message("a warning\nin two lines");
  progress->finish();
  EXPECT_EQ(pipe.text(), "plan: 2 actions\njudge\nassay: a warning in two lines\n");
}

TEST(PlainProgress, SaysWhatTheModelsOfASingleClaimCostSoFar) {
  const Pipe pipe;
  const auto progress = make_progress(pipe.in(), ProgressMode::single, 1);
  report::CallSum sum;
  progress->used(sum);
  progress->stage("claim", "plan", "");
  sum.calls = 2;
  sum.cost = 0.03;
  progress->used(sum);
  progress->stage("claim", "judge", "");
  EXPECT_EQ(pipe.text(), "plan\njudge (so far 2 calls, 0.03 USD)\n");
}

TEST(PlainProgress, MakesControlCharactersHarmless) {
  const Pipe pipe;
  const auto progress = make_progress(pipe.in(), ProgressMode::single, 1);
  progress->stage("c", "plan", "\x1b[2J\r\x07");
  progress->message("\x1b]0;title\x07");
  for (const char c : pipe.text()) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
}

TEST(PlainProgress, OfABatchIsSparing) {
  const Pipe pipe;
  ManualTime time;
  const auto progress = make_progress(pipe.in(), ProgressMode::batch, 1000, time.clock());
  for (std::size_t done = 1; done <= 1000; ++done) {
    time.now += milliseconds(1);
    progress->stage("c", "plan", "not shown");
    progress->claim_done(done, 1000, "c", "supported");
  }
  const auto text = pipe.text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 20);  // one every 5 %
  EXPECT_THAT(text, HasSubstr("\n1000/1000 (100 %), 1000.0 claims/s\n"));
  EXPECT_THAT(text, HasSubstr("500/1000 (50 %), 1000.0 claims/s, 500 ms left\n"));
  EXPECT_THAT(text, Not(HasSubstr("not shown")));
}

TEST(PlainProgress, OfASlowBatchShowsALineInTwoSeconds) {
  const Pipe pipe;
  ManualTime time;
  const auto progress = make_progress(pipe.in(), ProgressMode::batch, 1000, time.clock());
  for (std::size_t done = 1; done <= 8; ++done) {
    time.now += milliseconds(1000);
    progress->claim_done(done, 1000, "c", "supported");
  }
  const auto text = pipe.text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

TEST(PlainProgress, OfABatchTellsWhatTheModelsUsed) {
  const Pipe pipe;
  ManualTime time;
  const auto progress = make_progress(pipe.in(), ProgressMode::batch, 2, time.clock());
  report::CallSum sum;
  sum.calls = 12;
  sum.cost = 0.03;
  progress->used(sum);
  progress->claim_done(2, 2, "b", "supported");
  EXPECT_EQ(pipe.text(), "2/2 (100 %), 12 calls, 0.03 USD\n");
}

TEST(PlainProgress, ShowsEveryFailure) {
  const Pipe pipe;
  ManualTime time;
  const auto progress = make_progress(pipe.in(), ProgressMode::batch, 1000, time.clock());
  progress->claim_done(1, 1000, "a", "failed: no such file");
  progress->claim_done(2, 1000, "b", "supported");
  EXPECT_EQ(pipe.text(), "a: failed: no such file\n");
}

TEST(PlainProgress, IsUsedOnADumbTerminal) {
  const Environment term("TERM", "dumb");
  const Terminal terminal(80);
  const auto progress = make_progress(terminal.in(), ProgressMode::single, 1);
  progress->stage("claim", "plan", "2 actions");
  progress->finish();
  EXPECT_EQ(terminal.text(), "plan: 2 actions\r\n");
}

TEST(QuietProgress, ShowsMessagesAlone) {
  const Pipe pipe;
  const auto progress = make_progress(pipe.in(), ProgressMode::quiet, 1);
  progress->stage("claim", "plan", "");
  progress->claim_done(1, 1, "claim", "supported");
  progress->message("a warning");
  progress->finish();
  EXPECT_EQ(pipe.text(), "assay: a warning\n");
}

TEST(Progress, SurvivesADescriptorThatIsClosed) {
  const auto progress = make_progress(-1, ProgressMode::single, 1);
  progress->stage("claim", "plan", "");
  progress->message("a warning");
  progress->finish();
}

TEST(TerminalProgress, DrawsInPlaceAndCleansUp) {
  const Environment term("TERM", "xterm");
  const Environment color("NO_COLOR", "1");
  const Terminal terminal(60);
  const auto progress = make_progress(terminal.in(), ProgressMode::single, 1);
  progress->stage("claim", "plan", "2 actions");
  const auto first = terminal.text();
  EXPECT_THAT(first, HasSubstr("plan: 2 actions"));
  EXPECT_THAT(first, Not(HasSubstr("\n")));
  progress->message("a warning");
  EXPECT_THAT(terminal.text(), testing::StartsWith("\r\x1b[Kassay: a warning\r\n"));
  progress->finish();
  progress->finish();
  EXPECT_THAT(terminal.text(), testing::EndsWith("\r\x1b[K"));
  progress->stage("claim", "plan", "after the end");
  progress->message("still said");
  EXPECT_EQ(terminal.text(), "assay: still said\r\n");
}

TEST(TerminalProgress, HonoursTheWidth) {
  const Environment term("TERM", "xterm");
  for (const unsigned short columns :
       std::to_array<unsigned short>({1, 2, 10, 30, 59, 60, 61, 100})) {
    const Terminal terminal(columns);
    const auto single = make_progress(terminal.in(), ProgressMode::single, 1);
    single->stage("claim", "summarize", std::string(300, 'x') + "日本語日本語");
    std::string text = terminal.text();
    single->finish();
    text += terminal.text();
    const auto batch = make_progress(terminal.in(), ProgressMode::batch, 300);
    batch->claim_done(7, 300, "日本語日本語日本語日本語", "supported");
    text += terminal.text();
    batch->finish();
    text += terminal.text();
    for (const auto& line : drawn(text))
      EXPECT_LE(report::columns(line), std::max<std::size_t>(1, columns - 1U))
          << columns << ": " << line;
  }
}

TEST(TerminalProgress, DrawsAtMostTenTimesASecond) {
  const Environment term("TERM", "xterm");
  const Terminal terminal(80);
  const auto progress = make_progress(terminal.in(), ProgressMode::batch, 100000);
  const auto start = std::chrono::steady_clock::now();
  std::string text;
  std::size_t done = 0;
  while (std::chrono::steady_clock::now() - start < milliseconds(350)) {
    for (int i = 0; i < 10; ++i) progress->claim_done(++done, 100000, "c", "supported");
    std::this_thread::sleep_for(milliseconds(1));
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  progress->finish();
  text = terminal.text();
  const auto draws = static_cast<double>(std::count(text.begin(), text.end(), '\r'));
  // The last lines: one to clean up, and the line's end of the summary.
  EXPECT_LE(draws, took.count() * 10 + 1 + 2);
  EXPECT_GE(draws, 3);
  EXPECT_THAT(text, HasSubstr(std::to_string(done) + " of 100000 claims in "));
}

TEST(TerminalProgress, ShowsABarInColourUnlessToldNotTo) {
  const Environment term("TERM", "xterm");
  for (const bool color : {true, false}) {
    const Environment no_color("NO_COLOR", color ? nullptr : "1");
    const Terminal terminal(100);
    const auto progress = make_progress(terminal.in(), ProgressMode::batch, 4);
    progress->claim_done(1, 4, "a", "failed: broken");
    progress->claim_done(2, 4, "b", "refuted");
    const auto text = terminal.text_until("b: refuted");
    EXPECT_THAT(text, HasSubstr("2/4 (50 %)"));
    EXPECT_THAT(text, HasSubstr("b: refuted"));
    EXPECT_THAT(text, HasSubstr("a: failed: broken\r\n"));
    EXPECT_THAT(text, HasSubstr("============"));
    EXPECT_EQ(text.find("\x1b[32m") != std::string::npos, color);
  }
}

TEST(TerminalProgress, WithoutWorkLeavesNothing) {
  const Environment term("TERM", "xterm");
  const Terminal terminal(80);
  make_progress(terminal.in(), ProgressMode::batch, 3)->finish();
  EXPECT_EQ(terminal.text(), "");
}

TEST(TerminalProgress, TakesCallsFromManyThreads) {
  const Environment term("TERM", "xterm");
  const Terminal terminal(80);
  const auto progress = make_progress(terminal.in(), ProgressMode::batch, 400);
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> reading = true;
  std::string text;
  std::jthread reader([&] {
    while (reading) text += terminal.text();
  });
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&] {
        for (int n = 0; n < 100; ++n) progress->claim_done(++done, 400, "c", "supported");
      });
  }
  progress->finish();
  reading = false;
  reader.join();
  text += terminal.text();  // what came after the reader's last look
  EXPECT_THAT(text, HasSubstr("of 400 claims in"));
}

TEST(ProgressRate, IsThatOfTheLastHalfMinute) {
  const Time start{};
  ProgressRate rate(start);
  EXPECT_EQ(rate.per_second(), std::nullopt);
  rate.add(start + milliseconds(10), 100);  // found ready
  for (int second = 1; second <= 100; ++second)
    rate.add(start + std::chrono::seconds(second), static_cast<std::size_t>(100 + second * 2));
  ASSERT_TRUE(rate.per_second());
  EXPECT_NEAR(*rate.per_second(), 2, 0.01);
  EXPECT_NEAR(*rate.seconds_left(400), 50, 0.5);
  EXPECT_EQ(rate.seconds_left(10), std::nullopt);
}

}  // namespace
}  // namespace assay::cli
