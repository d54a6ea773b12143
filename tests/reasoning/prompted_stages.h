#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/pool.h"
#include "reasoning/prompted/stages.h"
#include "support/await.h"
#include "support/support.h"

namespace assay::test {

// A model whose answers the test writes, and which keeps what it was asked.
class FakeModel : public models::ChatModel {
 public:
  using Script = std::function<models::ChatAnswer(const models::ChatRequest&)>;

  boost::asio::awaitable<models::ChatAnswer> chat(models::ChatRequest request) override {
    asked.push_back(std::move(request));
    co_return script(asked.back());
  }
  const std::string& name() const override { return name_; }

  Script script;
  std::vector<models::ChatRequest> asked;

 private:
  std::string name_ = "openai:fake";
};

inline models::ChatAnswer says(std::string text, models::Finish finish = models::Finish::complete) {
  models::ChatAnswer answer;
  answer.text = std::move(text);
  answer.finish = finish;
  return answer;
}

// What a request says in all, pictures as `<their bytes>`.
inline std::string text_of(const models::ChatRequest& request) {
  std::string all;
  for (const auto& message : request.messages)
    for (const auto& part : message.parts)
      if (const auto* words = std::get_if<models::TextPart>(&part))
        all += words->text;
      else
        all += "<" + *std::get<models::ImagePart>(part).bytes + ">";
  return all;
}

// A stage with a fake model, and the calls that its session notes.
class PromptedStages : public testing::Test {
 protected:
  // Says one after the other, the last again and again.
  void answers(std::vector<models::ChatAnswer> all) {
    model_->script = [this, all = std::move(all)](const models::ChatRequest&) {
      return all.at(std::min(model_->asked.size(), all.size()) - 1);
    };
  }
  void answers(const std::string& text) { answers(std::vector{says(text)}); }
  void fails(models::ModelFailure::Kind kind) {
    model_->script = [kind](const models::ChatRequest&) -> models::ChatAnswer {
      throw models::ModelFailure(kind, "openai:fake: it failed");
    };
  }

  reasoning::prompted::Shared shared() {
    reasoning::prompted::Shared all;
    all.templates = std::make_shared<const reasoning::prompted::Templates>();
    all.pictures = std::make_shared<reasoning::prompted::Pictures>(nullptr, pool_);
    return all;
  }
  reasoning::Backbone backbone() {
    reasoning::Backbone one;
    one.model = model_;
    one.traits.context = context_;
    return one;
  }

  template <class In, class Out>
  Out run(const std::shared_ptr<const reasoning::Stage<In, Out>>& stage, In input) {
    calls_->clear();
    reasoning::Session::Setup setup;
    setup.calls = calls_;
    reasoning::Session session(blobs_, std::move(setup));
    return await(loop_, stage->run(std::move(input), session));
  }

  std::string prompt(std::size_t ask = 0) const { return text_of(model_->asked.at(ask)); }

  core::Image image(int number, const std::string& bytes) {
    core::Image one;
    one.number = number;
    one.media_type = "image/png";
    one.width = one.height = 10;
    one.sha256 = blobs_.keep(bytes);
    return one;
  }
  static core::Claim claim(const std::string& text = "The tower opened in 1899.") {
    core::Claim one;
    one.text = core::MultimodalText(text);
    return one;
  }
  core::Claim picture_claim() {
    auto one = claim("[image:1] shows the tower in 1899.");
    one.images = {image(1, "claim's bytes")};
    return one;
  }
  static core::Evidence item(const std::string& id, const std::string& takeaways, int turn = 1) {
    core::Evidence one;
    one.id = id;
    one.turn = turn;
    one.takeaways = takeaways;
    one.source.title = "Title of " + id;
    one.source.url = "https://example.org/" + id;
    return one;
  }

  TempDir folder_;
  io::Blobs blobs_{folder_ / "blobs"};
  io::Pool pool_{1};
  boost::asio::io_context loop_{1};
  std::int64_t context_ = 0;  // of the model's window
  std::shared_ptr<FakeModel> model_ = std::make_shared<FakeModel>();
  std::shared_ptr<std::vector<core::ModelCall>> calls_ =
      std::make_shared<std::vector<core::ModelCall>>();
};

}  // namespace assay::test
