// `assay eval` as a user runs it: runs in each regime, killed and resumed, retried, repeated;
// scores, comparisons, ablations, ratings, baselines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <thread>

#include "support/scripted_server.h"
#include "support/support.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using models::Backend;
using nlohmann::json;
using test::ModelCall;
using test::ModelSays;
using test::ScriptedServer;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

ModelSays says(const json& answer) {
  ModelSays one;
  one.text = answer.is_string() ? answer.get<std::string>() : answer.dump();
  one.tokens_in = 100;
  one.tokens_out = 10;
  return one;
}

class Eval : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  test::Ran eval(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "eval");
    return test::assay(std::move(arguments),
                       {"XDG_CACHE_HOME=" + path("cache"), "XDG_CONFIG_HOME=" + path("config"),
                        "SERPER_API_KEY=", "ASSAY_SEARCH=none"});
  }
  json metrics(const std::string& run) const {
    return json::parse(test::read(folder_ / (run + "/metrics.json")));
  }
  std::vector<json> lines(const std::string& file) const {
    std::vector<json> all;
    std::istringstream stream(test::read(folder_ / file));
    for (std::string line; std::getline(stream, line);) all.push_back(json::parse(line));
    return all;
  }
  // Claims of the default label space, with evidence.
  void write_claims(int count) const {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += json{{"id", "c" + std::to_string(i)},
                   {"claim", "The number of bridges in town " + std::to_string(i) + " is 12."},
                   {"label", i % 2 == 0 ? "supported" : "refuted"},
                   {"date", i < count / 2 ? "2020-01-01" : "2024-01-01"},
                   {"justification", "The town counts them."},
                   {"questions",
                    {{{"question", "How many bridges are there?"},
                      {"answers", {{{"answer", "There are 12."}}}}}}},
                   {"evidence",
                    {{{"id", "e"},
                      {"url", "https://town.example/" + std::to_string(i)},
                      {"text", "The number of bridges in town " + std::to_string(i) + " is " +
                                   (i % 2 == 0 ? "12." : "14.")}}}}}
                  .dump() +
              "\n";
    test::write(folder_ / "claims.jsonl", text);
  }

  test::TempDir folder_;
};

TEST_F(Eval, ARunIsAFolderWithEverything) {
  write_claims(6);
  const auto ran = eval({"run", "jsonl", "--data", path("claims.jsonl"), "--regime",
                         "evidence-bounded", "--out", path("run"), "--cutoff", "2022-01-01"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("Accuracy"), HasSubstr("report.html")));
  EXPECT_THAT(ran.err, HasSubstr("accuracy"));
  for (const auto* file : {"config.json", "journal.jsonl", "results.jsonl", "scores.jsonl",
                           "predictions.jsonl", "metrics.json", "summary.md", "report.html"})
    EXPECT_TRUE(fs::exists(folder_ / ("run/" + std::string(file)))) << file;
  const auto all = metrics("run");
  EXPECT_EQ(all.at("claims"), 6);
  EXPECT_GE(all.at("accuracy"), 0.5);
  EXPECT_EQ(all.at("cutoff").at("before").at("claims"), 3);
  EXPECT_EQ(all.at("cutoff").at("from").at("claims"), 3);
  EXPECT_TRUE(all.contains("hu_meteor_question_answer"));
  EXPECT_TRUE(all.at("justification").contains("rouge1"));
  EXPECT_TRUE(all.at("calibration").contains("aurc"));
  EXPECT_GT(all.at("cost").at("searches"), 0);
  const auto results = lines("run/results.jsonl");
  ASSERT_EQ(results.size(), 6U);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(results[i].at("claim_id"), "c" + std::to_string(i));
  EXPECT_TRUE(fs::exists(folder_ / ("run/" + results[0].at("report").get<std::string>())));
  // An answer is what the source says, not how it was chosen.
  EXPECT_EQ(results[0].at("pairs").at(0).at("answer"), "The number of bridges in town 0 is 12.");
  const auto page = test::read(folder_ / "run/report.html");
  EXPECT_THAT(page, AllOf(HasSubstr("<svg"), HasSubstr("claims/c0/report.html"),
                          Not(HasSubstr("<script"))));
  const auto config = json::parse(test::read(folder_ / "run/config.json"));
  EXPECT_EQ(config.at("regime"), "evidence-bounded");
  EXPECT_EQ(config.at("check").at("procedure"), "defame");
}

