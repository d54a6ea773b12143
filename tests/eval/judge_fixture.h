#pragma once
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "eval/judge/judge.h"
#include "models/answer_cache.h"
#include "models/make_chat_model.h"
#include "support/await.h"
#include "support/fake_pauses.h"
#include "support/scripted_server.h"
#include "support/support.h"

namespace assay::eval {

// A judge whose answers the test writes.
class JudgeFixture : public testing::Test {
 protected:
  using Script = test::ScriptedServer::Script;

  void serve(Script script) { server_ = std::make_unique<test::ScriptedServer>(std::move(script)); }
  // Says the same whatever it is asked.
  void says(const std::string& text) {
    serve([text](const test::ModelCall&) { return answer(text); });
  }
  static test::ModelSays answer(std::string text) {
    test::ModelSays one;
    one.text = std::move(text);
    return one;
  }

  Judge judge() { return Judge(backbone(model()), blobs_); }
  Judge cached_judge() {
    auto cache =
        std::make_shared<models::AnswerCache>(folder_ / "answers.sqlite", [](std::string_view) {});
    return Judge(backbone(models::cached(model(), std::move(cache))), blobs_);
  }

  template <class T>
  T await(boost::asio::awaitable<T> work) {
    return test::await(loop_, std::move(work));
  }
  std::size_t asked() const { return server_->call_count(); }
  std::string prompt(std::size_t call = 0) const { return server_->calls().at(call).prompt; }

  test::TempDir folder_;
  io::Blobs blobs_{folder_ / "blobs"};
  boost::asio::io_context loop_{1};
  std::unique_ptr<test::ScriptedServer> server_;

 private:
  std::unique_ptr<models::ChatModel> model() {
    models::ChatModelOptions options;
    options.client = std::make_shared<io::HttpClient>(loop_.get_executor());
    options.pauses = std::make_shared<test::FakePauses>();
    options.environment = [](const std::string&) { return std::optional<std::string>("key"); };
    return make_chat_model(models::ModelSpec::parse(server_->spec(models::Backend::openai)),
                           std::move(options));
  }
  static reasoning::Backbone backbone(std::unique_ptr<models::ChatModel> model) {
    reasoning::Backbone one;
    one.model = std::move(model);
    one.cost = [](const models::TokenCount& tokens) {
      return std::optional(static_cast<double>(tokens.in + tokens.out) / 1'000);
    };
    return one;
  }
};

}  // namespace assay::eval
