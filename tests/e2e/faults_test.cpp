// What goes wrong with models, through the built program: it is retried, repaired or recorded, and
// no verdict is made up from nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "support/scripted_server.h"
#include "support/support.h"
#include "vision/encoders.h"

namespace assay {
namespace {

using models::Backend;
using nlohmann::json;
using test::Fault;
using test::ModelCall;
using test::ModelSays;
using test::ScriptedServer;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

ModelSays text(const std::string& words) {
  ModelSays one;
  one.text = words;
  return one;
}
ModelSays status(int code, const std::string& words) {
  auto one = text(words);
  one.status = code;
  return one;
}
ModelSays fault(Fault what) {
  auto one = text("{}");
  one.fault = what;
  return one;
}
ModelSays finished(const std::string& how, const std::string& words) {
  auto one = text(words);
  one.finish = how;
  return one;
}

std::string stage_of(const ModelCall& call) {
  static const std::map<std::string, std::string> steps{{"plan the search", "plan"},
                                                        {"read one source", "summarize"},
                                                        {"weigh the evidence", "develop"},
                                                        {"judge the claim", "judge"},
                                                        {"justify the verdict", "justify"}};
  for (const auto& [words, stage] : steps)
    if (call.prompt.find("# Step: " + words) != std::string::npos) return stage;
  return "";
}

// A model that checks the claim well: it refutes it by what the page says.
ModelSays well(const ModelCall& call) {
  const auto stage = stage_of(call);
  if (stage == "plan")
    return text(
        R"({"reasoning": "look", "actions": [{"tool": "web_search", "argument": "tower opened", "reason": "r"}]})");
  if (stage == "summarize")
    return text(
        R"({"relevant": true, "takeaways": "It opened in 1889.", "quotations": ["The old tower opened in 1889."]})");
  if (stage == "develop")
    return text(
        R"({"analysis": "The year differs [E1].", "findings": [{"evidence": "E1", "stance": "contradicts", "picture": "no picture"}], "missing": []})");
  if (stage == "judge")
    return text(R"({"key_findings": "1889 [E1]", "verdict": "refuted", "confidence": 0.9})");
  return text("It opened in 1889 [E1].");
}

struct Checked {
  int status = -1;
  json result;
  std::string err;
  std::string record;
  std::string report;
};

class Faults : public testing::TestWithParam<Backend> {
 protected:
  Faults() {
    test::write(folder_ / "corpus/tower.txt", "The old tower opened in 1889. It is made of iron.");
  }

  // Answers the calls of `stage` with these, one after the other and the last again and again, and
  // the others well.
  static ScriptedServer::Script at(const std::string& stage, std::vector<ModelSays> bad) {
    return [stage, bad = std::move(bad), next = std::size_t{0}](const ModelCall& call) mutable {
      if (stage_of(call) != stage) return well(call);
      const auto one = std::min(next++, bad.size() - 1);
      return bad[one].text == "well" ? well(call) : bad[one];
    };
  }

