#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "assay/core/error.h"
#include "eval/judge/judge_pictures.h"
#include "eval/judge/judged_scores.h"
#include "eval/judge_fixture.h"

namespace assay::eval {
namespace {

using core::Json;
using testing::HasSubstr;

const std::string png = "\x89PNG\r\n\x1A\n rest of the picture";
const std::string png_base64 = "iVBORw0KGgogcmVzdCBvZiB0aGUgcGljdHVyZQ==";

// What the prompt asks, by its heading.
bool asks(const test::ModelCall& call, const std::string& heading) {
  return call.prompt.find(heading) != std::string::npos;
}
bool asks_ev2r(const test::ModelCall& call) { return asks(call, "two collections of evidence"); }
bool asks_questions(const test::ModelCall& call) { return asks(call, "two lists of questions"); }
bool asks_evidence(const test::ModelCall& call) { return asks(call, "two lists of evidence"); }
bool asks_pictures(const test::ModelCall& call) { return asks(call, "pictures of two items"); }

std::string facts(const std::string& contained) {
  return R"({"reference_facts": [{"contained": )" + contained +
         R"(}], "candidate_facts": [{"supported": true}]})";
}

class JudgedScoresTest : public JudgeFixture {
 protected:
  void add(const std::string& id, const std::string& label, const std::string& predicted) {
    Instance instance;
    instance.claim.id = id;
    instance.claim.text = core::MultimodalText("Claim " + id + ".");
    instance.label = label;
    instance.questions = {{"Which one?", {{"This one " + id, "Extractive", "", "", {}}}, {}}};
    dataset_.instances.push_back(instance);
    Prediction prediction;
    prediction.id = id;
    prediction.label = predicted;
    prediction.pairs = {{"What of it?", "That one.", "", "", {}}};
    predictions_.push_back(prediction);
  }
  Json judged(const std::string& benchmark, JudgeOptions options = {}) {
    auto one = judge();
    return judged(one, benchmark, std::move(options));
  }
  Json judged(Judge& one, const std::string& benchmark, JudgeOptions options = {}) {
    claims_ = claim_scores(dataset_, predictions_);
    return await(judged_scores(one, *benchmark_named(benchmark), dataset_, predictions_, claims_,
                               std::move(options)));
  }
  // AVerImaTeC's judge: all questions are covered; the evidence of claims whose number is odd is
  // supported.
  void serve_averimatec() {
    serve([](const test::ModelCall& call) {
      if (asks_questions(call)) return answer(R"({"covered": [1]})");
      if (asks_pictures(call)) return answer(R"({"rating": 9})");
      if (!asks_evidence(call)) return answer(R"({"reference_facts": [{"contained": true}]})");
      return answer(asks(call, "Claim 1.") ? R"({"supported": [{"reference": 1, "candidate": 1}]})"
                                           : R"({"supported": []})");
    });
  }

