#include "models/answer_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <iostream>
#include <set>

#include "io/sqlite.h"
#include "io/when_all.h"
#include "models/model_failure.h"
#include "support/await.h"
#include "support/mounts.h"
#include "support/support.h"

namespace assay::models {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

ChatAnswer answer_of(const std::string& text) {
  ChatAnswer answer;
  answer.text = text;
  answer.thinking = "so…";
  answer.tokens = {100, 40, 7};
  answer.model = "m-1";
  answer.latency = 321ms;
  answer.tries = 2;
  answer.schema_enforced = true;
  return answer;
}

ChatRequest ask(const std::string& text) {
  ChatRequest request;
  request.messages = {{Role::user, {TextPart{text}}}};
  return request;
}

class AnswerCacheTest : public testing::Test {
 protected:
  std::unique_ptr<AnswerCache> open() { return open(file_); }
  std::unique_ptr<AnswerCache> open(const fs::path& file) {
    return std::make_unique<AnswerCache>(
        file, [this](std::string_view line) { said_.emplace_back(line); });
  }

  test::TempDir folder_;
  fs::path file_ = folder_ / "cache/answers.sqlite";
  std::vector<std::string> said_;
};

TEST_F(AnswerCacheTest, KeepsWholeAnswersForTheNextRun) {
  {
    const auto cache = open();
    EXPECT_EQ(cache->find("a"), std::nullopt);
    cache->store("a", answer_of("Yes."));
    EXPECT_EQ(cache->find("a")->text, "Yes.");  // whether it is written yet or not
  }
  const auto found = open()->find("a");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->text, "Yes.");
  EXPECT_EQ(found->thinking, "so…");
  EXPECT_EQ(found->tokens.in, 100);
  EXPECT_EQ(found->tokens.cached, 40);
  EXPECT_EQ(found->tokens.out, 7);
  EXPECT_EQ(found->model, "m-1");
  EXPECT_EQ(found->latency, 321ms);
  EXPECT_EQ(found->tries, 2);
  EXPECT_TRUE(found->schema_enforced);
  EXPECT_TRUE(found->from_cache);
  EXPECT_TRUE(said_.empty());
}

