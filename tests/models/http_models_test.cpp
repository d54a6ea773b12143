#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "models/make_models.h"
#include "models/providers/payload.h"
#include "support/await.h"
#include "support/fake_pauses.h"
#include "support/loopback_server.h"

// Vectors, ranking and classes over HTTP.
namespace assay::models {
namespace {

namespace asio = boost::asio;
using nlohmann::json;
using test::Asked;
using test::Fault;
using test::LoopbackServer;
using test::Reply;
using Kind = ModelFailure::Kind;

Reply reply_of(const json& body, int status = 200) {
  Reply reply;
  reply.status = status;
  reply.body = body.dump();
  reply.headers.emplace_back("Content-Type", "application/json");
  return reply;
}

std::string packed(const std::vector<float>& numbers) {
  std::string bytes(numbers.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return base64(bytes);
}

class HttpModelsTest : public testing::Test {
 protected:
  ChatModelOptions options() {
    ChatModelOptions options;
    options.client = client_;
    options.pauses = pauses_;
    options.environment = [](const std::string&) {
      return std::optional<std::string>("sk-secret");
    };
    return options;
  }
  ModelSpec spec(const LoopbackServer& server, const std::string& path = "/v1") {
    return ModelSpec::parse("openai:m@" + server.url(path));
  }
  std::vector<Vector> embed(const LoopbackServer& server, std::vector<Part> items) {
    const auto model = make_embedder(spec(server), options());
    return test::await(loop_, model->embed(std::move(items)));
  }
  template <class Work>
  ModelFailure failure(Work work) {
    try {
      work();
    } catch (const ModelFailure& e) {
      EXPECT_EQ(std::string(e.what()).find("secret"), std::string::npos) << e.what();
      EXPECT_TRUE(std::string(e.what()).starts_with("openai:m@http://")) << e.what();
      return e;
    }
    ADD_FAILURE() << "no failure";
    return {Kind::bad_request, ""};
  }

  asio::io_context loop_{1};
  std::shared_ptr<io::HttpClient> client_ = std::make_shared<io::HttpClient>(loop_.get_executor());
  std::shared_ptr<test::FakePauses> pauses_ = std::make_shared<test::FakePauses>();
};

std::vector<Part> texts(std::size_t count) {
  std::vector<Part> items;
  for (std::size_t i = 0; i < count; ++i) items.emplace_back(TextPart{std::to_string(i)});
  return items;
}

// Vectors that tell which text they are of, in another order than asked.
Reply embeddings(const Asked& asked, bool plain) {
  const auto body = json::parse(asked.body);
  json data = json::array();
  std::size_t index = 0;
  for (const auto& input : body.at("input")) {
    const float angle = std::stof(input.is_string() ? input.get<std::string>() : "0") / 1000;
    const std::vector<float> vector{3 * std::cos(angle), 3 * std::sin(angle)};
    json item{{"index", index++}, {"embedding", json(vector)}};
    if (!plain) item["embedding"] = packed(vector);
    data.insert(data.begin(), item);
  }
  return reply_of({{"data", data}});
}

TEST_F(HttpModelsTest, VectorsInTheOrderOfTheTexts) {
  for (const bool plain : {false, true}) {
    const LoopbackServer server([&](const Asked& asked) { return embeddings(asked, plain); });
    const auto vectors = embed(server, texts(300));
    ASSERT_EQ(vectors.size(), 300U);
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      EXPECT_NEAR(std::atan2(vectors[i][1], vectors[i][0]), static_cast<double>(i) / 1000, 1e-5);
      EXPECT_NEAR(vectors[i][0] * vectors[i][0] + vectors[i][1] * vectors[i][1], 1, 1e-5);
    }
    EXPECT_EQ(server.asked().size(), 5U);  // batches of 64
    const auto first = server.asked().front();
    EXPECT_EQ(first.target, "/v1/embeddings");
    EXPECT_EQ(first.header("authorization"), "Bearer sk-secret");
    EXPECT_EQ(json::parse(first.body).at("model"), "m");
  }
}

TEST_F(HttpModelsTest, NothingNeedsNoCall) {
  const LoopbackServer server([](const Asked&) { return Reply{}; });
  EXPECT_TRUE(embed(server, {}).empty());
  EXPECT_TRUE(server.asked().empty());
}

TEST_F(HttpModelsTest, PicturesGoAsDataUrls) {
  const LoopbackServer server([](const Asked&) {
    return reply_of({{"data", {{{"embedding", {1, 0}}}, {{"embedding", {0, 1}}}}}});
  });
  embed(server,
        {TextPart{"a"}, ImagePart{"image/png", std::make_shared<const std::string>("abc")}});
  EXPECT_EQ(json::parse(server.asked().at(0).body).at("input"),
            json::parse(R"([{"text":"a"},{"image":"data:image/png;base64,YWJj"}])"));
}

TEST_F(HttpModelsTest, ABlankTextIsSentAsASpace) {
  const LoopbackServer server(
      [](const Asked&) { return reply_of({{"data", {{{"embedding", {1, 0}}}}}}); });
  embed(server, {TextPart{""}});
  EXPECT_EQ(json::parse(server.asked().at(0).body).at("input"), json({" "}));
}

TEST_F(HttpModelsTest, ATextThatIsTooLongIsCut) {
  const LoopbackServer server([](const Asked& asked) {
    const auto body = json::parse(asked.body);
    for (const auto& input : body.at("input"))
      if (input.get<std::string>().size() > 1000)
        return reply_of({{"error", {{"message", "maximum context length is 512 tokens"}}}}, 400);
    json data = json::array();
    for (const auto& input : body.at("input"))
      data.push_back({{"embedding", {1, static_cast<int>(input.get<std::string>().size())}}});
    return reply_of({{"data", data}});
  });
  std::string euro;
  for (int i = 0; i < 1000; ++i) euro += "€";
  const auto vectors = embed(server, {TextPart{"short"}, TextPart{euro}, TextPart{"x"}});
  ASSERT_EQ(vectors.size(), 3U);
  EXPECT_NEAR(vectors[1][1] / vectors[1][0], 750, 1);  // a quarter, whole characters
  EXPECT_NEAR(vectors[2][1] / vectors[2][0], 1, 1e-3);
}

TEST_F(HttpModelsTest, AServerThatKnowsNoBase64IsAskedWithout) {
  const LoopbackServer server([](const Asked& asked) {
    if (json::parse(asked.body).contains("encoding_format"))
      return reply_of({{"error", {{"message", "encoding_format: unexpected"}}}}, 422);
    return embeddings(asked, true);
  });
  EXPECT_EQ(embed(server, texts(300)).size(), 300U);
}

TEST_F(HttpModelsTest, BadVectorsAreRefused) {
  const std::string nan = packed({std::nanf(""), 1});
  for (const std::string body :
       {R"({})", R"({"data":[]})", R"({"data":[{"embedding":[1,0]}]})",
        R"({"data":[{"embedding":[1,0]},{"embedding":[1,0,0]}]})",
        R"({"data":[{"embedding":[1,0]},{"embedding":[0,0]}]})",
        R"({"data":[{"embedding":[1,0]},{"embedding":["x",0]}]})",
        R"({"data":[{"embedding":[1,0]},{"embedding":"!!!!"}]})",
        R"({"data":[{"embedding":[1,0]},{"embedding":[1e300,1e300]}]})",
        R"({"data":[{"index":0,"embedding":[1,0]},{"index":0,"embedding":[1,0]}]})",
        R"({"data":[{"index":0,"embedding":[1,0]},{"index":7,"embedding":[1,0]}]})", R"([])",
        R"({"data":[{"embedding":[]},{"embedding":[]}]})"}) {
    const LoopbackServer server([&](const Asked&) { return reply_of(json::parse(body)); });
    EXPECT_EQ(failure([&] { embed(server, texts(2)); }).kind, Kind::malformed) << body;
    EXPECT_EQ(server.asked().size(), 1U);
  }
  const LoopbackServer server([&](const Asked&) {
    return reply_of({{"data", {{{"embedding", nan}}, {{"embedding", nan}}}}});
  });
  EXPECT_EQ(failure([&] { embed(server, texts(2)); }).kind, Kind::malformed);
}

TEST_F(HttpModelsTest, FailuresAreThoseOfChatModels) {
  std::size_t calls = 0;
  const LoopbackServer busy([&](const Asked& asked) {
    ++calls;
    if (calls == 1) return reply_of({{"error", "slow down"}}, 429);
    if (calls == 2) {
      Reply half = reply_of({{"data", "0123456789"}});
      half.fault = Fault::half_body;
      return half;
    }
    return embeddings(asked, false);
  });
  EXPECT_EQ(embed(busy, texts(1)).size(), 1U);
  EXPECT_EQ(pauses_->slept.size(), 2U);

  const auto kind_of = [&](int status, const std::string& words) {
    const LoopbackServer server(
        [&](const Asked&) { return reply_of({{"error", {{"message", words}}}}, status); });
    return failure([&] { embed(server, texts(1)); }).kind;
  };
  EXPECT_EQ(kind_of(401, "key sk-secret is wrong"), Kind::key);
  EXPECT_EQ(kind_of(404, "no model m"), Kind::not_found);
  EXPECT_EQ(kind_of(500, "broken"), Kind::unavailable);
  EXPECT_EQ(kind_of(400, "maximum context length exceeded"), Kind::too_long);
  const LoopbackServer blind([&](const Asked&) {
    return reply_of({{"error", {{"message", "image input is not supported"}}}}, 400);
  });
  EXPECT_EQ(failure([&] {
              embed(blind, {ImagePart{"image/png", std::make_shared<const std::string>("x")}});
            }).kind,
            Kind::no_vision);
}

TEST_F(HttpModelsTest, AnEndlessAnswerIsStopped) {
  const LoopbackServer server([](const Asked&) {
    Reply reply;
    reply.body = std::string(1 << 20, ' ');
    reply.fault = Fault::endless_body;
    return reply;
  });
  EXPECT_EQ(failure([&] { embed(server, texts(1)); }).kind, Kind::malformed);
}

TEST_F(HttpModelsTest, RanksInTheOrderOfTheDocuments) {
  const LoopbackServer server([](const Asked& asked) {
    const auto body = json::parse(asked.body);
    json results = json::array();
    std::size_t index = 0;
    for (const auto& document : body.at("documents"))
      results.insert(
          results.begin(),
          json{{"index", index++}, {"relevance_score", std::stod(document.get<std::string>())}});
    return reply_of({{"results", results}});
  });
  const auto model = make_reranker(spec(server), options());
  std::vector<std::string> documents;
  for (int i = 0; i < 150; ++i) documents.push_back(std::to_string(i));
  const auto scores = test::await(loop_, model->rerank("q", documents));
  ASSERT_EQ(scores.size(), 150U);
  for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_EQ(scores[i], static_cast<double>(i));
  EXPECT_EQ(server.asked().size(), 3U);
  const auto body = json::parse(server.asked().at(0).body);
  EXPECT_EQ(server.asked().at(0).target, "/v1/rerank");
  EXPECT_EQ(body.at("query"), "q");
  EXPECT_EQ(body.at("top_n"), 64);
  EXPECT_TRUE(test::await(loop_, model->rerank("q", {})).empty());
}

TEST_F(HttpModelsTest, BadRanksAreRefused) {
  for (const std::string body :
       {R"({})", R"({"results":[]})", R"({"results":[{"index":0,"relevance_score":1}]})",
        R"({"results":[{"index":0,"relevance_score":1},{"index":0,"relevance_score":1}]})",
        R"({"results":[{"index":0,"relevance_score":1},{"index":2,"relevance_score":1}]})",
        R"({"results":[{"index":0,"relevance_score":1},{"index":1,"relevance_score":"1"}]})",
        R"({"results":[{"index":0,"relevance_score":1},{"index":-1,"relevance_score":1}]})"}) {
    const LoopbackServer server([&](const Asked&) { return reply_of(json::parse(body)); });
    const auto model = make_reranker(spec(server), options());
    EXPECT_EQ(failure([&] { test::await(loop_, model->rerank("q", {"a", "b"})); }).kind,
              Kind::malformed)
        << body;
  }
}

TEST_F(HttpModelsTest, Classifies) {
  const LoopbackServer server([](const Asked&) {
    return reply_of(json::parse(R"([{"score":0.9,"label":"yes"},{"score":0.3,"label":"no"}])"));
  });
  const auto model = make_classifier(spec(server), options());
  const auto classes = test::await(loop_, model->classify("is it?"));
  ASSERT_EQ(classes.size(), 2U);
  EXPECT_EQ(classes[0].label, "yes");
  EXPECT_DOUBLE_EQ(classes[0].probability, 0.75);  // they sum to 1
  EXPECT_DOUBLE_EQ(classes[1].probability, 0.25);
  EXPECT_EQ(server.asked().at(0).target, "/predict");
  EXPECT_EQ(json::parse(server.asked().at(0).body).at("inputs"), "is it?");
  for (const std::string body :
       {R"({})", "[]", R"([{"score":0.5}])", R"([{"label":"a","score":2}])",
        R"([{"label":"a","score":-1}])", R"([{"label":"a","score":0}])",
        R"([{"label":"a","score":1},{"label":"a","score":1}])"}) {
    const LoopbackServer bad([&](const Asked&) { return reply_of(json::parse(body)); });
    const auto other = make_classifier(spec(bad, ""), options());
    EXPECT_EQ(failure([&] { test::await(loop_, other->classify("x")); }).kind, Kind::malformed)
        << body;
  }
}

TEST_F(HttpModelsTest, WhatNamesNoneIsRefused) {
  const auto refused = [&](const std::string& text) {
    try {
      make_embedder(ModelSpec::parse(text), options());
    } catch (const core::UsageError& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(refused("anthropic:m").find("is no model that makes vectors"), std::string::npos);
  EXPECT_NE(refused("embedded").find("is no model that makes vectors"), std::string::npos);
  EXPECT_THROW(make_classifier(ModelSpec::parse("openai:m"), options()), core::UsageError);
  auto without = options();
  without.environment = [](const std::string&) { return std::optional<std::string>(); };
  EXPECT_THROW(make_reranker(ModelSpec::parse("openai:m"), without), core::UsageError);
}

}  // namespace
}  // namespace assay::models
