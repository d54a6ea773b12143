// What Assay adds to the time of models, searches and pages.
//
//   build/release/bench/orchestration path            one turn of 3 actions with 3 pages each
//   build/release/bench/orchestration scale [CLAIMS IN_FLIGHT SLOTS]
//
// A server in a process of its own speaks the OpenAI dialect and takes 200 ms for each call; with
// SLOTS it works at so many at a time, and the others wait. A search takes 100 ms, a page as well.

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <queue>
#include <string>
#include <vector>

#include "io/clock.h"
#include "io/descriptors.h"
#include "io/http_client.h"
#include "io/pool.h"
#include "io/record_file.h"
#include "io/when_all.h"
#include "models/make_chat_model.h"
#include "procedures/defame.h"
#include "reasoning/prompted/stages.h"
#include "support/scripted_server.h"
#include "tools/toolbox.h"

namespace {

using namespace assay;
using namespace std::chrono_literals;
using boost::asio::awaitable;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds call_time = 200ms;
constexpr milliseconds search_time = 100ms;
constexpr milliseconds page_time = 100ms;
constexpr int actions = 3;
constexpr int pages = 3;
constexpr int calls_a_claim = 4 + actions * pages;  // plan, summaries, develop, judge, justify

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What each stage answers, told by the heading of its prompt.
std::string answer_to(const std::string& prompt) {
  const auto is = [&](const char* heading) { return prompt.find(heading) != std::string::npos; };
  if (is("# Step: plan")) {
    nlohmann::json list = nlohmann::json::array();
    for (int i = 0; i < actions; ++i)
      list.push_back(
          {{"tool", "web_search"}, {"argument", fmt::format("query {}", i)}, {"reason", "r"}});
    return nlohmann::json{{"reasoning", "r"}, {"actions", list}}.dump();
  }
  if (is("# Step: read one"))
    return R"({"relevant": true, "takeaways": "The page says it.", "quotations": []})";
  if (is("# Step: weigh"))
    return R"({"analysis": "All say it [E1].", "findings": [], "missing": []})";
  if (is("# Step: judge"))
    return R"({"key_findings": "All say it [E1].", "verdict": "supported", "confidence": 0.9})";
  return "All sources say it [E1].";
}

// Works at `slots` calls at a time, each for 200 ms; 0: at any number.
class Slots {
 public:
  explicit Slots(std::size_t slots) {
    for (std::size_t i = 0; i < slots; ++i) free_.push(Clock::now());
  }
  milliseconds delay() {
    if (free_.empty()) return call_time;
    const auto now = Clock::now();
    const auto begin = std::max(now, free_.top());
    free_.pop();
    free_.push(begin + call_time);
    return std::chrono::duration_cast<milliseconds>(begin + call_time - now);
  }

