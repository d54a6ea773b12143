// io/worker.h against a worker that misbehaves. The worker is this very program: started with the
// argument `worker` it offers the jobs below instead of running tests.
#include "io/worker.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "support/support.h"

namespace assay::io {
namespace {

using namespace std::chrono_literals;
using Kind = WorkerFailure::Kind;

std::string error_name(long result) { return result < 0 ? std::strerror(errno) : "allowed"; }

// Touches memory until it is refused or the process is killed.
std::string hoard() {
  std::vector<std::string> kept;
  for (;;) kept.emplace_back(8 << 20, 'x');
}

[[noreturn]] void crash() {
  ::kill(::getpid(), SIGSEGV);  // not allowed in there; then the ordinary way
  std::abort();
}

Jobs misbehaving_jobs() {
  Jobs jobs;
  jobs["echo"] = [](std::string_view header, std::string_view bytes) {
    return std::string(header) + ":" + std::string(bytes);
  };
  jobs["refuse"] = [](std::string_view, std::string_view) -> std::string {
    throw std::runtime_error("it is\nbroken");
  };
  jobs["spin"] = [](std::string_view, std::string_view) -> std::string {
    for (volatile unsigned i = 0;; i = i + 1) {
    }
  };
  jobs["hoard"] = [](std::string_view, std::string_view) { return hoard(); };
  jobs["crash"] = [](std::string_view, std::string_view) -> std::string { crash(); };
  jobs["exit"] = [](std::string_view, std::string_view) -> std::string { ::_exit(0); };
  jobs["talk"] = [](std::string_view, std::string_view) { return std::string(64 << 20, 'y'); };
  jobs["lie"] = [](std::string_view, std::string_view) -> std::string {
    const std::string nonsense(64, 'z');
    if (::write(1, nonsense.data(), nonsense.size()) < 0) ::_exit(1);
    for (;;) ::getpid();
  };
  jobs["open"] = [](std::string_view, std::string_view path) {
    return error_name(::open(std::string(path).c_str(), O_RDONLY));
  };
  jobs["create"] = [](std::string_view, std::string_view path) {
    return error_name(::open(std::string(path).c_str(), O_WRONLY | O_CREAT, 0600));
  };
  jobs["socket"] = [](std::string_view, std::string_view) {
    return error_name(::socket(AF_INET, SOCK_STREAM, 0));
  };
  jobs["fork"] = [](std::string_view, std::string_view) { return error_name(::fork()); };
  jobs["exec"] = [](std::string_view, std::string_view) {
    return error_name(::execl("/bin/true", "true", nullptr));
  };
  jobs["code"] = [](std::string_view, std::string_view) {
    void* page = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return error_name(page == MAP_FAILED ? -1 : 0);
  };
  jobs["kill"] = [](std::string_view, std::string_view) {
    return error_name(::kill(::getppid(), 0));
  };
  jobs["environment"] = [](std::string_view, std::string_view name) {
    const char* value = std::getenv(std::string(name).c_str());
    return std::string(value == nullptr ? "unset" : value);
  };
  return jobs;
}

__attribute__((constructor)) void be_worker(int argc, char** argv) {
  if (argc != 2 || std::strcmp(argv[1], "worker") != 0) return;
  ::_exit(run_worker(misbehaving_jobs(), [] {}));
}

Worker worker(WorkerLimits limits = {}) { return Worker("/proc/self/exe", limits); }

Kind failure(Worker& worker, std::string_view job, std::chrono::milliseconds deadline = 20s) {
  try {
    worker.call(job, "", "", deadline);
  } catch (const WorkerFailure& failure) {
    EXPECT_EQ(std::string(failure.what()).find('\n'), std::string::npos) << failure.what();
    EXPECT_FALSE(std::string(failure.what()).empty());
    return failure.kind;
  }
  ADD_FAILURE() << "no failure from " << job;
  return Kind::unusable;
}

void expect_usable(Worker& worker) { EXPECT_EQ(worker.call("echo", "a", "b", 20s), "a:b"); }

TEST(Worker, AnswersManyCallsInOneProcess) {
  auto w = worker();
  EXPECT_EQ(w.process(), 0);
  EXPECT_EQ(w.call("echo", "head", std::string("by\0tes", 6), 20s),
            std::string("head:by\0tes", 11));
  const pid_t first = w.process();
  for (int i = 0; i < 100; ++i) expect_usable(w);
  EXPECT_EQ(w.process(), first);
}

TEST(Worker, CarriesLongMessages) {
  auto w = worker();
  const std::string bytes(20 << 20, 'q');
  EXPECT_EQ(w.call("echo", "", bytes, 60s), ":" + bytes);
}

TEST(Worker, PassesOnWhatTheJobSaysOnOneLine) {
  auto w = worker();
  try {
    w.call("refuse", "", "", 20s);
    FAIL();
  } catch (const WorkerFailure& failure) {
    EXPECT_EQ(failure.kind, Kind::refused);
    EXPECT_STREQ(failure.what(), "it is broken");
  }
  const pid_t process = w.process();
  expect_usable(w);
  EXPECT_EQ(w.process(), process);
}

TEST(Worker, RefusesAnUnknownJob) {
  auto w = worker();
  EXPECT_EQ(failure(w, "nonesuch"), Kind::refused);
}

TEST(Worker, KillsWhatTakesTooLong) {
  auto w = worker();
  expect_usable(w);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(failure(w, "spin", 200ms), Kind::time);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  expect_usable(w);
}

TEST(Worker, EndsAJobThatSpendsItsProcessorTime) {
  WorkerLimits limits;
  limits.cpu = 1s;
  auto w = worker(limits);
  EXPECT_EQ(failure(w, "spin", 60s), Kind::time);
  expect_usable(w);
}

TEST(Worker, BoundsMemory) {
  WorkerLimits limits;
  limits.memory = 128 << 20;
  auto w = worker(limits);
  EXPECT_EQ(failure(w, "hoard", 60s), Kind::memory);
  expect_usable(w);
}

TEST(Worker, SurvivesCrashes) {
  auto w = worker();
  EXPECT_EQ(failure(w, "crash"), Kind::crashed);
  expect_usable(w);
  EXPECT_EQ(failure(w, "exit"), Kind::crashed);
  expect_usable(w);
}

TEST(Worker, RefusesAReplyThatIsTooLong) {
  WorkerLimits limits;
  limits.reply = 1 << 20;
  auto w = worker(limits);
  EXPECT_EQ(failure(w, "talk"), Kind::refused);
  expect_usable(w);
}

TEST(Worker, RefusesARequestThatIsTooLong) {
  WorkerLimits limits;
  limits.request = 1000;
  auto w = worker(limits);
  try {
    w.call("echo", "", std::string(2000, 'x'), 20s);
    FAIL();
  } catch (const WorkerFailure& failure) {
    EXPECT_EQ(failure.kind, Kind::refused);
  }
}

TEST(Worker, DoesNotBelieveNonsense) {
  auto w = worker();
  EXPECT_EQ(failure(w, "lie"), Kind::crashed);
  expect_usable(w);
}

TEST(Worker, StartsAnewWhenItsProcessWasKilledBetweenCalls) {
  auto w = worker();
  expect_usable(w);
  ::kill(w.process(), SIGKILL);
  std::this_thread::sleep_for(50ms);
  expect_usable(w);
}

TEST(Worker, MayDoNothingButCompute) {
  const test::TempDir folder;
  auto w = worker();
  for (const char* job : {"socket", "fork", "exec", "code", "kill"})
    EXPECT_EQ(w.call(job, "", "", 20s), "Operation not permitted") << job;
  EXPECT_EQ(w.call("open", "", "/etc/passwd", 20s), "Operation not permitted");
  EXPECT_EQ(w.call("create", "", (folder / "file").string(), 20s), "Operation not permitted");
  EXPECT_FALSE(std::filesystem::exists(folder / "file"));
}

TEST(Worker, IsNotToldTheCallersSecrets) {
  ::setenv("OPENAI_API_KEY", "secret", 1);
  auto w = worker();
  EXPECT_EQ(w.call("environment", "", "OPENAI_API_KEY", 20s), "unset");
  ::unsetenv("OPENAI_API_KEY");
}

TEST(Worker, SaysThatItCannotStart) {
  Worker missing("/nonexistent/assay");
  EXPECT_EQ(failure(missing, "echo"), Kind::unusable);
  Worker another("/bin/true");
  EXPECT_EQ(failure(another, "echo"), Kind::unusable);
}

TEST(Worker, EndsWithItsOwner) {
  pid_t process = 0;
  {
    auto w = worker();
    expect_usable(w);
    process = w.process();
  }
  EXPECT_EQ(::kill(process, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST(Worker, WorksFromManyThreadsEachItsOwn) {
  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&right, t] {
        auto w = worker();
        for (int i = 0; i < 20; ++i) {
          const std::string text = std::to_string(t * 1000 + i);
          right += w.call("echo", text, "x", 30s) == text + ":x";
        }
      });
  }
  EXPECT_EQ(right, 80);
}

}  // namespace
}  // namespace assay::io
