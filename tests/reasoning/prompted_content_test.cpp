#include "reasoning/prompted_stages.h"

namespace assay::test {
namespace {

using models::Finish;
using models::ModelFailure;
using namespace reasoning;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ContentStages : public PromptedStages {
 protected:
  Content content() {
    Content one;
    one.text = core::MultimodalText("The bridge is closed since Monday. [image:1] [image:2]");
    one.images = {image(1, "bridge bytes")};
    one.author = "A. Author";
    return one;
  }
  Interpretation interpret() {
    return run(prompted::interpret_stage(shared(), backbone()), InterpretInput{content()});
  }
  std::vector<std::string> decompose() {
    return run(prompted::decompose_stage(shared(), backbone()),
               DecomposeInput{content(), {"A bridge", "It is closed."}});
  }
  StandaloneClaim standalone(const std::string& claim) {
    return run(prompted::decontextualize_stage(shared(), backbone()),
               DecontextualizeInput{content(), {"A bridge", "It is closed."}, claim});
  }
};

TEST_F(ContentStages, Interpret) {
  answers(R"({"topic": "A bridge", "interpretation": "Closed since Monday."})");
  const auto read = interpret();
  EXPECT_EQ(read.topic, "A bridge");
  EXPECT_EQ(read.text, "Closed since Monday.");
  EXPECT_THAT(prompt(),
              AllOf(HasSubstr("[image:1]<bridge bytes> (image 2)"), HasSubstr("A. Author")));
  answers("no");
  EXPECT_EQ(interpret().topic, "");
  EXPECT_EQ(calls_->size(), 3U);
}

TEST_F(ContentStages, Decompose) {
  answers(R"({"claims": ["One.", "", 2, "Two."]})");
  EXPECT_THAT(decompose(), ElementsAre("One.", "2", "Two."));
  EXPECT_THAT(prompt(), AllOf(HasSubstr("It is closed."), HasSubstr("At most 20 claims")));
  answers(R"({"claims": []})");
  EXPECT_THAT(decompose(), IsEmpty());
  EXPECT_EQ(calls_->size(), 1U);
  std::string many = "{\"claims\": [";
  for (int i = 0; i < 200; ++i) many += (i > 0 ? ", \"c" : "\"c") + std::to_string(i) + "\"";
  answers(many + "]}");
  EXPECT_EQ(decompose().size(), 20U);
}

TEST_F(ContentStages, Decontextualize) {
  answers(R"({"claim": "The bridge [image:1] is closed.", "check_worthy": false})");
  const auto made = standalone("It is closed.");
  EXPECT_EQ(made.text, "The bridge [image:1] is closed.");
  EXPECT_FALSE(made.check_worthy);
  for (const auto& bad : {says("", Finish::empty), says(R"({"claim": ""})"), says("x")}) {
    answers(std::vector{bad});
    EXPECT_EQ(standalone("It is closed.").text, "It is closed.");
    EXPECT_TRUE(standalone("It is closed.").check_worthy);
  }
}

TEST_F(ContentStages, AModelThatIsDownIsToldOf) {
  fails(ModelFailure::Kind::unreachable);
  EXPECT_THROW(interpret(), ModelFailure);
}

TEST_F(ContentStages, ALongTextIsReadAsFarAsItFits) {
  context_ = 4'000;
  Content one;
  std::string text;
  for (int i = 0; i < 2'000; ++i) text += "Sentence number " + std::to_string(i) + ". ";
  one.text = core::MultimodalText(text);
  answers(R"({"topic": "t", "interpretation": "i"})");
  run(prompted::interpret_stage(shared(), backbone()), InterpretInput{one});
  EXPECT_THAT(prompt(), AllOf(HasSubstr("Sentence number 0."), HasSubstr("[…]")));
  EXPECT_FALSE((*calls_)[0].dropped.empty());
}

}  // namespace
}  // namespace assay::test
