#include "web/browser/devtools.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "io/deadline.h"
#include "io/when_all.h"
#include "support/await.h"
#include "web/browser/base64.h"

namespace assay::web {
namespace {

using core::Json;
using namespace std::chrono_literals;
using namespace std::string_literals;

// The browser's side is the test: what it answers is written beforehand.
class DevToolsTest : public testing::Test {
 protected:
  DevToolsTest() {
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, commands_.data()), 0);
    EXPECT_EQ(::pipe2(answers_.data(), O_CLOEXEC), 0);
    devtools_.emplace(loop_.get_executor(), commands_[1], answers_[0], 10'000);
  }
  ~DevToolsTest() override {
    if (commands_[0] >= 0) ::close(commands_[0]);
    hang_up();
  }

  void answer(const std::string& bytes) {
    EXPECT_EQ(::write(answers_[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  }
  // Calls, and is answered when the command is on its way.
  Json call_and_answer(const std::string& bytes) {
    boost::asio::steady_timer timer(loop_, 20ms);
    timer.async_wait([&](boost::system::error_code) { answer(bytes); });
    return test::await(loop_, devtools_->call("A.b"));
  }
  void hang_up() {
    if (answers_[1] >= 0) ::close(answers_[1]);
    answers_[1] = -1;
  }

  std::array<int, 2> commands_{};
  std::array<int, 2> answers_{};
  boost::asio::io_context loop_;
  std::optional<DevTools> devtools_;
};

TEST_F(DevToolsTest, AnswersFindTheirCommands) {
  boost::asio::steady_timer timer(loop_, 20ms);
  timer.async_wait([&](boost::system::error_code) {
    answer("{\"id\":2,\"result\":{\"n\":2}}\0{\"id\":1,\"result\":{\"n\":1}}\0"s);
  });
  std::vector<boost::asio::awaitable<Json>> both;
  both.push_back(devtools_->call("A.first", {{"x", "\xFF"}}, "S"));
  both.push_back(devtools_->call("A.second"));
  auto outcomes = test::await(loop_, io::when_all(std::move(both), 2));
  EXPECT_EQ(number_of(outcomes[0].get(), "n"), 1);
  EXPECT_EQ(number_of(outcomes[1].get(), "n"), 2);
  std::string sent(4096, '\0');
  sent.resize(static_cast<std::size_t>(::read(commands_[0], sent.data(), sent.size())));
  const auto first = Json::parse(sent.substr(0, sent.find('\0')));
  EXPECT_EQ(first["method"], "A.first");
  EXPECT_EQ(first["sessionId"], "S");
}

TEST_F(DevToolsTest, OddMessagesArePassedOver) {
  answer(
      "nonsense\0\0[1]\0null\0{\"id\":\"1\"}\0{\"id\":-1}\0{\"id\":99,\"result\":{}}\0"
      "{\"method\":7}\0{\"method\":\"x\",\"params\":[]}\0{\"id\":1e99}\0"s);
  answer("{\"id\":1,\"result\":\"" + std::string(20'000, 'x') + "\"}\0"s);  // longer than it may be
  answer(std::string(5'000, '[') + '\0');
  EXPECT_TRUE(call_and_answer("{\"id\":1,\"result\":[]}\0"s).empty());
}

TEST_F(DevToolsTest, RefusalsSayWhy) {
  for (const auto& said : {"{\"id\":1,\"error\":{\"code\":-1,\"message\":\"no\\nsuch\"}}\0"s,
                           "{\"id\":2,\"error\":\"odd\"}\0"s}) {
    try {
      call_and_answer(said);
      ADD_FAILURE();
    } catch (const DevToolsFailure& failure) {
      EXPECT_EQ(failure.kind, DevToolsFailure::Kind::refused);
      EXPECT_EQ(std::string(failure.what()).find('\n'), std::string::npos);
    }
  }
}

TEST_F(DevToolsTest, TheEndEndsAll) {
  hang_up();
  for (int i = 0; i < 2; ++i) {
    try {
      test::await(loop_, devtools_->call("A.b"));
      ADD_FAILURE();
    } catch (const DevToolsFailure& failure) {
      EXPECT_EQ(failure.kind, DevToolsFailure::Kind::gone);
    }
  }
  EXPECT_FALSE(devtools_->open());
}

// A browser that ends before it reads must not end this process by a signal.
TEST_F(DevToolsTest, WritingToNobodyIsAFailure) {
  ::close(std::exchange(commands_[0], -1));
  try {
    test::await(loop_, devtools_->call("A.b"));
    ADD_FAILURE();
  } catch (const DevToolsFailure& failure) {
    EXPECT_EQ(failure.kind, DevToolsFailure::Kind::gone);
  }
}

TEST_F(DevToolsTest, WhoWaitsCanBeStopped) {
  const auto until = std::chrono::steady_clock::now() + 50ms;
  EXPECT_FALSE(test::await(loop_, io::before(until, devtools_->call("A.b"))));
  answer("{\"id\":1,\"result\":{}}\0"s);  // too late
  EXPECT_EQ(number_of(call_and_answer("{\"id\":2,\"result\":{\"n\":5}}\0"s), "n"), 5);
}

TEST_F(DevToolsTest, EventsGoToTheirSession) {
  std::vector<std::string> heard;
  devtools_->listen("S", [&](std::string_view method, const Json& parameters) {
    heard.push_back(std::string(method) + " " + text_of(parameters, "a"));
    devtools_->forget("S");
  });
  answer(
      "{\"method\":\"X.y\",\"params\":{\"a\":\"b\"},\"sessionId\":\"S\"}\0"
      "{\"method\":\"X.z\",\"sessionId\":\"S\"}\0{\"method\":\"X.y\"}\0"
      "{\"id\":1,\"result\":{}}\0"s);
  test::await(loop_, devtools_->call("A.b"));
  EXPECT_THAT(heard, testing::ElementsAre("X.y b"));
}

TEST(Base64, IsReadAsFarAsItIsOne) {
  EXPECT_EQ(from_base64(""), "");
  EXPECT_EQ(from_base64("Zg=="), "f");
  EXPECT_EQ(from_base64("Zm9v"), "foo");
  EXPECT_EQ(from_base64("Zm9vYg=="), "foob");
  EXPECT_EQ(from_base64("/+8="), "\xFF\xEF");
  EXPECT_EQ(from_base64("Zm9v\nYg=="), "foo");
}

}  // namespace
}  // namespace assay::web
