#pragma once
#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "web/browser/browser_user.h"

namespace assay::web {

struct BrowserCommand {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::vector<std::string> environment;  // NAME=VALUE; nothing else is passed on
  std::optional<BrowserUser> user;       // whom to become
  bool no_new_privileges = true;         // no program that it starts gains rights
};

// A running program in a process group of its own. It gets nothing of Assay but three pipes, and
// ends, with all it started, with this object and when Assay is killed.
class BrowserProcess {
 public:
  // Throws BrowserUnavailable where it can't be started. Of the thread that calls: the program ends
  // with it.
  explicit BrowserProcess(const BrowserCommand& command);
  ~BrowserProcess();
  BrowserProcess(const BrowserProcess&) = delete;
  BrowserProcess& operator=(const BrowserProcess&) = delete;

  // Each once: the end of a pipe (of commands: of a pair of sockets), which is the caller's from
  // then on.
  int take_commands();  // what is written there the program reads on descriptor 3
  int take_answers();   // what it writes on descriptor 4
  int take_messages();  // what it prints

  pid_t id() const { return process_; }
  bool running();
  // Kills it and all of its group, and waits for its end.
  void kill();

 private:
  pid_t process_ = 0;
  int commands_ = -1;
  int answers_ = -1;
  int messages_ = -1;
};

}  // namespace assay::web
