#include "io/worker_lock.h"

#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>

namespace assay::io {
namespace {

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
  if (!file || std::fscanf(file.get(), "%llu", &pages) != 1) fail("cannot read its own size", errno);
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
  template <class... Comparisons>
  void allow(int call, Comparisons... comparisons) {
    const int error = seccomp_rule_add(context_.get(), SCMP_ACT_ALLOW, call,
                                       sizeof...(comparisons), comparisons...);
    if (error != 0) fail("system-call filter", -error);
  }
  void load() {
    if (const int error = seccomp_load(context_.get()); error != 0)
      fail("system-call filter", -error);
  }

 private:
  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
};

void filter_calls() {
  Filter filter;
  for (const int call :
       {SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(readv), SCMP_SYS(writev), SCMP_SYS(close),
        SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
        SCMP_SYS(brk), SCMP_SYS(futex), SCMP_SYS(exit), SCMP_SYS(exit_group),
        SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time),
        SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getrandom), SCMP_SYS(sched_yield),
        SCMP_SYS(sched_getaffinity), SCMP_SYS(sysinfo), SCMP_SYS(rt_sigaction),
        SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
        SCMP_SYS(restart_syscall), SCMP_SYS(setitimer)})
    filter.allow(call);
  // Memory, but never memory that is run.
  filter.allow(SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  filter.allow(SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  // Signals to itself: abort().
  filter.allow(SCMP_SYS(tgkill),
               SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid())));
  filter.allow(SCMP_SYS(prlimit64), SCMP_A2(SCMP_CMP_EQ, 0));
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
  limit(RLIMIT_NOFILE, 3, "open files");
  filter_calls();
}

}  // namespace assay::io
