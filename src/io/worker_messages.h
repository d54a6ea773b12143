#pragma once
#include <cstdint>

// What goes over the socket between a Worker and its process. Both are the same program on the same
// machine, so these are plain structures; what comes from the worker is trusted no further than its
// lengths, which the caller bounds.
namespace assay::io {

inline constexpr std::uint32_t worker_magic = 0x41535759;  // "ASWY"

// The first message to a new worker; it answers with an empty Reply when it is locked in.
struct WorkerHello {
  std::uint32_t magic = worker_magic;
  std::uint32_t cpu_seconds = 0;
  std::uint64_t memory = 0;
  std::uint64_t request = 0;
  std::uint64_t reply = 0;
};

// Followed by the job's name, its header, and its bytes.
struct WorkerRequest {
  std::uint32_t magic = worker_magic;
  std::uint32_t job = 0;
  std::uint64_t header = 0;
  std::uint64_t bytes = 0;
};

enum class WorkerOutcome : std::uint32_t { done, refused, memory };

// Followed by the reply, or by the reason.
struct WorkerReply {
  std::uint32_t magic = worker_magic;
  WorkerOutcome outcome = WorkerOutcome::done;
  std::uint64_t length = 0;
};

}  // namespace assay::io