 private:
  std::priority_queue<Clock::time_point, std::vector<Clock::time_point>, std::greater<>> free_;
};

// Starts the server in a process of its own; its address comes through a pipe.
class Server {
 public:
  explicit Server(std::size_t slots) {
    int ends[2];
    if (::pipe(ends) != 0) std::exit(1);
    child_ = ::fork();
    if (child_ == 0) serve(slots, ends[1]);
    char buffer[256];
    const auto size = ::read(ends[0], buffer, sizeof buffer);
    spec_.assign(buffer, size > 0 ? static_cast<std::size_t>(size) : 0);
  }
  ~Server() {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  const std::string& spec() const { return spec_; }

 private:
  [[noreturn]] static void serve(std::size_t slots, int pipe) {
    Slots working(slots);
    test::ScriptedServer server(test::ScriptedServer::Script([&](const test::ModelCall& call) {
      test::ModelSays says;
      says.text = answer_to(call.prompt);
      says.delay = working.delay();
      return says;
    }));
    server.remember(1);
    const auto spec = server.spec(models::Backend::openai);
    if (::write(pipe, spec.data(), spec.size()) < 0) std::exit(1);
    while (true) ::pause();
  }

  pid_t child_ = 0;
  std::string spec_;
};

awaitable<void> sleep(milliseconds time) {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, time);
  co_await timer.async_wait(boost::asio::use_awaitable);
}

awaitable<tools::Found> fetch(std::string name) {
  co_await sleep(page_time);
  tools::Found found;
  found.source.document = name;
  found.source.url = "https://example.org/" + name;
  // A page of 6,000 bytes, unlike every other.
  while (found.text.size() < 6'000)
    found.text += fmt::format("Sentence {} of {} says that it is so. ", found.text.size(), name);
  found.bytes = found.text;
  co_return found;
}

class SlowSearch : public tools::Tool {
 public:
  std::string name() const override { return "web_search"; }
  std::string version() const override { return "1"; }
  std::string options() const override { return ""; }
  awaitable<tools::Findings> perform(tools::Request request) const override {
    co_await sleep(search_time);
    std::vector<awaitable<tools::Found>> work;
    for (int i = 0; i < pages; ++i)
      work.push_back(fetch(fmt::format("{}-{}", request.action.arguments.front(), i)));
    tools::Findings findings;
    for (auto& page : co_await io::when_all(std::move(work), pages))
      findings.found.push_back(std::move(page.get()));
    co_return findings;
  }
};

reasoning::StageSet stages(const std::string& spec, boost::asio::io_context& loop, io::Pool& pool) {
  namespace prompted = reasoning::prompted;
  models::ChatModelOptions options;
  options.client = std::make_shared<io::HttpClient>(loop.get_executor());
  options.limit = std::make_shared<models::CallLimit>(2'000);
  reasoning::Backbone backbone;
  backbone.model = models::make_chat_model(models::ModelSpec::parse(spec), std::move(options));
  prompted::Shared shared;
  shared.templates = std::make_shared<const prompted::Templates>();
  shared.pictures = std::make_shared<prompted::Pictures>(
      std::make_shared<vision::PictureReaders>("/proc/self/exe"), pool);
  reasoning::StageSet set;
  set.plan = prompted::plan_stage(shared, backbone);
  set.summarize = prompted::summarize_stage(shared, backbone);
  set.develop = prompted::develop_stage(shared, backbone);
  set.judge = prompted::judge_stage(shared, backbone);
  set.justify = prompted::justify_stage(shared, backbone);
  return set;
}

struct Bench {
  boost::asio::io_context loop{1};
  io::Pool pool;
  io::SystemClock clock;
  tools::Toolbox toolbox{{std::make_shared<SlowSearch>()}};
  reasoning::StageSet set;
  std::filesystem::path folder;

  explicit Bench(const std::string& spec) : set(stages(spec, loop, pool)) {
    folder = std::filesystem::temp_directory_path() / fmt::format("assay-bench-{}", ::getpid());
  }
  ~Bench() { std::filesystem::remove_all(folder); }

  awaitable<bool> check(std::size_t number) {
    core::Claim claim;
    claim.id = fmt::format("{}", number);
    claim.text = core::MultimodalText(fmt::format("Claim number {} is so.", number));
    const auto place = folder / claim.id;
    io::RecordFile record(place, {claim, core::Json::object(), "bench"}, clock,
                          io::Blobs(place / "blobs"), {});
    const procedures::Defame defame(set, toolbox, core::LabelSpace::named("default"),
                                    {.max_turns = 3, .develop = true, .limits = {}},
                                    [](std::string_view, std::string_view) {});
    const auto judgement = co_await defame.check(record);
    co_return record.record().complete() &&
        judgement.verdict == core::Verdict::supported&& record.record().evidence().size() ==
            actions* pages;
  }

  // Checks them all, so many at a time; how many came out right.
  std::size_t run(std::size_t first, std::size_t claims, std::size_t in_flight) {
    std::size_t right = 0;
    loop.restart();
    boost::asio::co_spawn(
        loop,
        [&]() -> awaitable<void> {
          std::vector<awaitable<bool>> work;
          for (std::size_t i = 0; i < claims; ++i) work.push_back(check(first + i));
          for (auto& outcome : co_await io::when_all(std::move(work), in_flight))
            right += outcome.get() ? 1 : 0;
        },
        [&](std::exception_ptr error) {
          loop.stop();
          if (error) std::rethrow_exception(error);
        });
    loop.run();
    return right;
  }
};

void path() {
  const Server server(0);
  Bench bench(server.spec());
  bench.run(0, 1, 1);  // connections and code are warm
  const double ideal = 5 * 0.2 + 0.1 + 0.1;
  const double one_by_one = 0.2 * calls_a_claim + actions * (0.1 + pages * 0.1);
  std::vector<double> times;
  for (std::size_t i = 1; i <= 9; ++i) {
    const auto start = Clock::now();
    if (bench.run(i, 1, 1) != 1) std::exit(1);
    times.push_back(seconds_since(start));
  }
  std::ranges::sort(times);
  fmt::print(
      "critical path {:.2f} s; measured {:.3f} s (median of 9; {:.3f} to {:.3f}): {:.3f} x; "
      "one after another {:.1f} s\n",
      ideal, times[4], times.front(), times.back(), times[4] / ideal, one_by_one);
}

double resident_mb() {
  std::ifstream file("/proc/self/statm");
  double size = 0;
  double resident = 0;
  file >> size >> resident;
  return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

double peak_mb() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

void scale(std::size_t claims, std::size_t in_flight, std::size_t slots) {
  const Server server(slots);
  Bench bench(server.spec());
  bench.run(0, 1, 1);
  const auto before = resident_mb();
  const auto start = Clock::now();
  const auto right = bench.run(1, claims, in_flight);
  const double time = seconds_since(start);
  const double calls = static_cast<double>(claims) * calls_a_claim;
  // The server's time, and around it what the first and the last claim do besides.
  const double ideal = calls * 0.2 / static_cast<double>(slots) + 0.2;
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  fmt::print(
      "{} claims, {} in flight, server of {} calls at a time: {:.2f} s, {:.0f} calls a second, "
      "{:.1f} "
      "claims a second; the server allows {:.0f} calls a second ({:.2f} s): {:.1f} % of it; {} "
      "right; "
      "{:.2f} MB a claim in flight (peak {:.0f} MB, {:.0f} before); CPU {:.1f} s\n",
      claims, in_flight, slots, time, calls / time, static_cast<double>(claims) / time,
      static_cast<double>(slots) / 0.2, ideal, 100 * ideal / time, right,
      (peak_mb() - before) / static_cast<double>(in_flight), peak_mb(), before,
      static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec));
  if (right != claims) std::exit(1);
}

std::size_t number(int argc, char** argv, int at, std::size_t otherwise) {
  return argc > at ? std::stoul(argv[at]) : otherwise;
}

}  // namespace

int main(int argc, char** argv) {
  io::raise_descriptor_limit();
  const std::string what = argc > 1 ? argv[1] : "path";
  if (what == "scale")
    scale(number(argc, argv, 2, 1'000), number(argc, argv, 3, 500), number(argc, argv, 4, 100));
  else
    path();
}
