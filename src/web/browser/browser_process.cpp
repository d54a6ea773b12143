#include "web/browser/browser_process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "io/files.h"
#include "web/browser/browser_options.h"

namespace assay::web {
namespace {

void close_if_open(int& file) {
  if (file >= 0) ::close(file);
  file = -1;
}

int make_pipe(int* ends) { return ::pipe2(ends, O_CLOEXEC); }
// Of sockets: to write where nobody reads any more is an error there, and no signal that would end
// this process.
int make_pair(int* ends) { return ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

// Both ends above the numbers that the program gets, so that none is overwritten on the way.
struct Pipe {
  int read = -1;
  int write = -1;
  explicit Pipe(int (*make)(int*) = make_pipe) {
    std::array<int, 2> ends{-1, -1};
    if (make(ends.data()) != 0) return;
    read = ::fcntl(ends[0], F_DUPFD_CLOEXEC, 10);
    write = ::fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
    ::close(ends[0]);
    ::close(ends[1]);
  }
  ~Pipe() {
    close_if_open(read);
    close_if_open(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool open() const { return read >= 0 && write >= 0; }
};

// All that the child needs, made before the fork: behind it only system calls are safe, for other
// threads may have held any lock.
struct Child {
  const char* program;
  char* const* arguments;
  char* const* environment;
  std::optional<BrowserUser> user;
  bool no_new_privileges;
  pid_t parent;
  int input, output, messages;
  int failure;  // where the reason is written
};

// The raw calls: the C library's would tell the other threads, of which the child has none.
bool become(const BrowserUser& user) {
  return ::syscall(SYS_setgroups, 0, nullptr) == 0 &&
         ::syscall(SYS_setresgid, user.group, user.group, user.group) == 0 &&
         ::syscall(SYS_setresuid, user.user, user.user, user.user) == 0;
}

void forget_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool take_pipes(const Child& child) {
  const int nothing = ::open("/dev/null", O_RDONLY);
  return nothing >= 0 && ::dup2(nothing, 0) == 0 && ::dup2(child.messages, 1) == 1 &&
         ::dup2(child.messages, 2) == 2 && ::dup2(child.input, 3) == 3 &&
         ::dup2(child.output, 4) == 4;
}

// Closes all but the program's own descriptors and the one that tells of a failure.
void close_others(int failure) {
  const auto kept = static_cast<unsigned>(failure);
  if (kept > 5) ::syscall(SYS_close_range, 5U, kept - 1, 0U);
  ::syscall(SYS_close_range, kept + 1, ~0U, 0U);
}

[[noreturn]] void run_child(const Child& child) {
  forget_signals();
  ::setpgid(0, 0);
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const bool ready = take_pipes(child) && (!child.user || become(*child.user)) &&
                     // Behind the change of user, which takes it back.
                     ::prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 &&
                     (!child.no_new_privileges || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  if (ready && ::getppid() == child.parent) {
    close_others(child.failure);
    ::chdir("/");
    ::execve(child.program, child.arguments, child.environment);
  }
  const int error = errno;
  [[maybe_unused]] const auto written = ::write(child.failure, &error, sizeof error);
  ::_exit(127);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (auto& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

[[noreturn]] void fail(const std::filesystem::path& program, int error) {
  throw BrowserUnavailable("cannot start the browser '" + io::shown(program) +
                           "': " + std::strerror(error));
}

}  // namespace

BrowserProcess::BrowserProcess(const BrowserCommand& command) {
  Pipe to(make_pair);
  Pipe from;
  Pipe printed;
  Pipe failure;
  if (!to.open() || !from.open() || !printed.open() || !failure.open())
    fail(command.program, errno);
  const std::string program = command.program.string();
  auto texts = command.arguments;
  texts.insert(texts.begin(), program);
  auto settings = command.environment;
  const auto arguments = pointers(texts);
  const auto environment = pointers(settings);
  const Child child{program.c_str(),
                    arguments.data(),
                    environment.data(),
                    command.user,
                    command.no_new_privileges,
                    ::getpid(),
                    to.read,
                    from.write,
                    printed.write,
                    failure.write};
  process_ = ::fork();
  if (process_ == 0) run_child(child);
  if (process_ < 0) {
    process_ = 0;
    fail(command.program, errno);
  }
  ::setpgid(process_, process_);  // whoever of the two is first
  close_if_open(failure.write);
  int error = 0;
  ssize_t got = 0;
  do {
    got = ::read(failure.read, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  if (got == sizeof error) {
    kill();
    fail(command.program, error);
  }
  commands_ = std::exchange(to.write, -1);
  answers_ = std::exchange(from.read, -1);
  messages_ = std::exchange(printed.read, -1);
}

BrowserProcess::~BrowserProcess() {
  close_if_open(commands_);
  close_if_open(answers_);
  close_if_open(messages_);
  kill();
}

int BrowserProcess::take_commands() { return std::exchange(commands_, -1); }
int BrowserProcess::take_answers() { return std::exchange(answers_, -1); }
int BrowserProcess::take_messages() { return std::exchange(messages_, -1); }

// Does not wait for it where it has ended: its number stays its group's until kill().
bool BrowserProcess::running() {
  if (process_ == 0) return false;
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == 0;
}

void BrowserProcess::kill() {
  if (process_ == 0) return;
  ::kill(-process_, SIGKILL);
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = 0;
}

}  // namespace assay::web