class KilledEval : public Eval {
 protected:
  // Runs the command in the folder `run`, kills it when about half of the claims are done, and runs
  // it again. Gives what the second run printed.
  json killed_and_resumed(const std::vector<std::string>& arguments, std::size_t claims) {
    const auto child = start(arguments);
    const auto journal = folder_ / "run/journal.jsonl";
    for (int i = 0; i < 6'000 && finished(journal).size() < claims / 2; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status)) << "the run was over before it was killed";
    EXPECT_FALSE(fs::exists(folder_ / "run/metrics.json"));
    const auto before = test::read(journal);
    const auto done = finished(journal);
    EXPECT_FALSE(done.empty());
    // The records of finished claims are not touched again.
    const auto kept = folder_ / ("run/claims/" + *done.begin() + "/record.jsonl");
    const auto written = fs::last_write_time(kept);
    const auto ran = eval(arguments);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(std::to_string(done.size()) + " claim"));
    EXPECT_EQ(fs::last_write_time(kept), written);
    EXPECT_TRUE(test::read(journal).starts_with(before.substr(0, before.rfind('\n') + 1)));
    std::set<std::string> ids;
    const auto results = lines("run/results.jsonl");
    for (const auto& line : results) ids.insert(line.at("claim_id"));
    EXPECT_EQ(results.size(), claims);
    EXPECT_EQ(ids.size(), claims);
    return json::parse(ran.out);
  }

 private:
  pid_t start(const std::vector<std::string>& arguments) const {
    const auto program = test::program().string();
    const auto cache = path("cache");
    const pid_t child = fork();
    if (child != 0) return child;
    std::vector<const char*> argv{program.c_str(), "eval"};
    for (const auto& argument : arguments) argv.push_back(argument.c_str());
    argv.push_back(nullptr);
    (void)!freopen("/dev/null", "w", stdout);
    (void)!freopen("/dev/null", "w", stderr);
    setenv("XDG_CACHE_HOME", cache.c_str(), 1);
    execv(program.c_str(), const_cast<char* const*>(argv.data()));
    _exit(127);
  }
  static std::set<std::string> finished(const fs::path& journal) {
    std::set<std::string> ids;
    std::ifstream stream(journal);
    for (std::string line; std::getline(stream, line);)
      if (const auto one = json::parse(line, nullptr, false); !one.is_discarded())
        ids.insert(one.at("claim_id"));
    return ids;
  }
};

TEST_F(KilledEval, GoesOnAndRepeatsNothing) {
  write_claims(60);
  std::vector<std::string> arguments{"run",      "jsonl",
                                     "--data",   path("claims.jsonl"),
                                     "--regime", "evidence-bounded",
                                     "--out",    path("run"),
                                     "--jobs",   "2",
                                     "--json"};
  EXPECT_EQ(killed_and_resumed(arguments, 60).at("given"), 60);
  // An uninterrupted run gives the same.
  arguments[7] = path("whole");
  ASSERT_EQ(eval(arguments).status, 0);
  auto resumed = metrics("run");
  auto whole = metrics("whole");
  resumed.erase("cost");
  whole.erase("cost");
  EXPECT_EQ(resumed, whole);
}

