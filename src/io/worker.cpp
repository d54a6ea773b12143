#include "io/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "io/files.h"
#include "io/worker_messages.h"

namespace assay::io {
namespace {

using namespace std::chrono_literals;

constexpr auto start_time = 30s;        // a loaded machine starts a sanitized program slowly
constexpr auto memory_interval = 20ms;  // how often a running job's memory is looked at
constexpr std::size_t longest_reason = 1000;

template <class Message>
std::string_view bytes_of(const Message& message) {
  return {reinterpret_cast<const char*>(&message), sizeof message};
}

// Bytes of memory that the process holds; 0 where that can't be read.
std::size_t resident(pid_t process) {
  std::array<char, 64> path{};
  std::snprintf(path.data(), path.size(), "/proc/%d/statm", static_cast<int>(process));
  const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> text{};
  const auto got = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  unsigned long long pages = 0;
  if (got <= 0 || std::sscanf(text.data(), "%*u %llu", &pages) != 1) return 0;
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// The worker gets none of the caller's environment (it may hold keys) but what it needs to start.
std::vector<std::string> worker_environment() {
  std::vector<std::string> environment{"LC_ALL=C.UTF-8", "TZ=UTC"};
  for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"})
    if (const char* value = std::getenv(name))
      environment.push_back(std::string(name) + "=" + value);
  return environment;
}

// Starts `program worker` with `socket` as its input and output. 0 and errno where it can't.
pid_t spawn(const std::filesystem::path& program, int socket) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, socket, 0);
  posix_spawn_file_actions_adddup2(&actions, socket, 1);
  // Decoders complain about hostile bytes on stderr, which is the user's.
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  // A group of its own: Ctrl-C in the terminal is for the caller, who ends the worker.
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::string path = program.string();
  std::string command = "worker";
  std::array<char*, 3> argv{path.data(), command.data(), nullptr};
  auto settings = worker_environment();
  std::vector<char*> environment;
  for (auto& setting : settings) environment.push_back(setting.data());
  environment.push_back(nullptr);
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, path.c_str(), &actions, &attributes, argv.data(), environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  errno = error;
  return error == 0 ? child : 0;
}

// The worker's reason as one line of bounded length.
std::string one_line(std::string reason) {
  if (reason.size() > longest_reason) reason.resize(longest_reason);
  for (char& c : reason)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  return reason.empty() ? "refused without a reason" : reason;
}

}  // namespace

Worker::Worker(std::filesystem::path program, WorkerLimits limits)
    : program_(std::move(program)), limits_(limits) {}

Worker::~Worker() { stop(); }

void Worker::stop() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
  if (process_ == 0) return;
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
}

bool Worker::alive() {
  if (process_ == 0) return false;
  if (::waitpid(process_, nullptr, WNOHANG) == 0) return true;
  process_ = 0;
  stop();
  return false;
}

void Worker::start() {
  const auto fail = [&](const std::string& why) {
    stop();
    throw WorkerFailure(WorkerFailure::Kind::unusable,
                        "cannot start the worker process " + shown(program_) + ": " + why);
  };
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    fail(std::strerror(errno));
  socket_ = ends[0];
  process_ = spawn(program_, ends[1]);
  const int error = errno;
  ::close(ends[1]);
  if (process_ == 0) fail(std::strerror(error));
  WorkerHello hello;
  hello.cpu_seconds = static_cast<std::uint32_t>(std::max<std::int64_t>(1, limits_.cpu.count()));
  hello.memory = limits_.memory;
  hello.request = limits_.request;
  hello.reply = limits_.reply;
  try {
    const auto deadline = Clock::now() + start_time;
    send(bytes_of(hello), deadline);
    WorkerReply ready;
    receive(reinterpret_cast<char*>(&ready), sizeof ready, deadline);
    if (ready.magic != worker_magic || ready.length > longest_reason) fail("it is another program");
    std::string reason(ready.length, '\0');
    receive(reason.data(), reason.size(), deadline);
    if (ready.outcome != WorkerOutcome::done) fail(one_line(reason));
  } catch (const WorkerFailure& failure) {
    if (failure.kind == WorkerFailure::Kind::unusable) throw;
    fail(failure.kind == WorkerFailure::Kind::time ? "it does not answer" : "it ended at once");
  }
}