  Checked check(const ScriptedServer& server, std::vector<std::string> more = {},
                const std::string& of_model = "") {
    const auto spec = server.spec(GetParam());
    test::write(folder_ / "assay.toml",
                "[retry]\ntries = 3\nfirst_pause = 0.005\nlongest_pause = 0.01\nlongest_asked = 5\n"
                "[models.\"" +
                    spec + "\"]\ntimeout = 2\n" + of_model);
    std::vector<std::string> arguments{"check",       "The old tower opened in 1899.",
                                       "--corpus",    (folder_ / "corpus").string(),
                                       "--model",     spec,
                                       "--config",    (folder_ / "assay.toml").string(),
                                       "--out",       (folder_ / "run").string(),
                                       "--json",      "--no-cache",
                                       "--max-turns", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto ran =
        test::assay(arguments, {"OPENAI_API_KEY=sk-secret-1", "ANTHROPIC_API_KEY=sk-secret-1",
                                "GEMINI_API_KEY=sk-secret-1",
                                "XDG_CACHE_HOME=" + (folder_ / "cache").string()});
    Checked checked;
    checked.status = ran.status;
    checked.err = ran.err;
    if (ran.status == 0) checked.result = json::parse(ran.out);
    const auto file = folder_ / "run/record.jsonl";
    if (std::filesystem::exists(file)) checked.record = test::read(file);
    if (ran.status == 0) checked.report = test::read(folder_ / "run/report.md");
    EXPECT_THAT(ran.out + ran.err + checked.record + checked.report, Not(HasSubstr("sk-secret")));
    EXPECT_LT(ran.status, 3) << ran.err;  // no crash
    return checked;
  }

  void expect_refuted(const Checked& checked) {
    ASSERT_EQ(checked.status, 0) << checked.err;
    EXPECT_EQ(checked.result.at("verdict"), "refuted") << checked.result;
  }
  void expect_nothing_known(const Checked& checked) {
    ASSERT_EQ(checked.status, 0) << checked.err;
    EXPECT_EQ(checked.result.at("verdict"), "not enough evidence") << checked.result;
    EXPECT_EQ(checked.result.at("confidence"), 0) << checked.result;
    EXPECT_THAT(checked.record, HasSubstr("no verdict could be read from the model's answers"));
  }

  test::TempDir folder_;
};

INSTANTIATE_TEST_SUITE_P(Dialects, Faults,
                         testing::Values(Backend::openai, Backend::anthropic, Backend::gemini),
                         [](const auto& one) { return models::to_string(one.param); });

TEST_P(Faults, NoneAndTheClaimIsRefuted) {
  const ScriptedServer server(well);
  const auto checked = check(server);
  expect_refuted(checked);
  EXPECT_THAT(checked.report, HasSubstr("It opened in 1889"));
}

TEST_P(Faults, PassingOnesAreRetried) {
  auto limited = status(429, "slow down");
  limited.headers = {{"Retry-After", "0"}};
  for (const auto& one : {status(429, "slow down"), limited, status(500, "oops"),
                          status(503, "busy"), fault(Fault::drop), fault(Fault::half_body)}) {
    const ScriptedServer server(at("judge", {one, one, text("well")}));
    const auto checked = check(server);
    expect_refuted(checked);
    // (A dropped connection that was used before is tried once more below HTTP.)
    EXPECT_TRUE(std::regex_search(checked.record, std::regex("\"tries\":[23]")));
    std::filesystem::remove_all(folder_ / "run");
  }
}

TEST_P(Faults, ServersThatHangOrNeverEndAreGivenUpInTime) {
  for (const auto what : {Fault::hang, Fault::endless_body, Fault::endless_headers}) {
    const ScriptedServer server(at("judge", {fault(what), text("well")}));
    const auto begin = std::chrono::steady_clock::now();
    expect_refuted(check(server));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
    std::filesystem::remove_all(folder_ / "run");
  }
}

TEST_P(Faults, WhatIsNoAnswerIsRetriedAndThenTold) {
  auto half = text("");
  half.raw = R"({"choices": [{"message": {"content": "ha)";
  const ScriptedServer server(at("judge", {half}));
  const auto checked = check(server);
  EXPECT_EQ(checked.status, 1);
  EXPECT_THAT(checked.err, AllOf(HasSubstr("can't be read"), HasSubstr("tried 3 times")));
}

TEST_P(Faults, AServerThatIsDownAtPlanEndsTheCheckWhichCanBeResumed) {
  bool down = true;
  const ScriptedServer server(
      [&](const ModelCall& call) { return down ? status(500, "down") : well(call); });
  const auto checked = check(server);
  EXPECT_EQ(checked.status, 1);
  EXPECT_THAT(checked.err, HasSubstr("the server failed (status 500): down (tried 3 times)\n"));
  EXPECT_THAT(checked.record, Not(HasSubstr("\"type\":\"plan\"")));
  down = false;
  expect_refuted(check(server));
}

TEST_P(Faults, AServerThatIsDownAtJudgeIsResumedThere) {
  bool down = true;
  std::size_t plans = 0;
  const ScriptedServer server([&](const ModelCall& call) {
    plans += stage_of(call) == "plan" ? 1 : 0;
    return down && stage_of(call) == "judge" ? status(500, "down") : well(call);
  });
  EXPECT_EQ(check(server).status, 1);
  down = false;
  expect_refuted(check(server));
  EXPECT_EQ(plans, 1U);
}

TEST_P(Faults, AServerThatIsDownAtJustifyLeavesTheVerdict) {
  const ScriptedServer server(at("justify", {status(500, "down")}));
  const auto checked = check(server);
  expect_refuted(checked);
  EXPECT_THAT(checked.report, HasSubstr("no justification that could be used"));
  EXPECT_THAT(checked.record, HasSubstr("justify (turn 1, 1): no usable answer"));
}

TEST_P(Faults, APageThatFailsIsLeftOutAndTold) {
  test::write(folder_ / "corpus/other.txt", "Another page on when the old tower opened in 1889.");
  const ScriptedServer server([](const ModelCall& call) {
    const bool bad =
        stage_of(call) == "summarize" && call.prompt.find("Another page") != std::string::npos;
    return bad ? status(500, "oops") : well(call);
  });
  const auto checked = check(server);
  expect_refuted(checked);
  EXPECT_THAT(checked.record, HasSubstr("no usable answer of"));
}

TEST_P(Faults, AKeyThatIsRefusedEndsTheCheckAndIsNotShown) {
  const ScriptedServer server({status(401, "bad key sk-secret-1")});
  const auto checked = check(server);
  EXPECT_EQ(checked.status, 1);
  EXPECT_THAT(checked.err, HasSubstr("refuses the key"));
  EXPECT_EQ(server.call_count(), 1U);
}

TEST_P(Faults, AnswersThatNoVerdictCanBeReadFromAreNotEnoughEvidence) {
  std::string endless;
  for (int i = 0; i < 200; ++i) endless += "supported and so on ";
  for (const auto& one :
       {finished("cut", R"({"key_findings": "half, "verdict": "supported)"),
        finished("refused", "I can't help with that."), text(""), text("   \n"), text(endless),
        text(R"({"key_findings": "k", "verdict": "mostly right", "confidence": 1})"),
        text("It can't be called \"supported\" yet."), text("supported or refuted"),
        text("{\"verdict\": [[[[[[[[[[[[[[[[[[[[[["), text("<b>verdict</b>")}) {
    const ScriptedServer server(at("judge", {one}));
    const auto checked = check(server);
    expect_nothing_known(checked);
    std::filesystem::remove_all(folder_ / "run");
  }
}

TEST_P(Faults, AnUnusableAnswerIsAskedAgain) {
  for (const auto& one : {finished("cut", R"({"key_findings": "half)"), finished("refused", "no"),
                          text(""), text(R"({"verdict": "false"})")}) {
    const ScriptedServer server(at("judge", {one, text("well")}));
    const auto checked = check(server);
    expect_refuted(checked);
    EXPECT_THAT(checked.record, HasSubstr("\"purpose\":\"again"));
    std::filesystem::remove_all(folder_ / "run");
  }
}

TEST_P(Faults, EveryStageUnusableIsNoVerdict) {
  const ScriptedServer server({text("Hm.")});
  const auto checked = check(server);
  expect_nothing_known(checked);
}

TEST_P(Faults, AVerdictFromNoEvidenceDoesNotStand) {
  const ScriptedServer server(at("summarize", {text("NONE")}));
  const auto checked = check(server);
  ASSERT_EQ(checked.status, 0) << checked.err;
  EXPECT_EQ(checked.result.at("verdict"), "not enough evidence");
  EXPECT_THAT(checked.record, HasSubstr("no evidence to rest that on"));
}

// DEFAME's most frequent failure: a picture that merely fits the text supports nothing.
TEST_P(Faults, APrematureJudgementOfAPictureDoesNotStand) {
  test::write(folder_ / "claim.png", test::png(test::pattern(64, 48)));
  const ScriptedServer server([](const ModelCall& call) {
    if (stage_of(call) == "judge")
      return text(R"({"key_findings": "It fits [E1].", "verdict": "supported", "confidence": 1})");
    return well(call);
  });
  const auto checked = check(server, {"--image", (folder_ / "claim.png").string()});
  ASSERT_EQ(checked.status, 0) << checked.err;
  EXPECT_EQ(checked.result.at("verdict"), "not enough evidence");
  EXPECT_THAT(checked.record, HasSubstr("the claim's own picture was found nowhere"));
  for (const auto& call : server.calls()) EXPECT_EQ(call.images, 1U) << stage_of(call);
}

TEST_P(Faults, AModelThatTakesNoPicturesIsAskedWithout) {
  test::write(folder_ / "claim.png", test::png(test::pattern(64, 48)));
  const ScriptedServer server([](const ModelCall& call) {
    if (call.images > 0) return status(400, "m is not a multimodal model: image not supported");
    return well(call);
  });
  const auto checked = check(server, {"--image", (folder_ / "claim.png").string()});
  expect_refuted(checked);
  EXPECT_THAT(checked.record, HasSubstr("again without pictures"));
}

TEST_P(Faults, InventionsAndMarkupAreTakenOut) {
  const ScriptedServer server([](const ModelCall& call) {
    const auto stage = stage_of(call);
    if (stage == "plan")
      return text(
          "```json\n{'reasoning': 'r', 'actions': [{'tool': 'phone_call', 'argument': 'x'}, "
          "{'tool': "
          "'reverse_search', 'argument': '[image:9]'}, 'web_search(\"tower opened\")',]}\n```");
    if (stage == "summarize")
      return text(
          R"({"relevant": true, "takeaways": "It opened in 1889, see [image:7].", "quotations": ["It never opened at all."]})");
    if (stage == "justify")
      return text(
          "It opened in 1889 [E1] [E8], <script>alert(1)</script> see [image:9] and "
          "[more](http://evil.example/x) or http://evil.example/y.");
    return well(call);
  });
  const auto checked = check(server);
  expect_refuted(checked);
  EXPECT_THAT(checked.record,
              AllOf(HasSubstr("phone_call"), HasSubstr("do not stand in the source")));
  EXPECT_THAT(checked.report, AllOf(HasSubstr("It opened in 1889"), Not(HasSubstr("<script")),
                                    Not(HasSubstr("evil.example")), Not(HasSubstr("image:9"))));
  for (const char* file : {"run/report.html", "run/report.md"})
    EXPECT_THAT(test::read(folder_ / file), Not(HasSubstr("<script>alert")));
}

TEST_P(Faults, AWindowThatIsTooSmallIsMetWithLess) {
  std::string page = "The old tower opened in 1889. ";
  for (int i = 0; i < 3'000; ++i) page += "Filler sentence number " + std::to_string(i) + ". ";
  test::write(folder_ / "corpus/tower.txt", page);
  const ScriptedServer server([](const ModelCall& call) {
    if (call.prompt.size() > 24'000)
      return status(400, "This model's maximum context length is 8192 tokens, prompt is too long");
    return well(call);
  });
  const auto checked = check(server);
  expect_refuted(checked);
  EXPECT_THAT(checked.record,
              AllOf(HasSubstr("window is too small"), HasSubstr("passages of the page"),
                    HasSubstr("had no room for")));
}

TEST_P(Faults, AWindowThatIsKnownIsNeverOverrun) {
  std::string page = "The old tower opened in 1889. ";
  for (int i = 0; i < 3'000; ++i) page += "Filler sentence number " + std::to_string(i) + ". ";
  test::write(folder_ / "corpus/tower.txt", page);
  const ScriptedServer server(well);
  expect_refuted(check(server, {}, "context = 6000\nmax_tokens = 1000\n"));
  for (const auto& call : server.calls())
    EXPECT_LT(call.prompt.size() + call.system.size(), 5'000U * 4);
}

TEST_P(Faults, ReplayGivesTheSameByteForByte) {
  std::string endless(500, 'x');
  const ScriptedServer server([&](const ModelCall& call) {
    const auto stage = stage_of(call);
    const bool again = call.prompt.find("can't be used") != std::string::npos ||
                       call.prompt.find("could not be used") != std::string::npos;
    if (stage == "develop" && !again) return text(endless);
    if (stage == "judge" && !again) return text(R"({"verdict": "false"})");
    if (stage == "justify") return status(503, "busy");
    return well(call);
  });
  expect_refuted(check(server));
  const auto calls = server.call_count();
  const auto ran = test::assay({"check", "--replay", (folder_ / "run").string(), "--out",
                                (folder_ / "again").string(), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(server.call_count(), calls);
  EXPECT_EQ(test::read(folder_ / "again/record.jsonl"), test::read(folder_ / "run/record.jsonl"));
  EXPECT_EQ(test::read(folder_ / "again/report.md"), test::read(folder_ / "run/report.md"));
  EXPECT_EQ(test::read(folder_ / "again/report.html"), test::read(folder_ / "run/report.html"));
}

TEST_P(Faults, APageThatWasGivenUpIsReplayedTheSame) {
  test::write(folder_ / "corpus/other.txt", "Another page on when the old tower opened in 1889.");
  const ScriptedServer server([](const ModelCall& call) {
    const bool bad =
        stage_of(call) == "summarize" && call.prompt.find("Another page") != std::string::npos;
    return bad ? status(429, "slow down") : well(call);
  });
  expect_refuted(check(server));
  const auto ran = test::assay({"check", "--replay", (folder_ / "run").string(), "--out",
                                (folder_ / "again").string(), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(test::read(folder_ / "again/record.jsonl"), test::read(folder_ / "run/record.jsonl"));
}

TEST_P(Faults, ADeadlineStopsInTimeAndSaysSo) {
  const ScriptedServer server([](const ModelCall& call) {
    auto one = well(call);
    if (stage_of(call) == "summarize") one.fault = Fault::hang;
    return one;
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto checked = check(server, {"--deadline", "2"}, "");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  ASSERT_EQ(checked.status, 0) << checked.err;
  EXPECT_EQ(checked.result.at("verdict"), "not enough evidence");
}

TEST_P(Faults, AJudgeThatIsTooLateIsNotEnoughEvidence) {
  const ScriptedServer server(at("judge", {fault(Fault::hang)}));
  const auto checked = check(server, {"--deadline", "0.5"}, "");
  if (checked.status == 0) expect_nothing_known(checked);
  EXPECT_LT(checked.status, 2);
}

}  // namespace
}  // namespace assay
