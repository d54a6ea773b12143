#pragma once
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

#include "models/make_chat_model.h"
#include "models/model_failure.h"
#include "support/await.h"
#include "support/fake_pauses.h"
#include "support/scripted_server.h"

// What the tests of hosted chat models share.
namespace assay::models {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using test::Fault;
using test::ModelCall;
using test::ModelSays;
using test::ScriptedServer;
using Kind = ModelFailure::Kind;

inline constexpr const char* secret = "sk-very-secret-0001";

inline ModelSays says(std::string text) {
  ModelSays one;
  one.text = std::move(text);
  return one;
}

inline ModelSays fails(int status, std::string text, std::string code = "",
                       std::string param = "") {
  ModelSays one = says(std::move(text));
  one.status = status;
  one.code = std::move(code);
  one.param = std::move(param);
  return one;
}

inline ModelSays breaks(Fault fault) {
  ModelSays one = says("0123456789");
  one.fault = fault;
  return one;
}

inline ModelSays with_raw(std::string raw) {
  ModelSays one;
  one.raw = std::move(raw);
  return one;
}

inline ChatRequest ask(const std::string& text) {
  ChatRequest request;
  request.messages = {{Role::system, {TextPart{"Be brief."}}}, {Role::user, {TextPart{text}}}};
  return request;
}

inline ChatRequest ask_with_schema() {
  auto request = ask("A verdict as JSON.");
  request.options.schema = AnswerSchema{"verdict", R"({"type":"object","properties":{}})"};
  return request;
}

inline ImagePart image(const std::string& bytes) {
  return {"image/png", std::make_shared<const std::string>(bytes)};
}

// Every test runs in each dialect.
class ChatModelFixture : public testing::TestWithParam<Backend> {
 protected:
  std::unique_ptr<ChatModel> model(const std::string& spec) {
    ChatModelOptions options;
    options.client = client_;
    options.pauses = pauses_;
    options.limit = limit_;
    options.environment = [](const std::string&) { return std::optional<std::string>(secret); };
    return make_chat_model(ModelSpec::parse(spec), std::move(options));
  }
  std::unique_ptr<ChatModel> model(const ScriptedServer& server) {
    return model(server.spec(GetParam()));
  }

  ChatAnswer answer(ChatModel& model, ChatRequest request) {
    return test::await(loop_, model.chat(std::move(request)));
  }
  ChatAnswer answer(const ScriptedServer& server, ChatRequest request) {
    const auto one = model(server);
    return answer(*one, std::move(request));
  }

  ModelFailure failure(const ScriptedServer& server, ChatRequest request) {
    try {
      const auto text = answer(server, std::move(request)).text;
      ADD_FAILURE() << "an answer: " << text;
    } catch (const ModelFailure& e) {
      const std::string line = e.what();
      EXPECT_EQ(line.find('\n'), std::string::npos);
      EXPECT_EQ(line.find("secret"), std::string::npos) << line;
      EXPECT_TRUE(line.starts_with(server.spec(GetParam()))) << line;
      return e;
    }
    return {Kind::bad_request, "none"};
  }

  // The request's field by its name in each dialect.
  nlohmann::json field(const ModelCall& call, const std::string& openai,
                       const std::string& gemini) const {
    if (GetParam() == Backend::gemini)
      return call.body.at("generationConfig").value(gemini, nlohmann::json());
    return call.body.value(openai, nlohmann::json());
  }

  asio::io_context loop_{1};
  std::shared_ptr<io::HttpClient> client_ = std::make_shared<io::HttpClient>(loop_.get_executor());
  std::shared_ptr<CallLimit> limit_ = std::make_shared<CallLimit>(64);
  std::shared_ptr<test::FakePauses> pauses_ = std::make_shared<test::FakePauses>();
};

}  // namespace assay::models