  Dataset dataset_;
  std::vector<Prediction> predictions_;
  std::vector<ClaimScore> claims_;
};

TEST_F(JudgedScoresTest, Ev2rOfAllClaims) {
  add("1", "Supported", "Supported");
  add("2", "Refuted", "Supported");
  dataset_.instances[1].justification = "Because.";
  serve([](const test::ModelCall& call) {
    if (!asks_ev2r(call)) return answer(R"({"reference_facts": [{"contained": true}]})");
    return answer(facts(asks(call, "Claim 1.") ? "true" : "false"));
  });
  predictions_[1].justification = "For.";
  const auto json = judged("averitec");
  EXPECT_EQ(json.at("claims"), 2);
  EXPECT_EQ(json.at("unjudged"), 0);
  EXPECT_EQ(json.at("repeats"), 1);
  EXPECT_EQ(json.at("calls"), 3);
  EXPECT_EQ(json.at("tokens_in"), 30);
  EXPECT_EQ(json.at("tokens_out"), 15);
  EXPECT_DOUBLE_EQ(json.at("cost").get<double>(), 0.045);
  EXPECT_THAT(json.at("model").get<std::string>(), HasSubstr("openai:m"));
  EXPECT_EQ(json.at("ev2r_recall").at("mean"), 0.5);
  EXPECT_EQ(json.at("ev2r_precision").at("mean"), 1.0);
  EXPECT_EQ(json.at("ev2r_f1").at("mean"), 0.5);
  EXPECT_TRUE(json.at("ev2r_f1").at("deviation").is_null());
  EXPECT_EQ(json.at("justification").at("mean"), 1.0);
  EXPECT_FALSE(json.contains("q_eval"));
  EXPECT_EQ(claims_[0].judged.at("ev2r_recall"), 1.0);
  EXPECT_FALSE(claims_[0].judged.contains("justification"));
  EXPECT_EQ(claims_[1].judged.at("ev2r_recall"), 0.0);
  const auto calls = server_->calls();
  EXPECT_TRUE(std::ranges::any_of(
      calls, [](const auto& call) { return asks(call, "Which one? This one 1"); }));
}

TEST_F(JudgedScoresTest, RepeatsGiveMeanAndDeviation) {
  add("1", "Supported", "Supported");
  add("2", "Refuted", "Supported");
  // In the order of claims, then of repeats: 1, 0, 0 and 1, 0, 1.
  serve([](const test::ModelCall& call) {
    const std::vector<const char*> contained{"true", "false", "false", "true", "false", "true"};
    return answer(facts(contained.at(call.number)));
  });
  JudgeOptions options;
  options.repeats = 3;
  options.at_once = 1;
  const auto json = judged("averitec", options);
  EXPECT_EQ(json.at("calls"), 6);
  EXPECT_DOUBLE_EQ(json.at("ev2r_recall").at("mean").get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(json.at("ev2r_recall").at("deviation").get<double>(), 0.5);
  EXPECT_DOUBLE_EQ(claims_[0].judged.at("ev2r_recall"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(claims_[1].judged.at("ev2r_recall"), 2.0 / 3);
}

TEST_F(JudgedScoresTest, ACacheKeepsRepeatsApartAndNothingIsAskedTwice) {
  add("1", "Supported", "Supported");
  add("2", "Refuted", "Supported");
  serve([](const test::ModelCall& call) {
    return answer(facts(call.number % 2 == 0 ? "true" : "false"));
  });
  JudgeOptions options;
  options.repeats = 2;
  // Each opens the cache anew, as another run of the program does.
  const auto run = [&] {
    auto judge = cached_judge();
    return judged(judge, "averitec", options);
  };
  const auto once = run();
  EXPECT_EQ(asked(), 4U);
  EXPECT_EQ(once.at("from_cache"), 0);
  auto again = run();
  EXPECT_EQ(asked(), 4U);
  EXPECT_EQ(again.at("from_cache"), 4);
  again["from_cache"] = 0;
  EXPECT_EQ(again, once);
  options.repeats = 3;
  run();
  EXPECT_EQ(asked(), 6U);
}

TEST_F(JudgedScoresTest, AverimatecCountsOnlyFromLambda) {
  add("1", "Supported", "Supported");
  add("2", "Refuted", "Refuted");
  add("3", "Refuted", "Supported");
  for (auto& instance : dataset_.instances) instance.justification = "Because.";
  for (auto& prediction : predictions_) prediction.justification = "For.";
  serve_averimatec();
  const auto json = judged("averimatec");
  const auto mean = [&](const char* name) { return json.at(name).at("mean").get<double>(); };
  EXPECT_DOUBLE_EQ(mean("q_eval"), 1);
  EXPECT_DOUBLE_EQ(mean("evid_eval"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(mean("veracity"), 2.0 / 3);
  EXPECT_DOUBLE_EQ(mean("veracity_at_lambda"), 1.0 / 3);
  EXPECT_DOUBLE_EQ(mean("justification"), 1);
  EXPECT_DOUBLE_EQ(mean("justification_at_lambda"), 1.0 / 3);
  EXPECT_EQ(json.at("lambda"), 0.3);
  EXPECT_FALSE(json.contains("ev2r_recall"));
  JudgeOptions options;
  options.lambda = 0;
  EXPECT_DOUBLE_EQ(judged("averimatec", options).at("veracity_at_lambda").at("mean").get<double>(),
                   2.0 / 3);
}

TEST_F(JudgedScoresTest, PicturesAreReadFromFilesAndBase64) {
  add("1", "Supported", "Supported");
  test::write(folder_ / "gold/images/a.png", png);
  dataset_.base = folder_ / "gold";
  dataset_.instances[0].questions[0].answers[0].images = {"images/a.png", "images/missing.png"};
  predictions_[0].pairs[0].images = {png_base64};
  serve_averimatec();
  const auto json = judged("averimatec");
  EXPECT_EQ(json.at("evid_eval").at("mean"), 1.0);
  EXPECT_EQ(json.at("pictures_unread"), 1);
  const auto calls = server_->calls();
  const auto compared = std::ranges::find_if(calls, asks_pictures);
  ASSERT_NE(compared, calls.end());
  EXPECT_EQ(compared->images, 2U);
}

TEST_F(JudgedScoresTest, ClaimsThatCannotBeJudgedAreLeftOutAndCounted) {
  add("1", "Supported", "Supported");
  add("2", "Supported", "Supported");
  add("3", "Supported", "Supported");
  serve([](const test::ModelCall& call) {
    if (asks(call, "Claim 2.")) return answer("nonsense");
    auto says = answer(facts("true"));
    if (asks(call, "Claim 3.")) says.status = 400;
    return says;
  });
  std::size_t told = 0;
  JudgeOptions options;
  options.progress = [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(done, ++told);
    EXPECT_EQ(total, 3U);
  };
  const auto json = judged("averitec", options);
  EXPECT_EQ(told, 3U);
  EXPECT_EQ(json.at("claims"), 3);
  EXPECT_EQ(json.at("unjudged"), 2);
  EXPECT_EQ(json.at("ev2r_recall").at("mean"), 1.0);
  EXPECT_TRUE(claims_[1].judged.empty());
  EXPECT_TRUE(claims_[2].judged.empty());
}

TEST_F(JudgedScoresTest, AClaimMayBeJudgedInSomeRepeats) {
  add("1", "Supported", "Supported");
  serve([](const test::ModelCall& call) {
    return answer(call.number == 0 ? facts("true") : "nonsense");
  });
  JudgeOptions options;
  options.repeats = 2;
  options.at_once = 1;
  const auto json = judged("averitec", options);
  EXPECT_EQ(json.at("unjudged"), 0);
  EXPECT_EQ(json.at("partly_judged"), 1);
  EXPECT_EQ(json.at("ev2r_recall").at("mean"), 1.0);
  EXPECT_TRUE(json.at("ev2r_recall").at("deviation").is_null());
}

TEST_F(JudgedScoresTest, NoUsableAnswerAtAllIsNoScore) {
  add("1", "Supported", "Supported");
  says("nonsense");
  const auto json = judged("averitec");
  EXPECT_EQ(json.at("unjudged"), 1);
  EXPECT_FALSE(json.contains("ev2r_recall"));
}

TEST_F(JudgedScoresTest, AJudgeOutOfReachIsAnError) {
  add("1", "Supported", "Supported");
  add("2", "Supported", "Supported");
  predictions_.pop_back();  // scored 0 without asking
  serve([](const test::ModelCall&) {
    auto one = answer("that key is not known");
    one.status = 401;
    return one;
  });
  try {
    judged("averitec");
    ADD_FAILURE() << "no error";
  } catch (const core::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("no claim could be judged"));
    EXPECT_THAT(error.what(), HasSubstr("openai:m"));
  }
}

TEST_F(JudgedScoresTest, WhatWasNotPredictedIsZeroWithoutAsking) {
  add("1", "Supported", "Supported");
  predictions_.clear();
  says("nonsense");
  EXPECT_EQ(judged("averitec").at("ev2r_f1").at("mean"), 0.0);
  EXPECT_EQ(judged("averimatec").at("q_eval").at("mean"), 0.0);
  EXPECT_EQ(asked(), 0U);
}

TEST_F(JudgedScoresTest, NothingToCompareWithIsNoSection) {
  add("1", "Supported", "Supported");
  dataset_.instances[0].questions.clear();
  says("nonsense");
  EXPECT_TRUE(judged("averitec").is_null());
  EXPECT_TRUE(judged("averimatec").is_null());
}

TEST_F(JudgedScoresTest, TimeIsAskedOfEachClaim) {
  add("1", "Supported", "Supported");
  add("2", "Supported", "Supported");
  add("3", "Supported", "Supported");
  serve([](const test::ModelCall& call) {
    if (asks(call, "Claim 3.")) return answer("perhaps");
    return answer(asks(call, "Claim 1.") ? R"({"depends_on_time": true})"
                                         : R"({"depends_on_time": false})");
  });
  claims_ = claim_scores(dataset_, predictions_);
  auto one = judge();
  EXPECT_EQ(await(temporal_flags(one, dataset_, claims_)), 1U);
  EXPECT_EQ(claims_[0].depends_on_time, true);
  EXPECT_EQ(claims_[1].depends_on_time, false);
  EXPECT_EQ(claims_[2].depends_on_time, std::nullopt);
}

TEST(JudgePicturesTest, ReadsWhatModelsTake) {
  const test::TempDir folder;
  test::write(folder / "base/a.png", png);
  test::write(folder / "base/text.png", "no picture");
  test::write(folder / "base/empty.png", "");
  test::write(folder / "base/large.png", png + std::string(longest_judge_picture, 'x'));
  test::write(folder / "outside.png", png);
  test::write(folder / "base-other/b.png", png);
  std::filesystem::create_symlink(folder / "outside.png", folder / "base/link.png");
  const auto base = folder / "base";
  const auto count = [&](const std::string& reference) {
    const auto read = judge_pictures(std::vector{reference}, base);
    EXPECT_EQ(read.pictures.size() + read.unread, 1U);
    return read.pictures.size();
  };
  EXPECT_EQ(count("a.png"), 1U);
  EXPECT_EQ(count("./x/../a.png"), 0U);  // there is no x
  EXPECT_EQ(count((base / "a.png").string()), 1U);
  EXPECT_EQ(count("data:image/png;base64," + png_base64), 1U);
  EXPECT_EQ(count(png_base64), 1U);
  for (const std::string& bad :
       {std::string("text.png"), std::string("empty.png"), std::string("large.png"),
        std::string("link.png"), std::string("../outside.png"), std::string("../base-other/b.png"),
        (folder / "outside.png").string(), std::string("/dev/zero"), std::string("."),
        std::string(), std::string("a.png\0b", 7), std::string("data:image/png,abc"),
        std::string("data:image/png;base64,!!!"), std::string("https://example.org/a.png"),
        std::string(10'000, '/'), std::string(8'000'000, 'A')})
    EXPECT_EQ(count(bad), 0U) << bad.substr(0, 40);
  const auto many = judge_pictures(std::vector<std::string>(10, "a.png"), base);
  EXPECT_EQ(many.pictures.size(), most_judge_pictures);
  EXPECT_EQ(many.pictures[0].media_type, "image/png");
}

}  // namespace
}  // namespace assay::eval
