#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "assay/core/json.h"
#include "io/sha256.h"
#include "support/support.h"

// The built program, as a user runs it.
namespace assay {
namespace {

using core::Json;
namespace fs = std::filesystem;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

class Check : public testing::Test {
 protected:
  void SetUp() override {
    test::write(
        corpus() / "bridge.html",
        "<html><head><title>The bridge</title><meta property='article:published_time' "
        "content='2001-02-03'></head><body><article><h1>The bridge</h1><p>The Ada bridge opened to "
        "traffic on 27 May 1937.</p><p>It is 2,737 metres long and was painted in orange. Its two "
        "towers stand 227 metres above the water, and six lanes cross "
        "it.</p></article></body></html>");
    test::write(corpus() / "river.txt",
                "The river Lune is 85 kilometres long.\nIt rises at Ravenstonedale.\n");
    test::write(corpus() / "notes.md", "# Cheese\n\nLimburger is a cheese that smells.\n");
  }

  fs::path corpus() const { return dir_ / "corpus"; }
  std::vector<std::string> environment() const {
    return {"XDG_CACHE_HOME=" + (dir_ / "cache").string(), "HOME=" + dir_.path().string()};
  }
  test::Ran run(std::vector<std::string> arguments) const {
    return test::assay(std::move(arguments), environment());
  }
  test::Ran check(const std::string& claim, const std::string& out,
                  std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{
        "check", claim, "--corpus", corpus().string(), "--out", (dir_ / out).string(), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  // Status 1 or 2, nothing on stdout, one line on stderr that holds `part`.
  void expect_refused(const test::Ran& ran, const std::string& part) const {
    EXPECT_TRUE(ran.status == 1 || ran.status == 2) << ran.status << ran.err;
    EXPECT_EQ(ran.out, "");
    EXPECT_NE(ran.err.find(part), std::string::npos) << ran.err;
    const auto lines = lines_of(ran.err);
    ASSERT_FALSE(lines.empty());
    EXPECT_TRUE(lines.back().starts_with("assay: ")) << ran.err;
  }

  test::TempDir dir_;
};

TEST_F(Check, PrintsOneObject) {
  const auto ran = check("The Ada bridge opened in 1937.", "run");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto result = Json::parse(ran.out);
  for (const auto* key : {"claim_id", "verdict", "label", "confidence", "justification", "evidence",
                          "images", "record", "report", "seconds", "calls", "cost", "tokens"})
    EXPECT_TRUE(result.contains(key)) << key;
  EXPECT_EQ(result["verdict"], "supported") << ran.out;
  EXPECT_EQ(result["label"], "supported");
  EXPECT_GE(result["confidence"], 0);
  EXPECT_LE(result["confidence"], 1);
  ASSERT_FALSE(result["evidence"].empty());
  EXPECT_NE(result["evidence"][0]["text"].get<std::string>().find("1937"), std::string::npos);
  EXPECT_EQ(result["evidence"][0]["published"], "2001-02-03");
  EXPECT_TRUE(fs::exists(result["record"].get<std::string>()));
  EXPECT_TRUE(fs::exists(result["report"].get<std::string>()));
}

TEST_F(Check, APageWithSizesThatAreNoneIsReadAllTheSame) {
  const auto page = dir_ / "sizes.html";
  test::write(page,
              "<html><head><title>T</title></head><body><article><h1>T</h1><p>Some words that are "
              "long enough to be an article about nothing at all, with a picture.</p><img "
              "src='a.jpg' width='-5' height='99999999999999999999' alt='x'><p>More words that "
              "follow the picture and tell of nothing.</p></article></body></html>");
  const auto ran = run({"extract", page.string(), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["images"].size(), 1U) << ran.out;
}

TEST_F(Check, AWrongNumberIsRefuted) {
  const auto ran = check("The Ada bridge opened in 1957.", "run");
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["verdict"], "refuted") << ran.out;
}

TEST_F(Check, NothingFoundIsNotEnough) {
  const auto ran = check("Penguins invented the bicycle in Brazil.", "run");
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto result = Json::parse(ran.out);
  EXPECT_EQ(result["verdict"], "not enough evidence") << ran.out;
}

TEST_F(Check, ALabelSpaceThatCannotAbstainChooses) {
  const auto ran =
      check("Penguins invented the bicycle in Brazil.", "run", {"--labels", "newsclippings"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto label = Json::parse(ran.out)["label"];
  EXPECT_TRUE(label == "pristine" || label == "falsified") << ran.out;
}

TEST_F(Check, QuotationsAreBytesOfKeptText) {
  ASSERT_EQ(
      check("The Ada bridge is 2,737 metres long and the river Lune is 85 kilometres long.", "run")
          .status,
      0);
  std::size_t quotations = 0;
  for (const auto& line : lines_of(test::read(dir_ / "run" / "record.jsonl"))) {
    const auto entry = Json::parse(line);
    if (entry["type"] != "evidence") continue;
    for (const auto& quotation : entry["value"].value("quotations", Json::array())) {
      const auto name = quotation["blob"].get<std::string>();
      const auto text = test::read(dir_ / "run" / "blobs" / name.substr(0, 2) / name.substr(2));
      EXPECT_EQ(io::sha256(text), name);
      const auto begin = quotation["begin"].get<std::size_t>();
      const auto end = quotation["end"].get<std::size_t>();
      EXPECT_EQ(text.substr(begin, end - begin), quotation["text"].get<std::string>());
      ++quotations;
    }
    const auto bytes = entry["value"]["source"]["bytes_blob"].get<std::string>();
    EXPECT_TRUE(fs::exists(dir_ / "run" / "blobs" / bytes.substr(0, 2) / bytes.substr(2)));
  }
  EXPECT_GE(quotations, 2U);
}

TEST_F(Check, LimitDatesAreKept) {
  const auto late = check("The Ada bridge opened in 1937.", "late", {"--before", "2001-02-03"});
  EXPECT_EQ(Json::parse(late.out)["verdict"], "not enough evidence") << late.out;
  const auto day_after = check("The Ada bridge opened in 1937.", "after", {"--date", "4-2-2001"});
  EXPECT_EQ(Json::parse(day_after.out)["verdict"], "supported") << day_after.out;
  const auto dated = check("The river Lune is 85 kilometres long.", "dated", {"--require-date"});
  EXPECT_EQ(Json::parse(dated.out)["verdict"], "not enough evidence") << dated.out;
}

std::string timeless(const fs::path& file) {
  std::string text;
  for (const auto& line : lines_of(test::read(file))) {
    auto entry = Json::parse(line);
    entry.erase("at");
    entry.erase("started");
    auto scrub = [](auto&& self, Json& value) -> void {
      if (!value.is_structured()) return;
      if (value.is_object()) value.erase("retrieved");
      for (auto& item : value) self(self, item);
    };
    if (entry["value"].is_structured()) scrub(scrub, entry["value"]);
    text += entry.dump() + "\n";
  }
  return text;
}

TEST_F(Check, ResumesFromEveryEntryAndFromInsideALine) {
  const std::string claim = "The Ada bridge opened in 1957.";
  ASSERT_EQ(check(claim, "whole").status, 0);
  const auto bytes = test::read(dir_ / "whole" / "record.jsonl");
  const auto expected = timeless(dir_ / "whole" / "record.jsonl");
  std::vector<std::size_t> cuts{0, bytes.size() - 1};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] == '\n') cuts.insert(cuts.end(), {i + 1, i / 2 + 1, i});
  for (const auto cut : cuts) {
    fs::remove_all(dir_ / "cut");
    fs::create_directories(dir_ / "cut");
    test::write(dir_ / "cut" / "record.jsonl", bytes.substr(0, cut));
    const auto ran = check(claim, "cut");
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(timeless(dir_ / "cut" / "record.jsonl"), expected) << "cut at " << cut;
    EXPECT_EQ(Json::parse(ran.out)["verdict"], "refuted");
  }
}

TEST_F(Check, SurvivesSigkillAtAnyTime) {
  const std::string claim = "The Ada bridge opened in 1957.";
  ASSERT_EQ(check(claim, "whole").status, 0);
  const auto expected = timeless(dir_ / "whole" / "record.jsonl");
  for (int delay = 0; delay < 60; delay += 4) {
    const auto out = dir_ / ("kill" + std::to_string(delay));
    const auto child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      for (const auto& setting : environment()) {
        const auto equals = setting.find('=');
        ::setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 1);
      }
      if (::freopen("/dev/null", "w", stdout) == nullptr ||
          ::freopen("/dev/null", "w", stderr) == nullptr)
        ::_exit(9);
      ::execl(test::program().c_str(), "assay", "check", claim.c_str(), "--corpus",
              corpus().c_str(), "--out", out.c_str(), "--json", nullptr);
      ::_exit(9);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(delay));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    const auto ran = check(claim, out.filename().string());
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(timeless(out / "record.jsonl"), expected) << delay << " ms";
  }
}

TEST_F(Check, AnotherOptionReusesNothing) {
  const std::string claim = "The Ada bridge opened in 1957.";
  ASSERT_EQ(check(claim, "run").status, 0);
  const auto before = test::read(dir_ / "run" / "record.jsonl");
  const auto ran = check(claim, "run", {"--labels", "averitec"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out)["label"], "Refuted");
  EXPECT_EQ(test::read(dir_ / "run" / "record.1.jsonl"), before);
}

TEST_F(Check, DamageInsideARecordNamesTheLine) {
  const std::string claim = "The Ada bridge opened in 1957.";
  ASSERT_EQ(check(claim, "run").status, 0);
  auto bytes = test::read(dir_ / "run" / "record.jsonl");
  bytes[bytes.find('\n') + 3] = '\0';
  test::write(dir_ / "run" / "record.jsonl", bytes);
  expect_refused(check(claim, "run"), "line 2");
}

TEST_F(Check, BadInputIsRefusedInOneLine) {
  expect_refused(run({"check", "--corpus", corpus().string()}), "no claim");
  expect_refused(run({"check", "  ", "--corpus", corpus().string()}), "no claim");
  expect_refused(run({"check", "A\xff", "--corpus", corpus().string()}), "UTF-8");
  expect_refused(check("A claim.", "x", {"--date", "2020-02-30"}), "2020-02-30");
  expect_refused(check("A claim.", "x", {"--before", "soon"}), "soon");
  expect_refused(check("A claim.", "x", {"--labels", "liar"}), "liar");
  expect_refused(check("A claim.", "x", {"--model", "gpt"}), "gpt");
  expect_refused(run({"check", "A claim.", "--corpus", (dir_ / "none").string()}), "none");
  fs::create_directories(dir_ / "empty");
  expect_refused(run({"check", "A claim.", "--corpus", (dir_ / "empty").string()}), "empty");
  EXPECT_FALSE(fs::exists(dir_ / "x"));
}

TEST_F(Check, AResultThatCannotBeWrittenIsAFailure) {
  ASSERT_EQ(check("The Ada bridge opened in 1937.", "run").status, 0);
  const auto store = (dir_ / "store").string();
  ASSERT_EQ(run({"index", "build", "--out", store, corpus().string()}).status, 0);
  const auto page = (corpus() / "bridge.html").string();
  for (const std::string& command : {"check 'The Ada bridge opened in 1937.' --corpus " +
                                         corpus().string() + " --out " + (dir_ / "run").string(),
                                     "index build --out " + store + " " + corpus().string(),
                                     "index info " + store, "index search " + store + " bridge",
                                     "extract " + page, "report " + (dir_ / "run").string()}) {
    const auto ran = test::run(
        {"sh", "-c", test::program().string() + " " + command + " > /dev/full"}, environment());
    EXPECT_EQ(ran.status, 1) << command;
    EXPECT_NE(ran.err.find("cannot write the result"), std::string::npos) << command << ran.err;
  }
}

TEST_F(Check, HelpHasAnExample) {
  for (const auto& command : std::vector<std::vector<std::string>>{{"check"},
                                                                   {"index", "build"},
                                                                   {"index", "search"},
                                                                   {"index", "info"},
                                                                   {"report"},
                                                                   {"extract"}}) {
    auto arguments = command;
    arguments.emplace_back("--help");
    const auto ran = run(arguments);
    EXPECT_EQ(ran.status, 0) << command[0];
    EXPECT_NE(ran.out.find("xample"), std::string::npos) << ran.out;
  }
}

class Batch : public Check {
 protected:
  test::Ran batch(const std::string& claims, const std::string& out,
                  std::vector<std::string> more = {}) {
    test::write(dir_ / "claims.jsonl", claims);
    std::vector<std::string> arguments{"check", "--batch", (dir_ / "claims.jsonl").string(),
                                       "--out", (dir_ / out).string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  std::vector<Json> results(const std::string& out) const {
    std::vector<Json> all;
    for (const auto& line : lines_of(test::read(dir_ / out / "results.jsonl")))
      all.push_back(Json::parse(line));
    return all;
  }
};

const std::string two_claims =
    R"({"id":"a","claim":"The Ada bridge opened in 1957.","date":"2010-01-01"})"
    "\n"
    R"({"id":7,"claim":"Limburger smells.","evidence":[{"text":"Limburger is a cheese that smells."}]})"
    "\n\n"
    R"({"claim":"Nothing is known of this.","evidence":[],"speaker":"Nobody"})"
    "\n";

TEST_F(Batch, KeepsTheOrderAndTheIds) {
  const auto ran = batch(two_claims, "run", {"--corpus", corpus().string()});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto all = results("run");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0]["claim_id"], "a");
  EXPECT_EQ(all[0]["verdict"], "refuted");
  EXPECT_EQ(all[1]["claim_id"], 7);
  EXPECT_EQ(all[1]["verdict"], "supported") << all[1];
  EXPECT_EQ(all[2]["claim_id"], "claim-4");
  EXPECT_EQ(all[2]["verdict"], "not enough evidence");
}

TEST_F(Batch, RunAgainItChangesNothing) {
  ASSERT_EQ(batch(two_claims, "run", {"--corpus", corpus().string()}).status, 0);
  const auto before = test::read(dir_ / "run" / "results.jsonl");
  fs::resize_file(dir_ / "run" / "results.jsonl", before.size() / 2);
  ASSERT_EQ(batch(two_claims, "run", {"--corpus", corpus().string(), "--jobs", "1"}).status, 0);
  EXPECT_EQ(test::read(dir_ / "run" / "results.jsonl"), before);
}

TEST_F(Batch, AClaimThatFailsStopsNoOther) {
  ASSERT_EQ(batch(two_claims, "run", {"--corpus", corpus().string()}).status, 0);
  // Damage inside the record of the first claim.
  auto bytes = test::read(dir_ / "run" / "claims" / "a" / "record.jsonl");
  bytes[bytes.find('\n') + 1] = 'x';
  test::write(dir_ / "run" / "claims" / "a" / "record.jsonl", bytes);
  const auto ran = batch(two_claims, "run", {"--corpus", corpus().string()});
  EXPECT_EQ(ran.status, 1);
  const auto all = results("run");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0]["claim_id"], "a");
  EXPECT_NE(all[0]["error"].get<std::string>().find("line 2"), std::string::npos);
  EXPECT_EQ(all[1]["verdict"], "supported");
}

