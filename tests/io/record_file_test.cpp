#include "io/record_file.h"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <fstream>

#include "assay/core/error.h"
#include "support/support.h"

namespace assay::io {
namespace {

using boost::asio::awaitable;
using core::EntryType;
using core::Json;

class CountingClock : public Clock {
 public:
  core::Timestamp now() const override { return {++ticks_ * 1000}; }

 private:
  mutable std::int64_t ticks_ = 0;
};

RunIdentity identity_of(const std::string& model) {
  RunIdentity identity;
  identity.claim.id = "claim";
  identity.claim.text = core::MultimodalText("The moon is made of rock.");
  identity.configuration = Json{{"model", model}};
  identity.program = "test";
  return identity;
}

// A small procedure: a plan, three tool calls that end in the opposite order, an item of evidence
// for each, the end. Counts what really ran.
struct Procedure {
  int ran = 0;

  awaitable<core::ToolResult> call(int i) {
    ++ran;
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor,
                                    std::chrono::milliseconds(3 * (3 - i)));
    co_await timer.async_wait(boost::asio::use_awaitable);
    core::ToolResult result;
    result.action = {"web_search", {std::to_string(i)}, ""};
    co_return result;
  }
  awaitable<core::Plan> plan() {
    ++ran;
    co_return core::Plan{{{"web_search", {"0"}, ""}}, "look", {}, false};
  }
  awaitable<void> run(RecordFile& file) {
    Step<core::Plan> first{{"plan", "1", 1, 0, "m", "", ""}, "in", [this] { return plan(); }};
    co_await file.step(EntryType::plan, std::move(first));
    std::vector<Step<core::ToolResult>> calls;
    for (int i = 0; i < 3; ++i)
      calls.push_back({{"web_search", "1", 1, i, "", "", ""}, std::to_string(i), [this, i] {
                         return call(i);
                       }});
    const auto results = co_await file.steps(EntryType::tool_result, std::move(calls), 8);
    for (std::size_t i = 0; i < results.size(); ++i) {
      core::Evidence item;
      item.id = "E" + results[i].action.arguments.front();
      file.append(EntryType::evidence, item);
    }
    file.append(EntryType::end, Json::object());
  }
};

int run(const std::filesystem::path& folder, const std::string& model,
        std::vector<std::string>* said = nullptr) {
  const CountingClock clock;
  RecordFile file(folder, identity_of(model), clock, Blobs(folder / "blobs"),
                  [&](std::string_view line) {
                    if (said != nullptr) said->emplace_back(line);
                  });
  Procedure procedure;
  boost::asio::io_context loop(1);
  std::exception_ptr error;
  boost::asio::co_spawn(loop, procedure.run(file), [&](std::exception_ptr e) { error = e; });
  loop.run();
  if (error) std::rethrow_exception(error);
  return procedure.ran;
}

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The record without its times.
std::string timeless(const std::filesystem::path& file) {
  std::string text;
  for (const auto& line : lines_of(file)) {
    auto json = Json::parse(line);
    json.erase("at");
    json.erase("started");
    text += json.dump() + "\n";
  }
  return text;
}

TEST(RecordFile, AppendsInTheOrderOfThePlan) {
  const test::TempDir dir;
  EXPECT_EQ(run(dir.path(), "m"), 4);
  const auto record = load_record(dir / "record.jsonl", {});
  ASSERT_EQ(record.tool_results().size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(record.tool_results()[i].action.arguments.front(), std::to_string(i));
  EXPECT_TRUE(record.complete());
}

TEST(RecordFile, FindsACompleteRecordAgain) {
  const test::TempDir dir;
  run(dir.path(), "m");
  const auto before = test::read(dir / "record.jsonl");
  EXPECT_EQ(run(dir.path(), "m"), 0);
  EXPECT_EQ(test::read(dir / "record.jsonl"), before);
}

TEST(RecordFile, ResumesAfterEveryEntryAndInsideEveryLine) {
  const test::TempDir whole;
  run(whole.path(), "m");
  const auto bytes = test::read(whole / "record.jsonl");
  const auto expected = timeless(whole / "record.jsonl");
  for (std::size_t cut = 0; cut <= bytes.size();
       cut += (bytes[cut] == '\n' || cut % 7 == 0 ? 1 : 3)) {
    const test::TempDir dir;
    test::write(dir / "record.jsonl", bytes.substr(0, cut));
    std::vector<std::string> said;
    run(dir.path(), "m", &said);
    ASSERT_EQ(timeless(dir / "record.jsonl"), expected) << "cut at byte " << cut;
    const bool at_line_end = cut == 0 || bytes[cut - 1] == '\n';
    EXPECT_EQ(said.empty(), at_line_end) << "cut at byte " << cut;
  }
}

TEST(RecordFile, UsesWhatWasRecordedAndNoMore) {
  const test::TempDir dir;
  run(dir.path(), "m");
  const auto lines = lines_of(dir / "record.jsonl");
  std::string kept;
  for (std::size_t i = 0; i < 4; ++i)
    kept += lines[i] + "\n";  // start, claim, plan, the first call
  test::write(dir / "record.jsonl", kept);
  EXPECT_EQ(run(dir.path(), "m"), 2);
}

TEST(RecordFile, AnotherOptionStartsAnew) {
  const test::TempDir dir;
  run(dir.path(), "m");
  const auto before = test::read(dir / "record.jsonl");
  std::vector<std::string> said;
  EXPECT_EQ(run(dir.path(), "other", &said), 4);
  EXPECT_EQ(test::read(dir / "record.1.jsonl"), before);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said.front().find("record.1.jsonl"), std::string::npos);
}

TEST(RecordFile, DamageInsideNamesTheLine) {
  const test::TempDir dir;
  run(dir.path(), "m");
  auto lines = lines_of(dir / "record.jsonl");
  lines[2] = "{\"type\":";
  std::string bytes;
  for (const auto& line : lines) bytes += line + "\n";
  test::write(dir / "record.jsonl", bytes);
  try {
    run(dir.path(), "m");
    FAIL() << "damage was accepted";
  } catch (const core::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("line 3"), std::string::npos) << error.what();
  }
  EXPECT_EQ(test::read(dir / "record.jsonl"), bytes);
}

TEST(RecordFile, ANewerSchemaIsRefused) {
  const test::TempDir dir;
  run(dir.path(), "m");
  auto bytes = test::read(dir / "record.jsonl");
  bytes.replace(bytes.find("\"schema\":1"), 10, "\"schema\":9");
  test::write(dir / "record.jsonl", bytes);
  EXPECT_THROW(run(dir.path(), "m"), core::InputError);
}

TEST(RecordFile, OneWriterAtATime) {
  const test::TempDir dir;
  const CountingClock clock;
  const RecordFile first(dir.path(), identity_of("m"), clock, Blobs(dir / "blobs"), {});
  EXPECT_THROW(RecordFile(dir.path(), identity_of("m"), clock, Blobs(dir / "blobs"), {}),
               core::InputError);
}

}  // namespace
}  // namespace assay::io
