#include "web/browser/renderer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <csignal>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>

#include "io/when_all.h"
#include "support/await.h"
#include "support/loopback_server.h"
#include "support/support.h"
#include "web/article.h"
#include "web/browser/chromium.h"
#include "web/web_of_pages.h"

namespace assay::web {
namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using test::Asked;
using test::Fault;
using test::LoopbackServer;
using test::Reply;
using testing::HasSubstr;
using testing::Not;
using Kind = FetchFailure::Kind;

class RendererTest : public WebOfPages {
 protected:
  RendererTest() {
    options_.proxy = web_.url();
    options_.time = 30s;
    options_.start_time = 120s;
  }

  void SetUp() override {
    if (test::run({"/bin/sh", "-c", "command -v chromium"}).status != 0)
      GTEST_SKIP() << "Chromium is not installed (Debian package chromium; scripts/setup installs "
                      "it)";
    make();
    const auto why = test::await(loop_, renderer_->why_not());
    if (!why.empty()) GTEST_SKIP() << why;
  }

  void make() {
    renderer_.reset();
    renderer_.emplace(loop_.get_executor(), clock_, options_);
  }

  Renderer::Page render(const std::string& url) {
    return test::await(loop_, renderer_->render(url));
  }

  std::optional<FetchFailure> failure(const std::string& url) {
    return failure_of([&] { render(url); });
  }

