#include "io/worker_lock.h"

#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

namespace assay::io {
namespace {

constexpr auto all_bits = ~std::uint64_t{0};
#ifdef ASSAY_SANITIZED
constexpr rlim_t most_files = 16;
#else
constexpr rlim_t most_files = 3;  // those that are open: none can be added
#endif

[[noreturn]] void fail(const std::string& what, int error) {
  throw std::runtime_error(what + ": " + std::strerror(error));
}

void limit(__rlimit_resource resource, rlim_t value, const char* name) {
  const rlimit both{value, value};
  if (::setrlimit(resource, &both) != 0) fail(std::string("cannot limit ") + name, errno);
}

// Under AddressSanitizer address space says nothing (the shadow takes terabytes): there only the
// caller's look at resident memory bounds the worker.
void limit_memory([[maybe_unused]] std::size_t memory) {
#ifndef ASSAY_SANITIZED
  unsigned long long pages = 0;
  std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen("/proc/self/statm", "re"), &std::fclose);
  if (!file || std::fscanf(file.get(), "%llu", &pages) != 1)
    fail("cannot read its own size", errno);
  const auto now = static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
  limit(RLIMIT_AS, now + memory, "memory");
#endif
}

class Filter {
 public:
  // What is not allowed fails with EPERM, so that a decoder that looks for an optional file goes on
  // without it.
  Filter() : context_(seccomp_init(SCMP_ACT_ERRNO(EPERM)), &seccomp_release) {
    if (!context_) throw std::runtime_error("no system-call filter");
  }
  void allow(int call) { add(call, 0, nullptr); }
  // Only where `argument` (from 0), masked, is `value`.
  void allow_if(int call, unsigned argument, std::uint64_t mask, std::uint64_t value) {
    const scmp_arg_cmp comparison{argument, SCMP_CMP_MASKED_EQ, mask, value};
    add(call, 1, &comparison);
  }
  void load() {
    if (const int error = seccomp_load(context_.get()); error != 0)
      fail("system-call filter", -error);
  }

 private:
  void add(int call, unsigned count, const scmp_arg_cmp* comparisons) {
    const int error =
        seccomp_rule_add_array(context_.get(), SCMP_ACT_ALLOW, call, count, comparisons);
    if (error != 0) fail("system-call filter", -error);
  }
  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
};

void filter_calls() {
  Filter filter;
  for (const int call : {SCMP_SYS(read),
                         SCMP_SYS(write),
                         SCMP_SYS(readv),
                         SCMP_SYS(writev),
                         SCMP_SYS(close),
                         SCMP_SYS(lseek),
                         SCMP_SYS(fstat),
                         SCMP_SYS(munmap),
                         SCMP_SYS(mremap),
                         SCMP_SYS(madvise),
                         SCMP_SYS(brk),
                         SCMP_SYS(futex),
                         SCMP_SYS(exit),
                         SCMP_SYS(exit_group),
                         SCMP_SYS(clock_gettime),
                         SCMP_SYS(clock_getres),
                         SCMP_SYS(gettimeofday),
                         SCMP_SYS(time),
                         SCMP_SYS(getpid),
                         SCMP_SYS(gettid),
                         SCMP_SYS(getrandom),
                         SCMP_SYS(sched_yield),
                         SCMP_SYS(sched_getaffinity),
                         SCMP_SYS(sysinfo),
                         SCMP_SYS(rt_sigaction),
                         SCMP_SYS(rt_sigprocmask),
                         SCMP_SYS(rt_sigreturn),
                         SCMP_SYS(sigaltstack),
                         SCMP_SYS(restart_syscall),
                         SCMP_SYS(setitimer)})
    filter.allow(call);
#ifdef ASSAY_SANITIZED
  // UBSan looks by a pipe whether an object's memory is there at all.
  filter.allow(SCMP_SYS(pipe));
  filter.allow(SCMP_SYS(pipe2));
#endif
  // Memory, but never memory that is run.
  filter.allow_if(SCMP_SYS(mmap), 2, PROT_EXEC, 0);
  filter.allow_if(SCMP_SYS(mprotect), 2, PROT_EXEC, 0);
  // Signals to itself alone: abort().
  filter.allow_if(SCMP_SYS(tgkill), 0, all_bits, static_cast<std::uint64_t>(::getpid()));
  // Reading limits, not setting them.
  filter.allow_if(SCMP_SYS(prlimit64), 2, all_bits, 0);
  filter.load();
}

}  // namespace

void lock_in(std::size_t memory) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("cannot give up privileges", errno);
  ::prctl(PR_SET_DUMPABLE, 0);
  limit(RLIMIT_CORE, 0, "core dumps");
  limit(RLIMIT_FSIZE, 0, "files");
  limit_memory(memory);
  limit(RLIMIT_NOFILE, most_files, "open files");
  filter_calls();
}

}  // namespace assay::io
