// The worker's side of io/worker.h.
#include <malloc.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <string>

#include "io/worker.h"
#include "io/worker_lock.h"
#include "io/worker_messages.h"

namespace assay::io {
namespace {

constexpr int input = 0;
constexpr int output = 1;
// Memory freed by a job above this goes back to the system at once, so that one large document does
// not leave a large process.
[[maybe_unused]] constexpr std::size_t trim_above = 4 << 20;

bool read_all(void* to, std::size_t size) {
  auto* at = static_cast<char*>(to);
  while (size > 0) {
    const auto got = ::read(input, at, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto put = ::write(output, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

bool answer(WorkerOutcome outcome, std::string_view text) {
  if (outcome != WorkerOutcome::done) text = text.substr(0, 1000);
  WorkerReply reply;
  reply.outcome = outcome;
  reply.length = text.size();
  std::string message(reinterpret_cast<const char*>(&reply), sizeof reply);
  message.append(text.substr(0, 32 << 10));  // one write for a short reply
  return write_all(message) && write_all(text.substr(std::min<std::size_t>(text.size(), 32 << 10)));
}

// Ends the process by SIGPROF after so much processor time; 0 takes it back.
void limit_cpu(std::uint32_t seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  ::setitimer(ITIMER_PROF, &timer, nullptr);
}

struct Outcome {
  WorkerOutcome outcome = WorkerOutcome::done;
  std::string text;
};

Outcome perform(const Jobs& jobs, std::string_view name, std::string_view header,
                std::string_view bytes, std::size_t longest_reply) {
  const auto job = jobs.find(name);
  if (job == jobs.end()) return {WorkerOutcome::refused, "no such job: " + std::string(name)};
  try {
    std::string reply = job->second(header, bytes);
    if (reply.size() > longest_reply)
      return {WorkerOutcome::refused, "what it decodes to is too long"};
    return {WorkerOutcome::done, std::move(reply)};
  } catch (const std::bad_alloc&) {
    return {WorkerOutcome::memory, "needs more memory than it may have"};
  } catch (const std::exception& error) {
    return {WorkerOutcome::refused, error.what()};
  }
}

// One request and its answer. False when the caller is gone or talks nonsense.
bool serve(const Jobs& jobs, const WorkerHello& limits) {
  WorkerRequest request;
  if (!read_all(&request, sizeof request) || request.magic != worker_magic) return false;
  if (request.job > limits.request || request.header > limits.request ||
      request.bytes > limits.request)
    return false;
  std::string message(request.job + request.header + request.bytes, '\0');
  if (!read_all(message.data(), message.size())) return false;
  const std::string_view all = message;
  limit_cpu(limits.cpu_seconds);
  const auto outcome =
      perform(jobs, all.substr(0, request.job), all.substr(request.job, request.header),
              all.substr(request.job + request.header), limits.reply);
  limit_cpu(0);
  const bool go_on = answer(outcome.outcome, outcome.text);
#ifndef ASSAY_SANITIZED
  if (all.size() + outcome.text.size() > trim_above) ::malloc_trim(0);
#endif
  return go_on;
}

}  // namespace

int run_worker(const Jobs& jobs, const std::function<void()>& prepare) {
  ::close_range(3, std::numeric_limits<unsigned>::max(), 0);
  WorkerHello hello;
  if (!read_all(&hello, sizeof hello) || hello.magic != worker_magic) return 2;
  try {
    prepare();
    lock_in(hello.memory);
  } catch (const std::exception& error) {
    answer(WorkerOutcome::refused, error.what());
    return 1;
  }
  if (!answer(WorkerOutcome::done, {})) return 0;
  while (serve(jobs, hello)) {
  }
  return 0;
}

}  // namespace assay::io
