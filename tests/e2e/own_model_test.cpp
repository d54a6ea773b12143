// The built program with a real language model inside it: a small one, which says much and knows
// little. The form of its answers may fail; the check may not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/test_models.h"
#include "support/support.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;

class OwnModel : public testing::Test {
 protected:
  void SetUp() override {
    const auto model = test::smollm2();
    if (!model) GTEST_SKIP() << test::models_missing;
    spec_ = "llama:" + model->string();
    configure(96);
  }

  // A small window and short answers, so that it is quick.
  void configure(int max_tokens) {
    test::write(folder_ / "assay.toml",
                "[models.\"" + spec_ + "\"]\ncontext = 2048\ntemperature = 0.0\nmax_tokens = " +
                    std::to_string(max_tokens) + "\n");
  }

  test::Ran assay(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--config", (folder_ / "assay.toml").string(), "--json"});
    return test::assay(std::move(arguments),
                       {"XDG_CACHE_HOME=" + (folder_ / "cache").string(), "OPENAI_API_KEY="});
  }

  test::TempDir folder_;
  std::string spec_;
};

TEST_F(OwnModel, IsTried) {
  const auto ran = assay({"models", "test", spec_});
  ASSERT_EQ(ran.status, 0) << ran.err << ran.out;
  const auto result = json::parse(ran.out);
  EXPECT_EQ(result.at("works"), true);
  EXPECT_EQ(result.at("text").at("works"), true);
  EXPECT_GT(result.at("text").at("tokens_per_second").get<double>(), 0);
  EXPECT_EQ(result.at("image").at("works"), false);  // it has no eyes
  EXPECT_THAT(result.at("image").at("hint").get<std::string>(), HasSubstr("mmproj"));
  // Its sampling is held to the form, but an answer may run into its limit.
  EXPECT_GE(result.at("schema").at("share_well_formed").get<double>(), 0.5) << result;
  EXPECT_EQ(result.at("long_input").at("works"), true) << result;
  EXPECT_GT(result.at("long_input").at("tokens_in").get<int>(), 1'000);
}

TEST_F(OwnModel, ChecksAClaimToItsEnd) {
  configure(32);
  test::write(folder_ / "archive" / "tower.txt",
              "The Eiffel Tower in Paris was opened to the public on 15 May 1889.\n");
  const std::vector<std::string> command{"check",
                                         "The Eiffel Tower was opened in 1899.",
                                         "--corpus",
                                         (folder_ / "archive").string(),
                                         "--model",
                                         spec_,
                                         "--static-actions",
                                         "--single-turn",
                                         "--results",
                                         "1",
                                         "--out",
                                         (folder_ / "run").string()};
  const auto ran = assay(command);
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto result = json::parse(ran.out);
  EXPECT_THAT(result.at("verdict").get<std::string>(),
              AnyOf("supported", "refuted", "conflicting", "not enough evidence"));
  EXPECT_GT(result.at("calls").get<int>(), 2);
  const auto record = test::read(folder_ / "run" / "record.jsonl");
  EXPECT_THAT(record, HasSubstr(R"("stage":"summarize")"));
  EXPECT_THAT(record, HasSubstr(R"("stage":"justify")"));
  EXPECT_EQ(record.find(R"("stage":"plan","turn":2)"), record.npos);
  // Run again, everything is there already.
  const auto again = assay(command);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(test::read(folder_ / "run" / "record.jsonl"), record);
}

}  // namespace
}  // namespace assay