TEST_F(KilledEval, TheSharedSampleOfAveritecWithTheEmbeddedStages) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto all =
      killed_and_resumed({"run", "averitec", "--data", (*shared / "data/averitec").string(),
                          "--regime", "evidence-bounded", "--out", path("run"), "--json"},
                         200);
  EXPECT_EQ(all.at("given"), 200);
  EXPECT_GT(all.at("macro_f1"), 0.33);
  EXPECT_TRUE(all.contains("averitec_score"));
  EXPECT_TRUE(fs::exists(folder_ / "run/predictions.csv"));
  // What was written is read and scored alike.
  const auto scored = eval({"score", "averitec", "--predictions", path("run/predictions.csv"),
                            "--references", (*shared / "data/averitec").string(), "--json"});
  ASSERT_EQ(scored.status, 0) << scored.err;
  EXPECT_EQ(json::parse(scored.out).at("accuracy"), all.at("accuracy"));
  EXPECT_NEAR(json::parse(scored.out).at("hu_meteor_question_answer"),
              all.at("hu_meteor_question_answer"), 0.002);  // a cell has no tabs and line ends
}

TEST_F(Eval, OtherSettingsNeedAnotherFolder) {
  write_claims(2);
  ASSERT_EQ(eval({"run", "jsonl", "--data", path("claims.jsonl"), "--regime", "evidence-bounded",
                  "--out", path("run")})
                .status,
            0);
  const auto ran = eval({"run", "jsonl", "--data", path("claims.jsonl"), "--regime",
                         "evidence-bounded", "--results", "7", "--out", path("run")});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("check.results was 3, and is now 7"), HasSubstr("--out")));
}

// Answers a baseline by what stands in the claim's evidence, or says it does not know.
ModelSays judge_by_evidence(const ModelCall& call) {
  if (!has(call.prompt, "# Step: judge"))
    return says(json{{"reasoning", "-"}, {"actions", json::array()}});
  const bool evidence = has(call.prompt, "## The evidence");
  const char* label = "not enough evidence";
  if (evidence) label = has(call.prompt, " is 14.") ? "refuted" : "supported";
  return says(json{{"key_findings", "As [E1] says, and [E9] does not."},
                   {"verdict", label},
                   {"confidence", 0.9}});
}

TEST_F(Eval, TheInputsDecideWhatAModelSees) {
  write_claims(4);
  const ScriptedServer server(judge_by_evidence);
  const auto model = server.spec(Backend::openai);
  const auto closed = eval({"run", "jsonl", "--data", path("claims.jsonl"), "--procedure", "cot",
                            "--model", model, "--inputs", "T", "--out", path("t"), "--json"});
  ASSERT_EQ(closed.status, 0) << closed.err;
  EXPECT_EQ(json::parse(closed.out).at("accuracy"), 0);
  for (const auto& call : server.calls()) EXPECT_FALSE(has(call.prompt, "https://town.example"));
  const auto config = json::parse(test::read(folder_ / "t/config.json"));
  EXPECT_EQ(config.at("regime"), "closed-book");
  EXPECT_EQ(config.at("inputs"), "T");

  const auto given = eval({"run", "jsonl", "--data", path("claims.jsonl"), "--procedure", "cot",
                           "--model", model, "--inputs", "T+E", "--out", path("te"), "--json"});
  ASSERT_EQ(given.status, 0) << given.err;
  const auto all = json::parse(given.out);
  EXPECT_EQ(all.at("accuracy"), 1);
  EXPECT_EQ(all.at("cost").at("calls"), 1);
  EXPECT_EQ(all.at("cost").at("tokens_in"), 100);
  EXPECT_EQ(all.at("cost").at("searches"), 0);
  const auto record = test::read(folder_ / "te/claims/c0/record.jsonl");
  EXPECT_THAT(record, AllOf(HasSubstr("given_evidence"), HasSubstr("https://town.example/0")));
  const auto report = test::read(folder_ / "te/claims/c0/report.md");
  EXPECT_THAT(report, Not(HasSubstr("E9")));  // a citation of what is not there
}