TEST_F(Batch, BadLinesAreNamed) {
  const std::string good = R"({"id":"a","claim":"Limburger smells."})"
                           "\n";
  const auto refused = [&](const std::string& line, const std::string& part) {
    const auto ran = batch(good + line + "\n", "bad", {"--corpus", corpus().string()});
    expect_refused(ran, part);
    EXPECT_NE(ran.err.find("line 2"), std::string::npos) << ran.err;
    EXPECT_FALSE(fs::exists(dir_ / "bad"));
  };
  refused("{", "JSON");
  refused("[]", "object");
  refused(R"({"id":"b","claim":" "})", "no claim text");
  refused(R"({"id":"b"})", "no claim text");
  refused("{\"id\":\"b\",\"claim\":\"\xff\"}", "UTF-8");
  refused(R"({"id":"b","claim":"x","date":"2020-13-01"})", "2020-13-01");
  refused(R"({"id":"a","claim":"x"})", "id 'a'");
  refused(R"({"id":"b","claim":"x","evidence":[{"title":"no text"}]})", "evidence");
  refused(R"({"id":"b","claim":"x","evidence":"y"})", "evidence");
  const std::string deep(100'000, '[');
  refused(deep, "deep");
  EXPECT_EQ(batch(good + "{\n", "skipped", {"--corpus", corpus().string(), "--skip-bad"}).status,
            0);
  EXPECT_EQ(results("skipped").size(), 1U);
  expect_refused(batch("", "none", {"--corpus", corpus().string()}), "no claim");
}

}  // namespace
}  // namespace assay
