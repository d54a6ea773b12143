#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "assay/core/json.h"
#include "io/sha256.h"
#include "support/scripted_server.h"
#include "support/support.h"

// The built program: `assay models list`, `pull` and `test`.
namespace assay {
namespace {

using core::Json;
using models::Backend;
using test::ModelCall;
using test::ModelSays;
using test::Ran;
using test::ScriptedServer;
using testing::HasSubstr;

constexpr const char* secret = "sk-secret-000001";

ModelSays says(const std::string& text) {
  ModelSays one;
  one.text = text;
  one.tokens_out = 30;
  one.delay = std::chrono::milliseconds(20);
  return one;
}

ModelSays fails(int status, const std::string& text) {
  ModelSays one = says(text);
  one.status = status;
  return one;
}

// A model that does all that is asked.
ModelSays able(const ModelCall& call) {
  if (call.images > 0) return says("Red and blue.");
  if (call.schema) return says(R"({"answer":"yes","reason":"it is"})");
  return says(call.prompt.find("boat") != std::string::npos ? "4172" : "Paris");
}

class Models : public testing::TestWithParam<Backend> {
 protected:
  Ran models(std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
    arguments.insert(arguments.begin(), "models");
    for (const char* name : {"OPENAI_API_KEY=", "ANTHROPIC_API_KEY=", "GEMINI_API_KEY="})
      environment.push_back(name + std::string(secret));
    environment.push_back("XDG_CONFIG_HOME=" + (folder_ / "config").string());
    return test::assay(arguments, environment);
  }
  Json test_json(const ScriptedServer& server, int status) {
    const auto ran = models({"test", server.spec(GetParam()), "--json"});
    EXPECT_EQ(ran.status, status) << ran.out << ran.err;
    EXPECT_EQ(ran.out.find("secret"), std::string::npos);
    EXPECT_EQ(ran.err.find("secret"), std::string::npos);
    return Json::parse(ran.out);
  }