  BrowserOptions options_;
  io::SystemClock clock_;
  asio::io_context loop_;
  std::optional<Renderer> renderer_;
};

TEST_F(RendererTest, RunsThePagesScripts) {
  pages_["http://news.example/a"] = says(R"(<!DOCTYPE html><title>News</title><div id=root></div>
    <script>fetch('/data.json').then(r => r.json()).then(d => {
      root.innerHTML = '<p>' + d.text + '</p>'; history.pushState({}, '', '/shown');
    })</script>)");
  pages_["http://news.example/data.json"] =
      says(R"({"text":"Words that only a script has written."})", "application/json");
  const auto page = render("http://news.example/a");
  EXPECT_THAT(page->html, HasSubstr("<p>Words that only a script has written.</p>"));
  EXPECT_TRUE(page->settled);
  EXPECT_EQ(page->url, "http://news.example/shown");
  EXPECT_EQ(page->media_type, "text/html");
  ASSERT_EQ(page->chain.size(), 1U);
  EXPECT_EQ(page->page().url, "http://news.example/a");
  EXPECT_EQ(page->page().body, pages_["http://news.example/a"].body);
  EXPECT_EQ(page->page().status, 200);
  EXPECT_TRUE(page->screenshot.starts_with("\xFF\xD8\xFF")) << page->screenshot.size();
}

TEST_F(RendererTest, ABodyIsKeptAsItCame) {
  const std::string body = "<!DOCTYPE html><title>x</title><p>caf\xE9 \xFC";
  pages_["http://old.example/"] = says(body, "text/html; charset=ISO-8859-1");
  const auto page = render("http://old.example/");
  EXPECT_EQ(page->page().body, body);
  EXPECT_THAT(page->html, HasSubstr("café ü"));
}

TEST_F(RendererTest, RedirectsOfBothKindsAreKept) {
  pages_["http://short.example/x"] = sends_on("http://news.example/old");
  pages_["http://news.example/old"] = says("<p>wait</p><script>location.replace('/new')</script>");
  pages_["http://news.example/new"] = says("<p>here</p>");
  const auto page = render("http://short.example/x");
  std::vector<std::string> addresses;
  for (const auto& one : page->chain) addresses.push_back(one.url);
  EXPECT_EQ(addresses,
            (std::vector<std::string>{"http://short.example/x", "http://news.example/old",
                                      "http://news.example/new"}));
  EXPECT_EQ(page->chain.front().status, 302);
  EXPECT_EQ(page->page().body, "<p>here</p>");
  EXPECT_THAT(page->html, HasSubstr("here"));
}

TEST_F(RendererTest, WhatNobodySeesIsMarked) {
  pages_["http://news.example/a"] = says(R"(<!DOCTYPE html><title>x</title><style>
    .a {display: none} .b {visibility: hidden} .c {opacity: 0} .d {font-size: 0}
    .e {position: absolute; left: -9999px} .b .f {visibility: visible} .g {font-size: 0}
    .g span {font-size: 16px} .h {position: absolute; clip-path: inset(50%)}
    [hidden].i {display: block}</style>
    <p class=a>gone1 <b>inner</b></p><p class=b>gone2</p><p class=c>gone3</p><p class=d>gone4</p>
    <p class=e>gone5</p><p class=h>gone6</p>
    <div class=b><p class=f>seen1</p></div><p class=g><span>seen2</span></p><p hidden class=i>seen3</p>
    <p>seen4</p><form><input name=getAttribute><input name=setAttribute><input name=parentElement>
    <p>seen5</p></form>)");
  const auto html = render("http://news.example/a")->html;
  for (const char n : std::string("123456"))
    EXPECT_THAT(html, testing::ContainsRegex("hidden=\"\">gone" + std::string(1, n)));
  for (const char n : std::string("12345"))
    EXPECT_THAT(html, Not(testing::ContainsRegex("hidden=\"\">seen" + std::string(1, n))));
  const auto article = extract_article(html, {"http://news.example/a", "utf-8"});
  EXPECT_THAT(article.text, Not(HasSubstr("gone")));
  for (const char n : std::string("34"))
    EXPECT_THAT(article.text, HasSubstr("seen" + std::string(1, n)));
}

TEST_F(RendererTest, ScrollingBringsLazyPictures) {
  pages_["http://news.example/a"] = says(R"(<!DOCTYPE html><title>x</title>
    <div style="height: 9000px">tall</div><img id=late alt=late width=10 height=10><script>
    new IntersectionObserver((all, self) => all.forEach(e => { if (e.isIntersecting) {
      e.target.src = '/late.png'; self.disconnect(); } })).observe(late)</script>)");
  EXPECT_THAT(render("http://news.example/a")->html, HasSubstr("src=\"/late.png\""));
  EXPECT_EQ(asked("http://news.example/late.png"), 1U);
}

TEST_F(RendererTest, DialogsAndPopupsStopNothing) {
  pages_["http://news.example/a"] =
      says(R"(<!DOCTYPE html><title>x</title><p id=p>before</p><script>
    alert('one'); p.textContent = confirm('two') ? 'yes' : 'no'; prompt('three');
    window.onbeforeunload = () => 'stay'; window.open('http://other.example/popup');
    p.textContent += ' after'</script>)");
  pages_["http://other.example/popup"] = says("<p>popup</p>");
  EXPECT_THAT(render("http://news.example/a")->html, HasSubstr("no after"));
}

TEST_F(RendererTest, AScriptThatNeverEndsIsStopped) {
  options_.time = 4s;
  make();
  pages_["http://news.example/a"] =
      says("<!DOCTYPE html><title>x</title><p>before</p><script>for (;;) {}</script><p>after</p>");
  const auto page = render("http://news.example/a");
  EXPECT_THAT(page->html, HasSubstr("before"));
  EXPECT_FALSE(page->settled);
  pages_["http://news.example/b"] = says(
      "<!DOCTYPE html><title>x</title><p>text</p><script>setInterval(() => { for (;;) {} "
      "})</script>");
  EXPECT_THAT(render("http://news.example/b")->html, HasSubstr("text"));
  pages_["http://news.example/c"] = says("<p>fine</p>");
  EXPECT_THAT(render("http://news.example/c")->html, HasSubstr("fine"));
}

TEST_F(RendererTest, NoPageLeadsInside) {
  for (const std::string host : {"127.0.0.1", "[::1]", "169.254.169.254", "localhost", "0x7f.1"}) {
    const auto inside = "http://" + host + "/secret";
    pages_["http://news.example/a"] =
        says("<p>wait</p><script>location.href = '" + inside + "'</script>");
    pages_["http://news.example/b"] = sends_on(inside);
    for (const auto& url :
         {std::string("http://news.example/a"), std::string("http://news.example/b"), inside}) {
      const auto error = failure(url);
      ASSERT_TRUE(error) << url << " to " << host;
      EXPECT_EQ(error->kind, Kind::forbidden) << error->what();
    }
  }
  for (const auto& one : web_.asked())
    EXPECT_EQ(one.target.find("secret"), std::string::npos) << one.target;
}

TEST_F(RendererTest, OnlyHttpAndHttps) {
  for (const auto* url : {"file:///etc/passwd", "javascript:alert(1)", "chrome://version",
                          "data:text/html,x", "ftp://a.example/", "view-source:http://a.example/"})
    EXPECT_EQ(failure(url)->kind, Kind::unusable) << url;
  pages_["http://news.example/a"] = says(R"(<!DOCTYPE html><title>x</title><p id=p>start</p><script>
    const found = [];
    async function look(url) { try { found.push(await (await fetch(url)).text()) } catch (e) { found.push('none') } }
    (async () => { await look('file:///etc/passwd'); await look('chrome://version'); p.textContent = found.join() })();
    try { location.href = 'file:///etc/passwd' } catch (e) {}
    </script><iframe src="file:///etc/passwd"></iframe>)");
  const auto html = render("http://news.example/a")->html;
  EXPECT_THAT(html, HasSubstr("none,none"));
  EXPECT_THAT(html, Not(HasSubstr("root:")));
}

// Straight to this machine, with all that a page can send with; what listens there hears nothing.
TEST_F(RendererTest, APageReachesNothingBesideTheProxy) {
  const LoopbackServer inside([](const Asked&) { return says("secret"); });
  asio::io_context other;
  asio::ip::udp::socket udp(other, {asio::ip::address_v4::loopback(), 0});
  udp.non_blocking(true);
  const auto port = std::to_string(inside.port());
  const auto udp_port = std::to_string(udp.local_endpoint().port());
  pages_["http://news.example/frame"] = says(
      "<p>frame</p><script>" + std::string() +
      "try { const c = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:" + udp_port +
      "'}]}); c.createDataChannel('x'); c.createOffer().then(o => c.setLocalDescription(o)) } "
      "catch (e) {}</script>");
  pages_["http://news.example/a"] = says(
      R"(<!DOCTYPE html><title>x</title><p id=p>start</p>
    <iframe src="http://news.example/frame"></iframe><iframe src="http://127.0.0.1:)" +
      port + R"(/f"></iframe>
    <img src="http://127.0.0.1:)" +
      port + R"(/i"><img src="http://[::1]:)" + port + R"(/j">
    <img src="http://localhost:)" +
      port + R"(/k"><link rel=preconnect href="http://127.0.0.1:)" + port + R"(">
    <link rel=dns-prefetch href="//127.0.0.1:)" +
      port + R"("><script>
    const found = [];
    const done = (what) => { found.push(what); p.textContent = found.join() };
    fetch('http://127.0.0.1:)" +
      port + R"(/x', {mode: 'no-cors'}).then(r => done('answer ' + r.type), () => done('none'));
    navigator.sendBeacon('http://127.0.0.1:)" +
      port + R"(/y', 'x');
    const s = new WebSocket('ws://127.0.0.1:)" +
      port + R"(/z');
    s.onopen = () => done('socket'); s.onerror = () => done('no socket');
    done('rtc ' + typeof RTCPeerConnection);
    try { const t = new WebTransport('https://127.0.0.1:)" +
      udp_port + R"(/'); t.ready.catch(() => 0) } catch (e) {}
    new Worker(URL.createObjectURL(new Blob([`fetch('http://127.0.0.1:)" +
      port + R"(/w')`])));
    </script>)");
  const auto html = render("http://news.example/a")->html;
  EXPECT_THAT(html, HasSubstr("rtc undefined"));
  EXPECT_THAT(html, HasSubstr("no socket"));
  EXPECT_THAT(html, Not(HasSubstr("secret")));
  EXPECT_EQ(inside.connections(), 0U);
  std::string packet(2000, '\0');
  boost::system::error_code error;
  udp.receive(asio::buffer(packet), 0, error);
  EXPECT_EQ(error, asio::error::would_block) << "a packet came";
}

TEST_F(RendererTest, InnerPagesAreRenderedWhereThatIsAllowed) {
  const LoopbackServer inside([](const Asked&) { return says("<p>inside</p>"); });
  options_.proxy.clear();
  make();
  EXPECT_EQ(failure(inside.url("/a"))->kind, Kind::forbidden);
  options_.private_hosts = true;
  make();
  EXPECT_THAT(render(inside.url("/a"))->html, HasSubstr("inside"));
}

TEST_F(RendererTest, BoundsEndAPage) {
  options_.bytes = 3 << 20;
  options_.document = 1 << 20;
  options_.time = 20s;
  make();
  auto endless = says("<p>0123456789</p>");
  endless.fault = Fault::endless_body;
  pages_["http://news.example/endless"] = endless;
  EXPECT_EQ(failure("http://news.example/endless")->kind, Kind::too_large);
  pages_["http://news.example/grows"] = says(
      "<!DOCTYPE html><title>x</title><p id=p>x</p><script>p.textContent = "
      "'x'.repeat(3e6)</script>");
  EXPECT_EQ(failure("http://news.example/grows")->kind, Kind::too_large);
  pages_["http://news.example/round"] =
      says("<p>round</p><script>location.href = '/round?' + Math.random()</script>");
  for (int i = 0; i < 40; ++i)
    pages_["http://news.example/" + std::to_string(i)] =
        says("<p>x</p><script>location.href='/" + std::to_string(i + 1) + "'</script>");
  EXPECT_EQ(failure("http://news.example/0")->kind, Kind::redirects);
}

TEST_F(RendererTest, FailuresSayWhatTheyAre) {
  EXPECT_EQ(failure("http://news.example/gone?secret=1")->kind, Kind::status);
  EXPECT_THAT(failure("http://news.example/gone?secret=1")->what(), Not(HasSubstr("secret")));
  EXPECT_EQ(failure("http://news.example/gone")->status, 404);
  Reply drop;
  drop.fault = Fault::drop;
  pages_["http://news.example/drop"] = drop;
  EXPECT_EQ(failure("http://news.example/drop")->kind, Kind::broken);
  pages_["http://news.example/file"] = says("PK", "application/zip");
  EXPECT_EQ(failure("http://news.example/file")->kind, Kind::broken);
  options_.time = 2s;
  make();
  Reply hang;
  hang.fault = Fault::hang;
  pages_["http://news.example/hang"] = hang;
  EXPECT_EQ(failure("http://news.example/hang")->kind, Kind::timeout);
  options_.proxy.clear();
  make();
  EXPECT_EQ(failure("http://no-such-host.invalid/")->kind, Kind::unreachable);
}

TEST_F(RendererTest, ManyPagesAtOnceKnowNothingOfEachOther) {
  for (int i = 0; i < 6; ++i)
    pages_["http://news.example/" + std::to_string(i)] = says(
        "<!DOCTYPE html><title>x</title><p id=p></p><script>const n = '" + std::to_string(i) +
        "'; p.textContent = 'page ' + n + ' had ' + document.cookie + localStorage.getItem('x');"
        "document.cookie = 'c=' + n; localStorage.setItem('x', n)</script>");
  std::vector<asio::awaitable<Renderer::Page>> all;
  for (int i = 0; i < 6; ++i)
    all.push_back(renderer_->render("http://news.example/" + std::to_string(i)));
  auto outcomes = test::await(loop_, io::when_all(std::move(all), 6));
  for (int i = 0; i < 6; ++i)
    EXPECT_THAT(outcomes[static_cast<std::size_t>(i)].get()->html,
                HasSubstr("page " + std::to_string(i) + " had null"));
}

TEST_F(RendererTest, CancellingEndsThePage) {
  Reply hang;
  hang.fault = Fault::hang;
  pages_["http://news.example/hang"] = hang;
  asio::cancellation_signal signal;
  std::exception_ptr error;
  asio::co_spawn(
      loop_, renderer_->render("http://news.example/hang"),
      asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr e, const Renderer::Page&) {
        error = std::move(e);
        loop_.stop();
      }));
  asio::steady_timer timer(loop_, 1s);
  timer.async_wait(
      [&](boost::system::error_code) { signal.emit(asio::cancellation_type::terminal); });
  const auto began = std::chrono::steady_clock::now();
  loop_.restart();
  loop_.run();
  EXPECT_LT(std::chrono::steady_clock::now() - began, 15s);
  ASSERT_TRUE(error);
  EXPECT_THROW(std::rethrow_exception(error), boost::system::system_error);
}

std::string status_line(pid_t process, const std::string& name) {
  std::ifstream in("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(name + ":")) return line.substr(name.size() + 1);
  return "";
}

// Processes of that group which have not ended.
std::size_t living_in_group(pid_t group) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream in(entry.path() / "stat");
    std::string line;
    std::getline(in, line);
    const auto name_end = line.rfind(')');
    if (name_end == line.npos) continue;
    std::istringstream fields(line.substr(name_end + 1));
    char state = 0;
    int parent = 0;
    int own = 0;
    fields >> state >> parent >> own;
    count += own == group && state != 'Z' && state != 'X' ? 1 : 0;
  }
  return count;
}

void expect_ended(pid_t group) {
  std::size_t left = 1;
  for (int i = 0; i < 250 && left > 0; ++i) {
    left = living_in_group(group);
    if (left > 0) std::this_thread::sleep_for(20ms);
  }
  EXPECT_EQ(left, 0U);
}

TEST_F(RendererTest, TheBrowserIsSandboxedAndNeverRoot) {
  auto browser = test::await(loop_, Chromium::start(loop_.get_executor(), options_));
  EXPECT_THAT(browser->sandbox(), HasSubstr("You are adequately sandboxed"));
  std::istringstream users(status_line(browser->process(), "Uid"));
  for (unsigned user = 0; users >> user;) EXPECT_NE(user, 0U);
  EXPECT_EQ(status_line(browser->process(), "Groups").find_first_not_of(" \t"), std::string::npos);
  const auto process = browser->process();
  EXPECT_GT(living_in_group(process), 3U);
  browser.reset();
  expect_ended(process);
}

// Of a process like ours, which is killed without a chance to end anything.
TEST_F(RendererTest, TheBrowserEndsWithAssay) {
  const test::TempDir folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::others_exec,
                               std::filesystem::perm_options::add);
  options_.temporary = folder.path();
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t other = ::fork();
  if (other == 0) {
    asio::io_context loop;
    const auto browser = test::await(loop, Chromium::start(loop.get_executor(), options_));
    const pid_t started = browser->process();
    if (::write(ends[1], &started, sizeof started) == sizeof started) ::pause();
    ::_exit(1);
  }
  ::close(ends[1]);
  pid_t process = 0;
  ASSERT_EQ(::read(ends[0], &process, sizeof process), static_cast<ssize_t>(sizeof process));
  ::close(ends[0]);
  EXPECT_GT(living_in_group(process), 3U);
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  expect_ended(process);
  // What it could not remove goes with the next.
  EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
  make();
  EXPECT_EQ(test::await(loop_, renderer_->why_not()), "");
  renderer_.reset();
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(RendererTest, ItsFolderIsRemoved) {
  const test::TempDir folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::others_exec,
                               std::filesystem::perm_options::add);
  options_.temporary = folder.path();
  make();
  pages_["http://news.example/a"] = says("<p>fine</p>");
  EXPECT_THAT(render("http://news.example/a")->html, HasSubstr("fine"));
  EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
  renderer_.reset();
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(RendererTest, ABrokenBrowserIsStartedAnew) {
  auto browser = test::await(loop_, Chromium::start(loop_.get_executor(), options_));
  const auto process = browser->process();
  ::kill(process, SIGKILL);
  for (int i = 0; i < 100 && browser->running(); ++i) std::this_thread::sleep_for(10ms);
  EXPECT_FALSE(browser->running());
  browser.reset();

  // The same under a page.
  Reply hang;
  hang.fault = Fault::hang;
  pages_["http://news.example/hang"] = hang;
  pages_["http://news.example/a"] = says("<p>fine</p>");
  asio::steady_timer timer(loop_, 2s);
  timer.async_wait([&](boost::system::error_code) {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const auto name = entry.path().filename().string();
      if (name.find_first_not_of("0123456789") != std::string::npos) continue;
      const auto parent = status_line(std::stoi(name), "PPid");
      if (!parent.empty() && std::stoi(parent) == ::getpid() &&
          status_line(std::stoi(name), "Name").find("chrom") != std::string::npos)
        ::kill(std::stoi(name), SIGKILL);
    }
  });
  const auto error = failure("http://news.example/hang");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, Kind::broken) << error->what();
  EXPECT_THAT(render("http://news.example/a")->html, HasSubstr("fine"));
}

TEST(BrowserUnavailable, SaysWhy) {
  asio::io_context loop;
  const io::SystemClock clock;
  for (const auto* program : {"none", "/no/such/browser", "no-such-browser", "/bin/false"}) {
    BrowserOptions options;
    options.program = program;
    options.start_time = 20s;
    const Renderer renderer(loop.get_executor(), clock, options);
    const auto why = test::await(loop, renderer.why_not());
    EXPECT_FALSE(why.empty()) << program;
    EXPECT_EQ(why.find('\n'), std::string::npos) << why;
    try {
      test::await(loop, renderer.render("http://a.example/"));
      ADD_FAILURE() << program;
    } catch (const FetchFailure& failure) {
      EXPECT_EQ(failure.kind, Kind::no_browser);
      EXPECT_THAT(failure.what(), HasSubstr(why));
    }
  }
}

TEST(BrowserUnavailable, NeverAsRoot) {
  if (::geteuid() != 0) GTEST_SKIP() << "not root";
  asio::io_context loop;
  const io::SystemClock clock;
  for (const auto* user : {"root", "no-such-user", ""}) {
    BrowserOptions options;
    options.program = "/bin/true";
    options.user = user;
    options.no_sandbox = true;
    const Renderer renderer(loop.get_executor(), clock, options);
    EXPECT_THAT(test::await(loop, renderer.why_not()), HasSubstr("root")) << user;
  }
}

}  // namespace
}  // namespace assay::web