TEST_F(Eval, EachRegimeAgainstTheScriptedServer) {
  write_claims(3);
  const ScriptedServer server([](const ModelCall& call) {
    if (has(call.prompt, "# Step: plan"))
      return says(json{{"reasoning", "look"},
                       {"actions", {{{"tool", "web_search"}, {"argument", "bridges in town"}}}}});
    if (has(call.prompt, "# Step: read one"))
      return says(json{{"relevant", true},
                       {"takeaways", "It counts the bridges."},
                       {"quotations", json::array()}});
    if (has(call.prompt, "# Step: weigh"))
      return says(json{
          {"analysis", "It agrees."}, {"findings", json::array()}, {"missing", json::array()}});
    if (has(call.prompt, "# Step: judge"))
      return says(json{{"key_findings", "So."}, {"verdict", "supported"}, {"confidence", 0.7}});
    return says("The sources say so.");
  });
  const auto model = server.spec(Backend::openai);
  const auto run = [&](const std::string& regime, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run",     "jsonl",      "--data",   path("claims.jsonl"),
                                       "--model", model,        "--regime", regime,
                                       "--out",   path(regime), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return eval(arguments);
  };
  for (const auto& ran :
       {run("closed-book", {}), run("evidence-bounded", {}),
        run("open-web", {"--corpus", (test::source_dir() / "examples/archive").string()})}) {
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(json::parse(ran.out).at("given"), 3);
  }
  EXPECT_EQ(
      json::parse(test::read(folder_ / "closed-book/config.json")).at("check").at("procedure"),
      "direct");
  EXPECT_GT(metrics("evidence-bounded").at("cost").at("searches"), 0);
  const auto none = eval(
      {"run", "jsonl", "--data", path("claims.jsonl"), "--model", model, "--out", path("web")});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("nothing to search"));
}

TEST_F(Eval, WhatFailedIsListedAndTriedAgainOnRequest) {
  write_claims(4);
  std::atomic<bool> broken = true;
  const ScriptedServer server([&](const ModelCall& call) {
    auto answer = judge_by_evidence(call);
    if (broken && has(call.prompt, "in town 2 ")) {
      answer.status = 400;
      answer.text = "the model is in a bad mood";
    }
    return answer;
  });
  const std::vector<std::string> arguments{
      "run",         "jsonl",  "--data",  path("claims.jsonl"),
      "--procedure", "direct", "--model", server.spec(Backend::openai),
      "--inputs",    "T+E",    "--out",   path("run"),
      "--json"};
  const auto first = eval(arguments);
  EXPECT_EQ(first.status, 1);
  EXPECT_EQ(json::parse(first.out).at("missing"), 1);
  EXPECT_EQ(json::parse(first.out).at("failed"), 1);
  EXPECT_EQ(json::parse(first.out).at("accuracy"), 0.75);
  EXPECT_EQ(json::parse(first.out).at("given_only").at("accuracy"), 1);
  EXPECT_THAT(test::read(folder_ / "run/summary.md"),
              AllOf(HasSubstr("What failed"), HasSubstr("c2"), HasSubstr("bad mood")));
  broken = false;
  const auto calls = server.call_count();
  EXPECT_EQ(eval(arguments).status, 1);  // not asked for: it stays as it is
  EXPECT_EQ(server.call_count(), calls);
  auto again = arguments;
  again.emplace_back("--retry-failed");
  const auto last = eval(again);
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_EQ(server.call_count(), calls + 1);
  EXPECT_EQ(json::parse(last.out).at("accuracy"), 1);
}