  test::TempDir folder_;
};

INSTANTIATE_TEST_SUITE_P(Dialects, Models,
                         testing::Values(Backend::openai, Backend::anthropic, Backend::gemini),
                         [](const auto& one) { return models::to_string(one.param); });

TEST_P(Models, AnAbleModelPasses) {
  const ScriptedServer server(able);
  const auto json = test_json(server, 0);
  EXPECT_EQ(json.at("works"), true);
  for (const char* name : {"text", "image", "schema", "long_input"}) {
    EXPECT_EQ(json.at(name).at("works"), true) << json;
    EXPECT_TRUE(json.at(name).at("hint").is_null());
    EXPECT_GE(json.at(name).at("latency_ms"), 0);
  }
  EXPECT_EQ(json.at("schema").at("share_well_formed"), 1.0);
  EXPECT_THAT(json.at("long_input").at("detail").get<std::string>(), HasSubstr("found"));
  EXPECT_EQ(server.calls().size(), 8U);
  std::size_t longest = 0;
  for (const auto& call : server.calls()) longest = std::max(longest, call.prompt.size());
  EXPECT_GT(longest, 30'000U);  // about 8,000 tokens
  EXPECT_LT(longest, 60'000U);
}

TEST_P(Models, TheTableSaysTheSame) {
  const ScriptedServer server(able);
  const auto ran = models({"test", server.spec(GetParam()), "--asks", "2"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("text        works"));
  EXPECT_THAT(ran.out, HasSubstr("2 of 2 well-formed"));
  EXPECT_THAT(ran.out, HasSubstr("tokens/s"));
}

TEST_P(Models, ATextModelIsUsableAndSaysWhatItLacks) {
  const ScriptedServer server([](const ModelCall& call) {
    if (call.images > 0) return fails(400, "m is not a multimodal model: image not supported");
    if (call.schema) return fails(400, "response_format is not supported");
    if (call.prompt.size() > 10'000) return fails(400, "maximum context length is 2048 tokens");
    if (call.prompt.find("JSON") != std::string::npos)
      return says(call.number % 2 == 0 ? "I think so." : "{\"answer\":\"yes\",\"reason\":\"r\"}");
    return says("Paris");
  });
  const auto json = test_json(server, 0);
  EXPECT_EQ(json.at("text").at("works"), true);
  EXPECT_EQ(json.at("image").at("works"), false);
  EXPECT_THAT(json.at("image").at("hint").get<std::string>(), HasSubstr("vision"));
  EXPECT_EQ(json.at("schema").at("works"), false);
  EXPECT_LT(json.at("schema").at("share_well_formed"), 1.0);
  EXPECT_GT(json.at("schema").at("share_well_formed"), 0.0);
  EXPECT_EQ(json.at("long_input").at("works"), false);
  EXPECT_THAT(json.at("long_input").at("hint").get<std::string>(), HasSubstr("context"));
}

TEST_P(Models, TheInputIsNoLongerThanTheWindowAllows) {
  const ScriptedServer server(able);
  test::write(folder_ / "assay.toml",
              "[models.\"" + server.spec(GetParam()) + "\"]\ncontext = 2000\n");
  const auto ran = models(
      {"test", server.spec(GetParam()), "--json", "--config", (folder_ / "assay.toml").string()});
  EXPECT_EQ(ran.status, 0) << ran.err;
  std::size_t longest = 0;
  for (const auto& call : server.calls()) longest = std::max(longest, call.prompt.size());
  EXPECT_LT(longest, 9000U);  // about 1,500 tokens
}

TEST_P(Models, WhatFailsHasAHint) {
  const ScriptedServer refuses({fails(401, std::string("bad key ") + secret)});
  auto json = test_json(refuses, 1);
  EXPECT_EQ(json.at("works"), false);
  EXPECT_THAT(json.at("text").at("detail").get<std::string>(),
              HasSubstr(models::to_string(GetParam()) == "openai" ? "OPENAI_API_KEY" : "_API_KEY"));
  EXPECT_EQ(json.at("image").at("tried"), false);
  EXPECT_EQ(refuses.calls().size(), 1U);

  const ScriptedServer unknown({fails(404, "no such model")});
  json = test_json(unknown, 1);
  EXPECT_THAT(json.at("text").at("hint").get<std::string>(), HasSubstr("name and the address"));

  std::string spec;
  {
    const ScriptedServer gone({says("x")});
    spec = gone.spec(GetParam());
  }
  const auto ran = models({"test", spec});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("is the server running"));
}

TEST_P(Models, ModelsThatCannotBeAskedAreToldSo) {
  const auto name = models::to_string(GetParam());
  const auto ran = test::assay({"models", "test", name + ":m"},
                               {"OPENAI_API_KEY=", "ANTHROPIC_API_KEY=", "GEMINI_API_KEY="});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("needs a key: set the environment variable"));
  const auto wrong = models({"test", name});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, testing::StartsWith("assay: --model: "));
}

TEST(ModelsList, ATableAndJson) {
  const test::TempDir folder;
  const std::vector<std::string> environment{"XDG_CONFIG_HOME=" + (folder / "config").string()};
  const auto table = test::assay({"models", "list"}, environment);
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("openai:gpt-4o "));
  EXPECT_THAT(table.out, HasSubstr("128,000"));
  const auto json = Json::parse(test::assay({"models", "list", "--json"}, environment).out);
  EXPECT_GE(json.at("models").size(), 25U);
  test::write(folder / "models.toml",
              "[[model]]\nbackend = \"openai\"\nname = \"mine\"\ncontext = 77\n");
  test::write(folder / "assay.toml", "");
  const auto more =
      test::assay({"models", "list", "--config", (folder / "assay.toml").string()}, environment);
  EXPECT_THAT(more.out, HasSubstr("openai:mine"));
  test::write(folder / "models.toml", "[[model]]\nbackend = \"x\"\n");
  const auto bad =
      test::assay({"models", "list", "--config", (folder / "assay.toml").string()}, environment);
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("models.toml:2: backend must be"));
}

// A hub that sends on to where the bytes are, and says their checksum itself.
class ModelsPull : public testing::Test {
 protected:
  test::LoopbackServer::Handler hub() {
    return [this](const test::Asked& asked) {
      test::Reply reply;
      if (asked.target.find("/resolve/main/") != std::string::npos) {
        reply.status = 302;
        reply.headers = {{"Location", "/bytes"},
                         {"X-Linked-Etag", "\"" + checksum_ + "\""},
                         {"X-Linked-Size", std::to_string(bytes_.size())}};
        return reply;
      }
      reply.body = bytes_;
      reply.headers = {{"ETag", "\"x\""}};
      return reply;
    };
  }
  Ran pull(std::vector<std::string> arguments, const std::string& hub) {
    arguments.insert(arguments.begin(), {"models", "pull"});
    return test::assay(arguments, {"ASSAY_HUB_URL=" + hub, "ASSAY_HUB_TOKEN=hub-secret-1",
                                   "XDG_CONFIG_HOME=" + (folder_ / "config").string(),
                                   "XDG_DATA_HOME=" + (folder_ / "data").string()});
  }

