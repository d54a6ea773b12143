#include "web/browser/chromium.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "io/deadline.h"
#include "io/files.h"
#include "io/http_text.h"
#include "web/browser/browser_process.h"
#include "web/browser/find_browser.h"
#include "web/browser/profile_folder.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using asio::awaitable;
using asio::use_awaitable;
using core::Json;
using namespace std::chrono_literals;

constexpr std::size_t longest_messages = 16 << 10;

// Nobody listens there: what belongs to no page reaches nothing.
constexpr const char* no_proxy = "http://127.0.0.1:1";

std::vector<std::string> arguments_of(const BrowserOptions& options, const fs::path& profile) {
  std::vector<std::string> arguments{
      "--headless=new",
      "--remote-debugging-pipe",
      "--user-data-dir=" + profile.string(),
      "--disk-cache-dir=" + (profile / "cache").string(),
      "--disk-cache-size=1",
      std::string("--proxy-server=") + no_proxy,
      "--proxy-bypass-list=<-loopback>",
      // Names are resolved by the proxies alone.
      "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
      "--disable-quic",
      "--webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
      "--disable-background-networking",
      "--disable-breakpad",
      "--disable-client-side-phishing-detection",
      "--disable-component-extensions-with-background-pages",
      "--disable-component-update",
      "--disable-default-apps",
      "--disable-dev-shm-usage",
      "--disable-domain-reliability",
      "--disable-extensions",
      "--disable-gpu",
      "--disable-notifications",
      "--disable-print-preview",
      "--disable-sync",
      "--disable-features=AutofillServerCommunication,CertificateTransparencyComponentUpdater,"
      "DialMediaRouteProvider,InterestFeedContentSuggestions,MediaRouter,NetworkPrediction,"
      "OptimizationHints,Translate,WebTransport",
      "--deny-permission-prompts",
      "--force-color-profile=srgb",
      "--hide-scrollbars",
      "--js-flags=--max-old-space-size=512",
      "--lang=en-US",
      "--metrics-recording-only",
      "--mute-audio",
      "--no-default-browser-check",
      "--no-first-run",
      "--no-pings",
      "--no-service-autorun",
      "--password-store=basic",
      "--use-mock-keychain",
      "--window-size=1280,1600",
  };
  if (options.no_sandbox) arguments.emplace_back("--no-sandbox");
  arguments.emplace_back("about:blank");
  return arguments;
}

std::vector<std::string> environment_of(const fs::path& profile) {
  const auto folder = profile.string();
  return {"HOME=" + folder,
          "TMPDIR=" + folder,
          "XDG_CONFIG_HOME=" + folder + "/config",
          "XDG_CACHE_HOME=" + folder + "/cache",
          "XDG_RUNTIME_DIR=" + folder,
          "PATH=/usr/local/bin:/usr/bin:/bin",
          "LC_ALL=C.UTF-8",
          "TZ=UTC",
          "DBUS_SESSION_BUS_ADDRESS=disabled:",
          "DBUS_SYSTEM_BUS_ADDRESS=disabled:"};
}

bool gains_rights(const fs::path& program) {
  struct stat found{};
  return ::stat(program.c_str(), &found) == 0 && (found.st_mode & S_ISUID) != 0;
}

// Does the browser's sandbox come with a helper that has to gain rights? Without, it is made of
// user namespaces, and nothing that the browser starts needs any.
bool has_setuid_sandbox(const fs::path& program) {
  std::error_code error;
  const auto folder = fs::canonical(program, error).parent_path();
  return gains_rights(folder / "chrome-sandbox") ||
         gains_rights("/usr/lib/chromium/chrome-sandbox");
}

// The first that the browser prints is kept, for the reason why it would not start; the rest is
// read too, or it would wait.
struct Messages {
  Messages(const asio::any_io_executor& executor, int file) : pipe(executor, file) {}
  asio::posix::stream_descriptor pipe;
  std::string text;

  static awaitable<void> read(std::shared_ptr<Messages> messages) {
    std::array<char, 4096> bytes{};
    boost::system::error_code error;
    while (!error) {
      const auto got = co_await messages->pipe.async_read_some(
          asio::buffer(bytes), asio::redirect_error(use_awaitable, error));
      const auto room = longest_messages - std::min(longest_messages, messages->text.size());
      messages->text.append(bytes.data(), std::min(got, room));
    }
  }
};

constexpr const char* what_to_do =
    " (let unprivileged users make user namespaces, install the package chromium-sandbox, or, "
    "where no page can do harm, say --browser-no-sandbox)";