TEST_F(AnswerCacheTest, IsForThisUserAlone) {
  const auto cache = open();
  cache->store("a", answer_of("x"));
  cache->flush();
  struct stat info{};
  ASSERT_EQ(::stat(file_.parent_path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U);
  for (const std::string ending : {"", "-wal", "-shm"}) {
    ASSERT_EQ(::stat((file_.string() + ending).c_str(), &info), 0) << ending;
    EXPECT_EQ(info.st_mode & 0777, 0600U) << ending;
  }
}

TEST_F(AnswerCacheTest, SeveralProcessesAtOnce) {
  constexpr int processes = 4;
  constexpr int each = 200;
  std::vector<pid_t> children;
  for (int p = 0; p < processes; ++p) {
    const auto child = ::fork();
    if (child == 0) {
      int trouble = 0;
      {
        AnswerCache cache(file_, [&](std::string_view line) {
          ++trouble;
          std::cerr << line << "\n";
        });
        for (int i = 0; i < each; ++i) {
          cache.store(std::to_string(p) + "/" + std::to_string(i), answer_of(std::to_string(i)));
          cache.find(std::to_string((p + 1) % processes) + "/" + std::to_string(i));
        }
        cache.flush();
      }
      ::_exit(trouble);
    }
    children.push_back(child);
  }
  for (const auto child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  const auto cache = open();
  for (int p = 0; p < processes; ++p)
    for (int i = 0; i < each; ++i)
      ASSERT_TRUE(cache->find(std::to_string(p) + "/" + std::to_string(i))) << p << " " << i;
}

TEST_F(AnswerCacheTest, ADamagedFileIsPutAside) {
  fs::create_directories(file_.parent_path());
  test::write(file_, std::string(5000, 'x'));
  const auto cache = open();
  ASSERT_EQ(said_.size(), 1U);
  EXPECT_NE(said_[0].find("damaged"), std::string::npos) << said_[0];
  EXPECT_EQ(test::read(file_.string() + ".damaged"), std::string(5000, 'x'));
  cache->store("a", answer_of("x"));
  cache->flush();
  EXPECT_TRUE(open()->find("a"));
}

TEST_F(AnswerCacheTest, DamageThatShowsLaterStopsNobody) {
  {
    const auto cache = open();
    for (int i = 0; i < 300; ++i)
      cache->store(std::to_string(i), answer_of(std::string(2000, 'a')));
  }
  auto bytes = test::read(file_);
  for (std::size_t i = 4096; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7);
  test::write(file_, bytes);
  const auto cache = open();
  for (int i = 0; i < 300; ++i) cache->find(std::to_string(i));
  cache->store("new", answer_of("x"));
  cache->flush();
  EXPECT_EQ(said_.size(), 1U);
  EXPECT_TRUE(fs::exists(file_.string() + ".damaged"));
  said_.clear();
  const auto next = open();
  next->store("new", answer_of("x"));
  next->flush();
  EXPECT_TRUE(open()->find("new"));
  EXPECT_TRUE(said_.empty());
}

TEST_F(AnswerCacheTest, APlaceThatCannotBeWrittenStopsNobody) {
  const test::Mount disk(folder_ / "disk", "size=1m");
  if (!disk.mounted()) GTEST_SKIP() << disk.why();
  {
    // Full: what does not fit any more.
    const auto cache = open(folder_ / "disk/answers.sqlite");
    for (int i = 0; i < 100; ++i)
      cache->store(std::to_string(i), answer_of(std::string(50'000, 'a')));
    cache->flush();
    cache->store("more", answer_of("x"));
    EXPECT_EQ(cache->find("more"), std::nullopt);
    ASSERT_EQ(said_.size(), 1U);
    EXPECT_TRUE(said_[0].starts_with("going on without the cache of answers: ")) << said_[0];
  }
  said_.clear();
  const_cast<test::Mount&>(disk).make_read_only();
  const auto cache = open(folder_ / "disk/other/answers.sqlite");
  cache->store("a", answer_of("x"));
  EXPECT_EQ(cache->find("a"), std::nullopt);
  EXPECT_EQ(said_.size(), 1U);
}

TEST_F(AnswerCacheTest, ADatabaseOfAnotherProgramIsLeftAlone) {
  fs::create_directories(file_.parent_path());
  io::Sqlite(file_, 1000ms).run("CREATE TABLE t(x)");
  const auto cache = open();
  cache->store("a", answer_of("x"));
  EXPECT_EQ(cache->find("a"), std::nullopt);
  ASSERT_EQ(said_.size(), 1U);
  EXPECT_NE(said_[0].find("of another program"), std::string::npos);
  EXPECT_TRUE(fs::exists(file_));
}

TEST(AnswerKey, AllThatShapesTheAnswerCounts) {
  ChatRequest base;
  const auto image = [](const std::string& bytes) {
    return ImagePart{"image/png", std::make_shared<const std::string>(bytes)};
  };
  base.messages = {{Role::system, {TextPart{"s"}}},
                   {Role::user, {TextPart{"ab"}, TextPart{"c"}, image("i")}}};
  std::set<std::string> keys{answer_key("m", base)};
  const auto differs = [&](auto change) {
    auto request = base;
    change(request);
    EXPECT_TRUE(keys.insert(answer_key("m", request)).second);
  };
  EXPECT_TRUE(keys.insert(answer_key("n", base)).second);
  differs([](auto& r) { r.options.temperature = 0.02; });
  differs([](auto& r) { r.options.top_p = 0.8; });
  differs([](auto& r) { r.options.max_tokens = 1; });
  differs([](auto& r) { r.options.repeat = 1; });
  differs([](auto& r) { r.options.schema = AnswerSchema{"", ""}; });
  differs([](auto& r) { r.options.schema = AnswerSchema{"a", "{}"}; });
  differs([](auto& r) { r.messages[0].role = Role::user; });
  differs([](auto& r) { r.messages[1].parts[0] = TextPart{"a"}; });
  differs([](auto& r) {
    r.messages[1].parts[0] = TextPart{"a"};
    r.messages[1].parts[1] = TextPart{"bc"};
  });
  differs([&](auto& r) { r.messages[1].parts[2] = image("j"); });
  differs([&](auto& r) { r.messages[1].parts[2] = TextPart{"i"}; });
  differs([&](auto& r) { std::swap(r.messages[1].parts[1], r.messages[1].parts[2]); });
  differs([](auto& r) { r.messages.pop_back(); });
  auto patient = base;
  patient.options.timeout = 1s;
  EXPECT_EQ(answer_key("m", patient), answer_key("m", base));
}

TEST(AnswerKey, ModelsAndServersDiffer) {
  const auto identity = [](const std::string& spec) {
    return model_identity(ModelSpec::parse(spec));
  };
  EXPECT_NE(identity("openai:m@http://h/v1"), identity("openai:m@http://g/v1"));
  EXPECT_NE(identity("openai:m@http://h/v1?d=1"), identity("openai:m@http://h/v1?d=2"));
  EXPECT_NE(identity("openai:m"), identity("openai:n"));
  EXPECT_EQ(identity("openai:m@http://me:password@h/v1"), identity("openai:m@http://h/v1"));
  const test::TempDir folder;
  const auto spec = "llama:" + (folder / "m.gguf").string();
  test::write(folder / "m.gguf", "one");
  const auto before = identity(spec);
  test::write(folder / "m.gguf", "longer");
  EXPECT_NE(identity(spec), before);
}

// Answers after a while what it is told to.
class SlowModel : public ChatModel {
 public:
  explicit SlowModel(std::shared_ptr<int> calls) : calls_(std::move(calls)) {}
  asio::awaitable<ChatAnswer> chat(ChatRequest request) override {
    ++*calls_;
    asio::steady_timer timer(co_await asio::this_coro::executor, 30ms);
    co_await timer.async_wait(asio::use_awaitable);
    auto answer = answer_of("to " + std::get<TextPart>(request.messages[0].parts[0]).text);
    if (answer.text == "to cut") answer.finish = Finish::cut;
    if (answer.text == "to empty") answer.finish = Finish::empty;
    if (answer.text == "to refused") answer.finish = Finish::refused;
    if (answer.text == "to fail") throw ModelFailure(ModelFailure::Kind::unavailable, "it is down");
    co_return answer;
  }
  const std::string& name() const override { return name_; }

 private:
  std::shared_ptr<int> calls_;
  std::string name_ = "slow";
};

class CachedModelTest : public AnswerCacheTest {
 protected:
  ChatAnswer answer(const std::string& text, int repeat = 0) {
    auto request = ask(text);
    request.options.repeat = repeat;
    return test::await(loop_, model_->chat(std::move(request)));
  }

  asio::io_context loop_{1};
  std::shared_ptr<int> calls_ = std::make_shared<int>(0);
  std::shared_ptr<AnswerCache> cache_ = open();
  std::unique_ptr<ChatModel> model_ = cached(std::make_unique<SlowModel>(calls_), cache_);
};

TEST_F(CachedModelTest, AsksOnce) {
  EXPECT_FALSE(answer("x").from_cache);
  EXPECT_TRUE(answer("x").from_cache);
  EXPECT_EQ(answer("x").text, "to x");
  EXPECT_EQ(*calls_, 1);
  EXPECT_FALSE(answer("x", 1).from_cache);  // a repeated measurement
  EXPECT_FALSE(answer("y").from_cache);
  EXPECT_EQ(*calls_, 3);
  EXPECT_EQ(model_->name(), "slow");
}

TEST_F(CachedModelTest, WhatIsOfNoUseIsNotKept) {
  for (const std::string text : {"cut", "empty", "fail"})
    for (int i = 0; i < 2; ++i) try {
        EXPECT_FALSE(answer(text).from_cache) << text;
      } catch (const ModelFailure&) {
        EXPECT_EQ(text, "fail");
      }
  EXPECT_EQ(*calls_, 6);
  answer("refused");
  EXPECT_TRUE(answer("refused").from_cache);
}

TEST_F(CachedModelTest, OfManyAlikeAtOnceOneIsMade) {
  std::vector<asio::awaitable<ChatAnswer>> all;
  for (int i = 0; i < 50; ++i) all.push_back(model_->chat(ask(i % 2 == 0 ? "x" : "fail")));
  auto outcomes = test::await(loop_, io::when_all(std::move(all), 50));
  int fresh = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    EXPECT_EQ(outcomes[i].ok(), i % 2 == 0);
    if (outcomes[i].ok()) fresh += outcomes[i].get().from_cache ? 0 : 1;
  }
  EXPECT_EQ(fresh, 1);
  EXPECT_EQ(*calls_, 2);
}

TEST_F(CachedModelTest, WhereTheCallerIsCancelledAnotherMakesTheCall) {
  asio::cancellation_signal signal;
  bool aborted = false;
  asio::co_spawn(
      loop_, model_->chat(ask("x")),
      asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr error, const ChatAnswer&) {
        aborted = static_cast<bool>(error);
      }));
  std::string text;
  asio::co_spawn(loop_, model_->chat(ask("x")), [&](std::exception_ptr error, ChatAnswer answer) {
    if (!error) text = answer.text;
  });
  asio::steady_timer later(loop_, 5ms);
  later.async_wait([&](auto) { signal.emit(asio::cancellation_type::terminal); });
  loop_.run();
  EXPECT_TRUE(aborted);
  EXPECT_EQ(text, "to x");
  EXPECT_EQ(*calls_, 2);
}

TEST_F(CachedModelTest, LooksUpFast) {
  std::string text(20'000, 'p');
  for (int i = 0; i < 500; ++i)
    cache_->store(answer_key("slow", ask(text + std::to_string(i))), answer_of("x"));
  cache_->flush();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 500; ++i)
    EXPECT_TRUE(cache_->find(answer_key("slow", ask(text + std::to_string(i)))));
  const auto time = std::chrono::steady_clock::now() - start;
  RecordProperty(
      "microseconds_a_call",
      static_cast<int>(std::chrono::duration_cast<std::chrono::microseconds>(time).count() / 500));
  EXPECT_LT(time, 2s);
}

}  // namespace
}  // namespace assay::models