  test::TempDir folder_;
  std::string bytes_ = "GGUF and so on";
  std::string checksum_ = io::sha256(bytes_);
};

TEST_F(ModelsPull, AFileOfAHub) {
  const test::LoopbackServer server(hub());
  const auto ran =
      pull({"hf:me/model:some/m-Q8_0.gguf", "--out", (folder_ / "m").string()}, server.url() + "/");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(test::read(folder_ / "m/m-Q8_0.gguf"), bytes_);
  EXPECT_THAT(ran.out, HasSubstr(checksum_ + "  (as the hub says)"));
  EXPECT_THAT(ran.out, HasSubstr("use it as --model llama:"));
  EXPECT_EQ(server.asked().at(0).method, "HEAD");
  EXPECT_EQ(server.asked().at(0).target, "/me/model/resolve/main/some/m-Q8_0.gguf");
  EXPECT_EQ(server.asked().at(0).header("Authorization"), "Bearer hub-secret-1");
  const auto again =
      pull({"hf:me/model:some/m-Q8_0.gguf", "--out", (folder_ / "m").string()}, server.url());
  EXPECT_THAT(again.out, HasSubstr("was there already"));
}

TEST_F(ModelsPull, AKnownModelWithItsVisionPart) {
  const test::LoopbackServer server(hub());
  const auto ran = pull({"gemma-3-4b-it"}, server.url());
  EXPECT_EQ(ran.status, 0) << ran.err;
  const auto folder = folder_ / "data/assay/models";
  EXPECT_EQ(test::read(folder / "gemma-3-4b-it-Q4_K_M.gguf"), bytes_);
  EXPECT_EQ(test::read(folder / "mmproj-gemma-3-4b-it-Q4_K_M.gguf"), bytes_);
  EXPECT_THAT(ran.out, HasSubstr("Q4_K_M.gguf+"));
}

TEST_F(ModelsPull, WhatIsWrongIsOneLine) {
  const test::LoopbackServer server(hub());
  const auto expect = [&](const Ran& ran, int status, const std::string& words) {
    EXPECT_EQ(ran.status, status) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(words));
    EXPECT_EQ(std::ranges::count(ran.err, '\n'), 1) << ran.err;
    EXPECT_EQ(ran.err.find("hub-secret"), std::string::npos);
  };
  const std::string good = "hf:me/model:m.gguf";
  expect(pull({good}, ""), 2, "no hub is set: give the address of one in the environment");
  expect(pull({"unknown"}, server.url()), 2, "can be fetched; there are SmolLM2-135M-Instruct, ");
  for (const std::string bad : {"hf:me", "hf:me/model", "hf:me/model:../x", "hf:me/model:/etc/x",
                                "hf:../me:x", "hf:me/model:a?b", "hf:me/model:.x"})
    expect(pull({bad}, server.url()), 2, "is named hf:OWNER/NAME:FILE");
  expect(pull({good, "--sha256", "12"}, server.url()), 2, "--sha256 must be 64 hex digits");
  expect(pull({good, "--sha256", std::string(64, 'A')}, server.url()), 1, "should have aaaa");
  checksum_ = std::string(64, 'b');
  expect(pull({good}, server.url()), 1, "should have bbbb");
  EXPECT_TRUE(std::filesystem::is_empty(folder_ / "data/assay/models"));
}

}  // namespace
}  // namespace assay
