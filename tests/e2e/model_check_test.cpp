// Checks by a language model, through the built program, against a scripted server: the examples,
// the photograph among them, and what a user can ask of `assay check --model`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

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
using testing::Each;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

bool is(const ModelCall& call, const char* step) {
  return has(call.prompt, std::string("# Step: ") + step);
}

ModelSays says(const json& answer) {
  ModelSays one;
  one.text = answer.is_string() ? answer.get<std::string>() : answer.dump();
  one.tokens_in = 1'000;
  one.tokens_out = 100;
  return one;
}

json action(const std::string& tool, const std::string& argument) {
  return {{"tool", tool}, {"argument", argument}, {"reason", "to see"}};
}

// What stands between the marks behind a heading: the claim's text, or the page's.
std::string data_behind(const std::string& prompt, const std::string& heading) {
  const auto from = prompt.find("<<<data ", prompt.find(heading));
  const auto begin = prompt.find('\n', from) + 1;
  return prompt.substr(begin, prompt.find("\ndata ", begin) - begin);
}

// The IDs of the evidence that a prompt shows.
std::vector<std::string> evidence_in(const std::string& prompt) {
  std::vector<std::string> ids;
  for (auto at = prompt.find("#### E"); at != std::string::npos; at = prompt.find("#### E", at + 1))
    ids.push_back(prompt.substr(at + 5, prompt.find('\n', at) - at - 5));
  return ids;
}

// A model that uses every tool, calls one claim undecided for three turns, and finds one page
// useless.
ModelSays examples_model(const ModelCall& call) {
  const auto claim = data_behind(call.prompt, "## The claim");
  const bool undecided = has(claim, "Everest");
  if (is(call, "plan")) {
    json actions{action("web_search", claim.substr(0, 80)), action("image_search", "launch pad")};
    if (has(call.prompt, "reverse_search") && has(claim, "photo"))
      actions.push_back(action("reverse_search", "[image:1]"));
    const auto turn = evidence_in(call.prompt).size();
    if (undecided)
      actions = json{action("web_search", "mountain height " + std::to_string(turn) + " " +
                                              std::to_string(call.prompt.size()))};
    return says({{"reasoning", "look"}, {"actions", actions}});
  }
  if (is(call, "read one")) {
    if (has(call.prompt, "Statue of Liberty")) return says("NONE");
    const auto page = data_behind(call.prompt, "## The source");
    return says({{"relevant", true},
                 {"takeaways", "The page speaks of it."},
                 {"quotations", {page.substr(0, page.find_first_of(".\n"))}}});
  }
  const auto ids = evidence_in(call.prompt);
  if (is(call, "weigh")) {
    json findings = json::array();
    for (const auto& id : ids)
      findings.push_back({{"evidence", id}, {"stance", "contradicts"}, {"picture", "no picture"}});
    return says({{"analysis", "It differs."},
                 {"findings", findings},
                 {"missing", undecided ? json{"the survey"} : json::array()}});
  }
  if (is(call, "judge"))
    return says({{"key_findings", "It differs."},
                 {"verdict", undecided ? "not enough evidence" : "refuted"},
                 {"confidence", 0.8}});
  std::string text = "The sources say otherwise";
  if (!ids.empty()) text += " [" + ids.front() + "]";
  if (has(claim, "photo")) text += ", as [image:1] beside [image:2] shows";
  return says(text + ".");
}

class ModelCheck : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string archive() { return (test::source_dir() / "examples/archive").string(); }

  // Runs the program with a cache and a configuration of the test's own.
  test::Ran assay(std::vector<std::string> arguments) const {
    return test::assay(std::move(arguments),
                       {"XDG_CACHE_HOME=" + path("cache"), "XDG_CONFIG_HOME=" + path("config")});
  }
  test::Ran check(const ScriptedServer& server, const std::string& out,
                  const std::vector<std::string>& more, Backend dialect = Backend::openai) const {
    std::vector<std::string> arguments{"check",    "--model", server.spec(dialect),
                                       "--corpus", archive(), "--json",
                                       "--out",    path(out)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    if (dialect == Backend::anthropic) return with_key("ANTHROPIC_API_KEY=k", arguments);
    if (dialect == Backend::gemini) return with_key("GEMINI_API_KEY=k", arguments);
    return assay(arguments);
  }
  test::Ran with_key(const std::string& key, const std::vector<std::string>& arguments) const {
    return test::assay(arguments, {"XDG_CACHE_HOME=" + path("cache"), key});
  }
  static std::vector<json> entries(const fs::path& record) {
    std::vector<json> all;
    std::istringstream lines(test::read(record));
    for (std::string line; std::getline(lines, line);) all.push_back(json::parse(line));
    return all;
  }

  test::TempDir folder_;
};