TEST_F(Eval, AnswersThatNameNoLabelAreCountedInBothWays) {
  write_claims(4);
  const ScriptedServer server([](const ModelCall& call) {
    if (has(call.prompt, "in town 1 ")) return says("Well, who knows.");
    return judge_by_evidence(call);
  });
  const auto ran =
      eval({"run", "jsonl", "--data", path("claims.jsonl"), "--procedure", "direct", "--model",
            server.spec(Backend::openai), "--inputs", "T+E", "--out", path("run"), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto all = json::parse(ran.out);
  EXPECT_EQ(all.at("malformed"), 1);
  EXPECT_EQ(all.at("well_formed"), 0.75);
  EXPECT_EQ(all.at("accuracy"), 0.75);
  EXPECT_EQ(all.at("given_only").at("accuracy"), 1);
  EXPECT_EQ(all.at("given_only").at("claims"), 3);
  EXPECT_EQ(all.at("confusion").at("predicted").back(), "(none)");
}

TEST_F(Eval, RepeatsGiveMeanAndDeviation) {
  write_claims(4);
  std::atomic<int> calls = 0;
  const ScriptedServer server([&](const ModelCall& call) {
    // All right the first time, then one wrong.
    if (calls++ >= 4 && has(call.prompt, "in town 0 "))
      return says(json{{"verdict", "refuted"}, {"confidence", 0.5}});
    return judge_by_evidence(call);
  });
  const auto ran = eval({"run", "jsonl", "--data", path("claims.jsonl"), "--procedure", "direct",
                         "--model", server.spec(Backend::openai), "--inputs", "T+E", "--repeats",
                         "2", "--out", path("run"), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(server.call_count(), 8U);  // the cache keeps the repeats apart
  const auto all = json::parse(ran.out);
  EXPECT_EQ(all.at("repeats"), 2);
  EXPECT_DOUBLE_EQ(all.at("accuracy"), 0.875);
  EXPECT_NEAR(all.at("deviation").at("accuracy"), 0.1767767, 1e-6);
  EXPECT_EQ(metrics("run/repeat-1").at("accuracy"), 1);
  EXPECT_TRUE(fs::exists(folder_ / "run/report.html"));
}

TEST_F(Eval, ThePresetOfBaselinesIsGreedyAndShort) {
  write_claims(1);
  const ScriptedServer server(judge_by_evidence);
  ASSERT_EQ(eval({"run", "jsonl", "--data", path("claims.jsonl"), "--preset", "lvlm", "--model",
                  server.spec(Backend::openai), "--out", path("run")})
                .status,
            0);
  ASSERT_EQ(server.calls().size(), 1U);
  const json body = server.calls()[0].body;
  EXPECT_EQ(body.at("temperature"), 0);
  EXPECT_EQ(body.value("max_tokens", body.value("max_completion_tokens", 0)), 256);
}

TEST_F(Eval, AJudgeAndTemporalValidityByAModel) {
  write_claims(2);
  const ScriptedServer server([](const ModelCall& call) {
    if (has(call.prompt, "depend on when it is asked"))
      return says(json{{"depends_on_time", has(call.prompt, "town 0 ")}, {"reason", "-"}});
    if (has(call.prompt, "two collections of evidence"))
      return says(
          json{{"reference_facts",
                {{{"fact", "a"}, {"contained", true}}, {{"fact", "b"}, {"contained", false}}}},
               {"candidate_facts", {{{"fact", "c"}, {"supported", true}}}}});
    if (has(call.prompt, "two justifications"))
      return says(json{{"reference_facts", {{{"fact", "a"}, {"contained", true}}}}});
    return judge_by_evidence(call);
  });
  const auto model = server.spec(Backend::openai);
  const auto ran = eval({"run", "jsonl", "--data", path("claims.jsonl"), "--procedure", "direct",
                         "--model", model, "--inputs", "T+E", "--judge", model, "--temporal", model,
                         "--out", path("run"), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto all = json::parse(ran.out);
  EXPECT_EQ(all.at("judge").at("ev2r_recall").at("mean"), 0.5);
  EXPECT_EQ(all.at("judge").at("ev2r_precision").at("mean"), 1);
  EXPECT_EQ(all.at("judge").at("model"), model);
  EXPECT_EQ(all.at("temporal").at("dependent"), 1);
  EXPECT_EQ(all.at("temporal").at("without").at("claims"), 1);
  // The same predictions are scored alike, and nothing is asked twice.
  const auto calls = server.call_count();
  const auto scored = eval({"score", "jsonl", "--predictions", path("run/predictions.jsonl"),
                            "--references", path("claims.jsonl"), "--judge", model, "--json"});
  ASSERT_EQ(scored.status, 0) << scored.err;
  EXPECT_EQ(json::parse(scored.out).at("judge").at("ev2r_recall").at("mean"), 0.5);
  EXPECT_EQ(server.call_count(), calls);
}

TEST_F(Eval, RunsAreComparedClaimByClaim) {
  write_claims(8);
  const ScriptedServer server(judge_by_evidence);
  const auto model = server.spec(Backend::openai);
  const auto run = [&](const std::string& inputs, const std::string& out) {
    return eval({"run", "jsonl", "--data", path("claims.jsonl"), "--procedure", "direct", "--model",
                 model, "--inputs", inputs, "--out", path(out)})
        .status;
  };
  ASSERT_EQ(run("T", "closed"), 0);
  ASSERT_EQ(run("T+E", "given"), 0);
  const auto ran = eval({"compare", path("closed"), path("given"), "--out", path("cmp"), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto all = json::parse(ran.out);
  const auto& pair = all.at("pairs").at(0);
  EXPECT_EQ(pair.at("claims"), 8);
  EXPECT_EQ(pair.at("accuracy").at("difference"), 1);
  EXPECT_EQ(pair.at("mcnemar").at("only_a"), 0);
  EXPECT_EQ(pair.at("mcnemar").at("only_b"), 8);
  EXPECT_NEAR(pair.at("mcnemar").at("p"), 0.0078125, 1e-12);
  EXPECT_EQ(pair.at("disagreements").size(), 8U);
  const auto page = test::read(folder_ / "cmp/comparison.html");
  EXPECT_THAT(page, AllOf(HasSubstr("../closed/claims/c0/report.html"),
                          HasSubstr("../given/claims/c0/report.html")));
  EXPECT_THAT(test::read(folder_ / "cmp/comparison.md"), HasSubstr("McNemar"));
  EXPECT_THAT(eval({"compare", path("closed"), path("nowhere")}).err,
              HasSubstr("holds no evaluation"));
  EXPECT_EQ(eval({"compare", path("closed")}).status, 2);
}

TEST_F(Eval, AnAblationIsOneCommand) {
  write_claims(3);
  test::write(folder_ / "ablation.toml", "benchmark = \"jsonl\"\npaper = \"defame\"\nout = \"" +
                                             path("ablation") + "\"\n[run]\ndata = \"" +
                                             path("claims.jsonl") +
                                             "\"\nregime = \"evidence-bounded\"\n"
                                             "[[variant]]\nname = \"1 result\"\nresults = 1\n");
  const auto ran = eval({"ablate", path("ablation.toml")});
  // Two rows of the paper's need a language model; the others are made all the same.
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("w/o Develop: "), HasSubstr("Unimodal Develop: ")));
  EXPECT_THAT(ran.out, AllOf(HasSubstr("w/o Web Search"), HasSubstr("Single Turn"),
                             HasSubstr("1 result"), HasSubstr("Accuracy")));
  EXPECT_TRUE(fs::exists(folder_ / "ablation/comparison.html"));
  test::write(
      folder_ / "bad.toml",
      "benchmark = \"jsonl\"\n[run]\ndata = \"x\"\nno_such_option = 3\n[[variant]]\nname=\"x\"\n");
  EXPECT_THAT(eval({"ablate", path("bad.toml")}).err, HasSubstr("--no-such-option"));
  test::write(folder_ / "none.toml", "benchmark = \"jsonl\"\n");
  EXPECT_THAT(eval({"ablate", path("none.toml")}).err, HasSubstr("names no variants"));
}

TEST_F(Eval, RatingsAreTestedAndTheirAgreementTold) {
  std::string csv = "item,system,rater,coherence,reasoning\n";
  for (int item = 0; item < 6; ++item)
    for (const auto* rater : {"r1", "r2"}) {
      csv += std::to_string(item) + ",ours," + rater + "," + std::to_string(4 + item % 2) + ",0\n";
      csv +=
          std::to_string(item) + ",theirs," + rater + "," + std::to_string(1 + item % 3) + ",2\n";
    }
  test::write(folder_ / "ratings.csv", csv);
  const auto ran = eval({"ratings", path("ratings.csv"), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto all = json::parse(ran.out);
  const auto& coherence = all.at("criteria").at(0);
  EXPECT_EQ(coherence.at("scale"), "likert");
  EXPECT_EQ(coherence.at("systems").at(0).at("mean"), 4.5);
  EXPECT_LT(coherence.at("pairs").at(0).at("mann_whitney").at("p"), 0.001);
  EXPECT_EQ(coherence.at("alpha").at("ordinal"), 1);
  const auto& reasoning = all.at("criteria").at(1);
  EXPECT_EQ(reasoning.at("scale"), "errors");
  EXPECT_EQ(reasoning.at("systems").at(0).at("shown"), 1);
  EXPECT_EQ(reasoning.at("systems").at(1).at("shown"), 0);
  test::write(folder_ / "bad.csv", "item,system,rater,coherence\n1,a,r,6\n");
  EXPECT_THAT(eval({"ratings", path("bad.csv")}).err,
              HasSubstr("row 1 (line 2): `coherence` is not from 1 to 5"));
}

TEST_F(Eval, SelectionsAreDrawnAlike) {
  write_claims(20);
  const auto drawn = [&](const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run",         "jsonl",    "--data", path("claims.jsonl"),
                                       "--procedure", "majority", "--out",  path(out)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(eval(arguments).status, 0);
    std::vector<std::string> ids;
    for (const auto& line : lines(out + "/results.jsonl")) ids.push_back(line.at("claim_id"));
    return ids;
  };
  const auto a = drawn("a", {"--limit", "5", "--sample", "7"});
  EXPECT_EQ(a.size(), 5U);
  EXPECT_EQ(drawn("b", {"--limit", "5", "--sample", "7"}), a);
  EXPECT_NE(drawn("c", {"--limit", "5", "--sample", "8"}), a);
  EXPECT_EQ(drawn("d", {"--limit", "2"}), (std::vector<std::string>{"c0", "c1"}));
  EXPECT_EQ(drawn("e", {"--ids", "c7,c3"}), (std::vector<std::string>{"c3", "c7"}));
  EXPECT_EQ(eval({"run", "jsonl", "--data", path("claims.jsonl"), "--procedure", "majority",
                  "--ids", "c99", "--out", path("f")})
                .status,
            2);
}

TEST_F(Eval, TheSubmissionOfTheSharedSampleScoresAsTheReference) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto data = *shared / "data/averitec";
  const auto ran = eval({"score", "averitec", "--predictions", (data / "submission.csv").string(),
                         "--references", (data / "solution.csv").string(), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto ours = json::parse(ran.out);
  const auto reference = json::parse(test::read(data / "reference-scores.json"));
  for (const auto* key : {"hu_meteor_question", "hu_meteor_question_answer", "accuracy"})
    EXPECT_NEAR(ours.at(key), reference.at(key), 1e-9) << key;
  EXPECT_EQ(ours.at("averitec_score").size(), reference.at("averitec_score").size());
  for (const auto& [threshold, score] : reference.at("averitec_score").items())
    EXPECT_NEAR(ours.at("averitec_score").at(threshold), score, 1e-9) << threshold;
}

TEST_F(Eval, ClipTellsPicturesOutOfContext) {
  const auto shared = test::shared_dir();
  if (!shared) GTEST_SKIP() << test::shared_missing;
  const auto ran = eval({"run", "verite", "--data", (*shared / "data/verite").string(),
                         "--procedure", "clip", "--out", path("clip"), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto all = json::parse(ran.out);
  EXPECT_EQ(all.at("claims"), 501);
  EXPECT_GT(all.at("verite").at("true_vs_ooc").at("accuracy"), 0.65);
  EXPECT_EQ(all.at("clip").at("thresholds").size(), 10U);
}

}  // namespace
}  // namespace assay