std::string Worker::call(std::string_view job, std::string_view header, std::string_view bytes,
                         std::chrono::milliseconds limit) {
  if (job.size() + header.size() + bytes.size() > limits_.request)
    throw WorkerFailure(WorkerFailure::Kind::refused,
                        "longer than " + std::to_string(limits_.request >> 20) + " MiB");
  if (!alive()) start();
  const auto deadline = Clock::now() + limit;
  WorkerRequest request;
  request.job = static_cast<std::uint32_t>(job.size());
  request.header = header.size();
  request.bytes = bytes.size();
  std::string start_of_message(bytes_of(request));
  start_of_message.append(job).append(header);
  send(start_of_message, deadline);
  send(bytes, deadline);
  WorkerReply reply;
  receive(reinterpret_cast<char*>(&reply), sizeof reply, deadline);
  const bool done = reply.outcome == WorkerOutcome::done;
  if (reply.magic != worker_magic || reply.length > (done ? limits_.reply : longest_reason))
    kill_for(WorkerFailure::Kind::crashed);
  std::string text(reply.length, '\0');
  receive(text.data(), text.size(), deadline);
  if (done) return text;
  throw WorkerFailure(reply.outcome == WorkerOutcome::memory ? WorkerFailure::Kind::memory
                                                             : WorkerFailure::Kind::refused,
                      one_line(std::move(text)));
}

void Worker::send(std::string_view bytes, Clock::time_point deadline) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0)
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    else if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
      wait(POLLOUT, deadline);
    else if (sent == 0 || errno != EINTR)
      lost();
  }
}

void Worker::receive(char* to, std::size_t size, Clock::time_point deadline) {
  while (size > 0) {
    const auto got = ::recv(socket_, to, size, MSG_DONTWAIT);
    if (got > 0) {
      to += got;
      size -= static_cast<std::size_t>(got);
    } else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      wait(POLLIN, deadline);
    } else if (got == 0 || errno != EINTR) {
      lost();
    }
  }
}

// Waits until the socket can go on; watches the deadline and the worker's memory meanwhile, from
// outside, where hostile bytes have no say.
void Worker::wait(short events, Clock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left <= 0ms) kill_for(WorkerFailure::Kind::time);
    const auto slice = std::min<std::chrono::milliseconds>(left, memory_interval);
    pollfd socket{socket_, events, 0};
    const int ready = ::poll(&socket, 1, static_cast<int>(slice.count()));
    if (ready > 0) return;
    if (ready == 0 && resident(process_) > limits_.memory) kill_for(WorkerFailure::Kind::memory);
  }
}

void Worker::kill_for(WorkerFailure::Kind kind) {
  stop();
  switch (kind) {
    case WorkerFailure::Kind::time:
      throw WorkerFailure(kind, "took longer than it may");
    case WorkerFailure::Kind::memory:
      throw WorkerFailure(
          kind, "needs more than " + std::to_string(limits_.memory >> 20) + " MiB of memory");
    default:
      throw WorkerFailure(kind, "the decoder broke on it");
  }
}

// The worker is gone without a reply: says why as far as the system tells.
void Worker::lost() {
  int status = 0;
  rusage usage{};
  const pid_t process = process_;
  ::kill(process, SIGKILL);  // it may have closed its socket only
  while (::wait4(process, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  process_ = 0;
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGPROF) kill_for(WorkerFailure::Kind::time);
  // Some decoders abort when memory is refused to them.
  const auto peak = static_cast<std::size_t>(usage.ru_maxrss) << 10;
  if (peak > limits_.memory - limits_.memory / 8) kill_for(WorkerFailure::Kind::memory);
  kill_for(WorkerFailure::Kind::crashed);
}

}  // namespace assay::io