std::string why_not_started(const std::string& printed) {
  for (const auto* sign : {"No usable sandbox", "sandbox_host", "setuid sandbox", "SUID sandbox",
                           "credentials.cc", "zygote_host_impl"})
    if (printed.find(sign) != printed.npos)
      return std::string("the system offers no sandbox for the browser") + what_to_do;
  std::string_view rest = printed;
  if (const auto fatal = rest.find("FATAL"); fatal != rest.npos) rest.remove_prefix(fatal);
  rest = rest.substr(0, rest.find('\n'));
  return "the browser does not start" +
         (rest.empty() ? std::string() : ": " + io::one_line(rest, 200));
}

// What chrome://sandbox says, whose own script writes it.
awaitable<std::string> read_sandbox_page(DevTools& devtools) {
  const Json page{{"url", "chrome://sandbox"}};
  const Json target = co_await devtools.call("Target.createTarget", page);
  const Json id{{"targetId", text_of(target, "targetId")}, {"flatten", true}};
  const Json attached = co_await devtools.call("Target.attachToTarget", id);
  const auto session = text_of(attached, "sessionId");
  std::string text;
  asio::steady_timer timer(co_await asio::this_coro::executor);
  while (text.find("sandboxed") == text.npos) {
    const Json script{{"expression", "document.body ? document.body.innerText : ''"}};
    const Json result = co_await devtools.call("Runtime.evaluate", script, session);
    text = text_of(object_of(result, "result"), "value");
    timer.expires_after(20ms);
    co_await timer.async_wait(use_awaitable);
  }
  const Json closed{{"targetId", text_of(target, "targetId")}};
  co_await devtools.call("Target.closeTarget", closed);
  co_return text;
}

}  // namespace

struct Chromium::Parts {
  Parts(const BrowserOptions& options, std::optional<BrowserUser> runs_as, BrowserCommand command)
      : user(runs_as), profile(options.temporary, user), process([&] {
          command.arguments = arguments_of(options, profile.path());
          command.environment = environment_of(profile.path());
          return command;
        }()) {}

  // In this order: the processes end before their folder is removed.
  std::optional<BrowserUser> user;
  ProfileFolder profile;
  BrowserProcess process;
  std::unique_ptr<DevTools> devtools;
  std::shared_ptr<Messages> messages;
};

Chromium::Chromium(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Chromium::~Chromium() { stop(); }

DevTools& Chromium::devtools() { return *parts_->devtools; }
bool Chromium::running() { return parts_->devtools->open() && parts_->process.running(); }
uid_t Chromium::user() const { return parts_->user ? parts_->user->user : ::geteuid(); }
pid_t Chromium::process() const { return parts_->process.id(); }

void Chromium::stop() {
  if (parts_->devtools) parts_->devtools->close();
  boost::system::error_code ignored;
  if (parts_->messages) parts_->messages->pipe.close(ignored);
  parts_->process.kill();
}

awaitable<std::shared_ptr<Chromium>> Chromium::start(asio::any_io_executor executor,
                                                     BrowserOptions options) {
  BrowserCommand command;
  command.program = find_browser(options.program);
  command.user = browser_user(options.user);
  command.no_new_privileges = !has_setuid_sandbox(command.program);
  std::shared_ptr<Chromium> browser(
      new Chromium(std::make_unique<Parts>(options, command.user, command)));
  auto& parts = *browser->parts_;
  parts.devtools = std::make_unique<DevTools>(executor, parts.process.take_commands(),
                                              parts.process.take_answers());
  parts.messages = std::make_shared<Messages>(executor, parts.process.take_messages());
  asio::co_spawn(executor, Messages::read(parts.messages), asio::detached);
  const auto until = std::chrono::steady_clock::now() + options.start_time;
  bool ended = false;
  try {
    if (options.no_sandbox) {
      if (co_await io::before(until, parts.devtools->call("Browser.getVersion"))) co_return browser;
    } else if (auto said = co_await io::before(until, read_sandbox_page(*parts.devtools))) {
      if (said->find("You are adequately sandboxed") == said->npos)
        throw BrowserUnavailable(
            std::string("the system offers the browser a part of its sandbox only") + what_to_do);
      browser->sandbox_ = std::move(*said);
      co_return browser;
    }
  } catch (const DevToolsFailure&) {
    ended = true;
  }
  if (!ended)
    throw BrowserUnavailable("the browser '" + io::shown(command.program) + "' does not answer");
  asio::steady_timer timer(executor, 50ms);  // for the last that it prints
  co_await timer.async_wait(use_awaitable);
  throw BrowserUnavailable(why_not_started(parts.messages->text));
}

}  // namespace assay::web