constexpr const char* tower = "The Eiffel Tower was inaugurated on 31 March 1899.";

TEST_F(ModelCheck, TheExamplesWithEveryToolThreeTurnsAndPictures) {
  const ScriptedServer server(examples_model);
  const auto ran =
      check(server, "run", {"--batch", (test::source_dir() / "examples/claims.jsonl").string()});
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(json::parse(ran.out).at("failed"), 0);
  std::set<std::string> stages;
  int turns = 0;
  std::size_t nones = 0;
  std::string photo;
  for (const auto& claim : fs::directory_iterator(folder_ / "run/claims")) {
    bool is_photo = false;
    for (const auto& entry : entries(claim.path() / "record.jsonl")) {
      if (entry.at("type") == "claim") is_photo = entry.at("value").contains("images");
      if (entry.contains("step")) {
        stages.insert(entry.at("step").at("stage").get<std::string>());
        turns = std::max(turns, entry.at("step").at("turn").get<int>());
      }
      if (entry.at("type") == "summary" && entry.at("value").contains("none")) ++nones;
      if (entry.at("type") == "tool_result") EXPECT_FALSE(entry.at("value").contains("error"));
      for (const auto& call : entry.value("calls", json::array())) {
        EXPECT_THAT(call.at("form"), testing::AnyOf("exact", "repaired"));
        EXPECT_EQ(call.at("prompt").get<std::string>().size(), 64U);
        EXPECT_EQ(call.at("tokens").at("in"), 1'000);
      }
      if (is_photo && entry.at("type") == "justification")
        photo = entry.at("value").at("text").get<std::string>();
    }
  }
  EXPECT_THAT(stages, IsSupersetOf({"plan", "web_search", "image_search", "reverse_search",
                                    "summarize", "develop", "judge", "justify"}));
  EXPECT_EQ(turns, 3);
  EXPECT_GE(nones, 1U);
  EXPECT_THAT(photo, AllOf(HasSubstr("[image:1]"), HasSubstr("[image:2]")));
}

TEST_F(ModelCheck, ThePhotographIsSeenAndItsReportShowsIt) {
  for (const auto dialect : {Backend::openai, Backend::anthropic, Backend::gemini}) {
    const ScriptedServer server(examples_model);
    const auto out = models::to_string(dialect);
    const auto ran = check(server, out,
                           {"This photo shows a North Korean missile.", "--image",
                            (test::source_dir() / "examples/posts/launch-pad.jpg").string()},
                           dialect);
    ASSERT_EQ(ran.status, 0) << ran.err;
    // Each of the stages that look at pictures was shown the claim's own.
    for (const auto& call : server.calls()) EXPECT_GE(call.images, 1U) << call.prompt.substr(0, 80);
    EXPECT_THAT(test::read(folder_ / (out + "/report.html")),
                AllOf(HasSubstr("data:image/jpeg;base64,"), HasSubstr("well-formed")));
  }
}

TEST_F(ModelCheck, TheSameCheckAgainAsksNothing) {
  const ScriptedServer server(examples_model);
  ASSERT_EQ(check(server, "one", {tower}).status, 0);
  const auto asked = server.call_count();
  EXPECT_GT(asked, 4U);
  ASSERT_EQ(check(server, "one", {tower}).status, 0);  // from its record
  ASSERT_EQ(check(server, "two", {tower}).status, 0);  // from the cache
  EXPECT_EQ(server.call_count(), asked);
  ASSERT_EQ(check(server, "three", {tower, "--no-cache"}).status, 0);
  EXPECT_EQ(server.call_count(), 2 * asked);
}

TEST_F(ModelCheck, AReplayGivesTheSameBytesOffline) {
  std::string spec;
  {
    const ScriptedServer server(examples_model);
    ASSERT_EQ(check(server, "one", {tower}).status, 0);
  }
  fs::remove_all(folder_ / "cache");
  const auto ran = assay({"check", "--replay", path("one"), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  for (const auto* file : {"record.jsonl", "report.md", "report.html"})
    EXPECT_EQ(test::read(folder_ / "one" / file), test::read(folder_ / "one-replay" / file))
        << file;
  // A record whose answers were changed is told.
  auto record = test::read(folder_ / "one/record.jsonl");
  const auto at = record.rfind("It differs.");
  record.replace(at, 11, "It agrees!!");
  test::write(folder_ / "one/record.jsonl", record);
  const auto changed = assay({"check", "--replay", path("one"), "--out", path("changed")});
  EXPECT_EQ(changed.status, 1);
  EXPECT_THAT(changed.err, HasSubstr("replay differs from the record"));
}

// The paper's most frequent failure: some picture fits the text, and the claim is called right.
TEST_F(ModelCheck, APictureThatMerelyFitsSupportsNothing) {
  const ScriptedServer server(ScriptedServer::Script([](const ModelCall& call) {
    if (is(call, "plan"))
      return says({{"reasoning", "look"}, {"actions", {action("image_search", "rocket launch")}}});
    if (is(call, "judge"))
      return says(
          {{"key_findings", "A picture fits."}, {"verdict", "supported"}, {"confidence", 1}});
    return examples_model(call);
  }));
  // A picture that no page of the archive shows.
  const auto ran = check(server, "one",
                         {"This photo shows a rocket on its launch pad.", "--single-turn",
                          "--image", (test::source_dir() / "docs/report.png").string()});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto result = json::parse(ran.out);
  EXPECT_EQ(result.at("verdict"), "not enough evidence");
  EXPECT_THAT(test::read(folder_ / "one/record.jsonl"),
              HasSubstr("a picture that merely fits the text"));
}

TEST_F(ModelCheck, BaselinesAskOnceAndSearchNothing) {
  for (const auto* procedure : {"direct", "cot"}) {
    const ScriptedServer server(ScriptedServer::Script([](const ModelCall&) {
      return says({{"key_findings", "First, then."}, {"verdict", "refuted"}, {"confidence", 0.6}});
    }));
    const auto ran = assay({"check", tower, "--model", server.spec(Backend::openai), "--procedure",
                            procedure, "--json", "--out", path(procedure)});
    ASSERT_EQ(ran.status, 0) << ran.err;
    EXPECT_EQ(server.call_count(), 1U);
    EXPECT_EQ(json::parse(ran.out).at("label"), "refuted");
    EXPECT_TRUE(json::parse(ran.out).at("evidence").empty());
  }
  EXPECT_EQ(assay({"check", tower, "--procedure", "cot"}).status, 2);
}

TEST_F(ModelCheck, AblationsLeaveOutWhatTheySay) {
  const ScriptedServer server(examples_model);
  const auto stages_of = [&](const std::string& out) {
    std::set<std::string> stages;
    for (const auto& entry : entries(folder_ / (out + "/record.jsonl")))
      if (entry.contains("step")) stages.insert(entry.at("step").at("stage").get<std::string>());
    return stages;
  };
  ASSERT_EQ(check(server, "a", {tower, "--without", "develop", "--without", "image_search"}).status,
            0);
  EXPECT_THAT(stages_of("a"), AllOf(Each(Not("develop")), Each(Not("image_search"))));
  ASSERT_EQ(check(server, "b", {tower, "--static-actions"}).status, 0);
  EXPECT_THAT(stages_of("b"), IsSupersetOf({"web_search", "image_search"}));
  ASSERT_EQ(check(server, "c", {"Everest is high.", "--single-turn"}).status, 0);
  for (const auto& entry : entries(folder_ / "c/record.jsonl"))
    if (entry.contains("step")) EXPECT_EQ(entry.at("step").at("turn"), 1);
  EXPECT_EQ(check(server, "d", {tower, "--without", "geolocation"}).status, 2);
}

TEST_F(ModelCheck, AStyleExampleAndOwnPromptsReachTheModel) {
  const ScriptedServer server(examples_model);
  test::write(folder_ / "style.txt", "Short. Dry. To the point.");
  test::write(folder_ / "prompts/system.md", "You are the tester's own checker.");
  ASSERT_EQ(check(server, "one",
                  {tower, "--style-example", path("style.txt"), "--prompts", path("prompts")})
                .status,
            0);
  for (const auto& call : server.calls()) {
    EXPECT_THAT(call.system, HasSubstr("the tester's own checker"));
    EXPECT_EQ(has(call.prompt, "Short. Dry. To the point."), is(call, "justify"));
  }
  test::write(folder_ / "prompts/plam.md", "x");
  EXPECT_THAT(check(server, "two", {tower, "--prompts", path("prompts")}).err,
              HasSubstr("plam.md"));
}

TEST_F(ModelCheck, EachStageMayHaveItsOwnModel) {
  const ScriptedServer server(examples_model);
  test::write(folder_ / "assay.toml", "model = \"" + server.spec(Backend::openai, "strong") +
                                          "\"\n[stages]\nsummarize = \"" +
                                          server.spec(Backend::openai, "cheap") + "\"\n");
  const auto ran = assay({"check", tower, "--corpus", archive(), "--config", path("assay.toml"),
                          "--out", path("one")});
  ASSERT_EQ(ran.status, 0) << ran.err;
  for (const auto& call : server.calls())
    EXPECT_EQ(call.model, is(call, "read one") ? "cheap" : "strong");
}

TEST_F(ModelCheck, ABudgetStopsTheSearchInTimeAndSaysSo) {
  const ScriptedServer server(examples_model);
  test::write(folder_ / "assay.toml", "[models.\"" + server.spec(Backend::openai) +
                                          "\"]\nprices = { in = 100.0, out = 100.0 }\n");
  const auto ran =
      check(server, "one", {"Everest is high.", "--config", path("assay.toml"), "--budget", "1"});
  ASSERT_EQ(ran.status, 0) << ran.err;  // a call costs 0.11
  const auto result = json::parse(ran.out);
  EXPECT_LE(result.at("cost").get<double>(), 1.0);
  EXPECT_THAT(test::read(folder_ / "one/record.jsonl"), HasSubstr(R"("type":"limit")"));
  EXPECT_THAT(test::read(folder_ / "one/report.md"), HasSubstr("budget"));
  EXPECT_EQ(check(server, "two", {tower, "--budget", "1"}).status, 2);  // its price is not known
}

TEST_F(ModelCheck, ATextsClaimsAreTakenOutAndCheckedTogether) {
  const ScriptedServer server(ScriptedServer::Script([](const ModelCall& call) {
    if (is(call, "understand"))
      return says({{"topic", "towers"}, {"interpretation", "A post about towers."}});
    if (is(call, "take the claims"))
      return says({{"claims", {"It opened in 1899.", "I love it.", "It opened in 1899!"}}});
    if (is(call, "make a claim")) {
      const auto claim = data_behind(call.prompt, "## The claim");
      return says({{"claim", has(claim, "love") ? "I love it." : tower},
                   {"check_worthy", !has(claim, "love")}});
    }
    return examples_model(call);
  }));
  test::write(folder_ / "text.txt", "It opened in 1899. I love it. It opened in 1899!");
  const auto ran = check(server, "run", {"--content", path("text.txt")});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto result = json::parse(ran.out);
  EXPECT_EQ(result.at("verdict"), "refuted");
  ASSERT_EQ(result.at("claims").size(), 1U);
  EXPECT_EQ(result.at("claims")[0].at("claim"), tower);
  EXPECT_EQ(result.at("left_out").size(), 2U);
  EXPECT_THAT(test::read(folder_ / "run/report.html"),
              AllOf(HasSubstr("The Eiffel Tower"), HasSubstr("I love it.")));
  const auto asked = server.call_count();
  ASSERT_EQ(check(server, "run", {"--content", path("text.txt")}).status, 0);
  EXPECT_EQ(server.call_count(), asked);
  EXPECT_EQ(assay({"check", "--content", path("text.txt"), "--corpus", archive()}).status, 2);
}

TEST_F(ModelCheck, NoKeyReachesWhatIsKept) {
  const ScriptedServer server(examples_model);
  const auto ran = test::assay({"check", tower, "--model", server.spec(Backend::openai), "--corpus",
                                archive(), "--out", path("one")},
                               {"XDG_CACHE_HOME=" + path("cache"), "OPENAI_API_KEY=sk-secret-77"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  for (const auto& file : fs::recursive_directory_iterator(folder_.path()))
    if (file.is_regular_file()) EXPECT_FALSE(has(test::read(file.path()), "sk-secret-77"));
}

}  // namespace
}  // namespace assay
