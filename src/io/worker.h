#pragma once
#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assay::io {

// Hostile bytes (pages, pictures, PDFs) are decoded only in worker processes: `assay worker`, which
// can read its requests, write its replies, and nothing else.

struct WorkerLimits {
  std::size_t memory = 512 << 20;  // bytes that a worker may have
  std::size_t request = 64 << 20;  // longest request, header included
  std::size_t reply = 64 << 20;    // longest reply
  std::chrono::seconds cpu{30};    // processor time of one job, a second line behind the deadline
};

// Why a job brought no reply. what() is one line, without the name of the document.
struct WorkerFailure : std::runtime_error {
  enum class Kind {
    refused,   // the job itself says that it can't be done; the worker goes on
    crashed,   // the process ended by itself
    memory,    // over its memory
    time,      // over its time: killed
    unusable,  // no worker could be started: a fault of the installation, not of the bytes
  };
  WorkerFailure(Kind kind_of, const std::string& reason)
      : std::runtime_error(reason), kind(kind_of) {}
  Kind kind;
};

// One worker process, used by one thread at a time. The process starts with the first call, and
// anew with the call after one that killed it. It ends with this object, and with this program.
class Worker {
 public:
  // `program` is the assay program, started as `program worker`.
  explicit Worker(std::filesystem::path program, WorkerLimits limits = {});
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Runs `job` on (header, bytes) in the worker and returns its reply. Throws WorkerFailure; a
  // worker that did not reply by the deadline is killed.
  std::string call(std::string_view job, std::string_view header, std::string_view bytes,
                   std::chrono::milliseconds deadline);

  // Of the running process; 0 where there is none.
  pid_t process() const { return process_; }

 private:
  using Clock = std::chrono::steady_clock;
  void start();
  void stop();
  bool alive();
  void send(std::string_view bytes, Clock::time_point deadline);
  void receive(char* to, std::size_t size, Clock::time_point deadline);
  void wait(short events, Clock::time_point deadline);
  [[noreturn]] void lost();
  [[noreturn]] void kill_for(WorkerFailure::Kind kind);

  std::filesystem::path program_;
  WorkerLimits limits_;
  pid_t process_ = 0;
  int socket_ = -1;
};

// A job of the worker's side: (header, bytes) to reply. What it throws becomes the caller's
// WorkerFailure: std::bad_alloc `memory`, another std::exception `refused` with its message.
using Job = std::function<std::string(std::string_view header, std::string_view bytes)>;
using Jobs = std::map<std::string, Job, std::less<>>;

// The worker's side, the whole life of `assay worker`: sets the limits that the caller passed,
// calls `prepare` (loading what the jobs need from files, for afterwards nothing can be opened),
// locks the process in, then answers jobs until the caller goes. Returns the exit status.
int run_worker(const Jobs& jobs, const std::function<void()>& prepare);

}  // namespace assay::io
