#include "reasoning/prompted/prompt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>

#include "io/pool.h"
#include "support/await.h"
#include "support/support.h"

namespace assay::reasoning::prompted {
namespace {

class NoModel : public models::ChatModel {
 public:
  boost::asio::awaitable<models::ChatAnswer> chat(models::ChatRequest) override {
    co_return models::ChatAnswer{};
  }
  const std::string& name() const override { return name_; }

 private:
  std::string name_ = "none";
};

Backbone backbone(std::int64_t context, int max_tokens) {
  Backbone one;
  one.model = std::make_shared<NoModel>();
  one.traits.context = context;
  one.options.max_tokens = max_tokens;
  return one;
}

TEST(RoomOf, IsWhatTheWindowLeavesBesideTheAnswer) {
  EXPECT_EQ(room_of(backbone(10'000, 2'000)).tokens, 7'200);
  EXPECT_EQ(room_of(backbone(10'000, 9'000)).tokens, 4'500);  // half at least
  EXPECT_EQ(room_of(backbone(0, 4'096)).tokens, (128'000 - 4'096) * 9 / 10);
  EXPECT_EQ(room_of(backbone(10, 4'096)).tokens, 64);
  auto blind = backbone(0, 100);
  EXPECT_TRUE(room_of(blind).pictures);
  blind.traits.vision = false;
  EXPECT_FALSE(room_of(blind).pictures);
}

TEST(EstimatedTokens, AreMoreForOtherScripts) {
  EXPECT_EQ(estimated_tokens(""), 0);
  EXPECT_EQ(estimated_tokens("abcd"), 1);
  EXPECT_GE(estimated_tokens("这座塔在莫斯科"), 7);
}

class UserMessage : public testing::Test {
 protected:
  core::Image image(int number, const std::string& bytes) {
    core::Image one;
    one.number = number;
    one.media_type = "image/png";
    one.width = one.height = 10;
    if (!bytes.empty()) one.sha256 = blobs_.keep(bytes);
    return one;
  }
  // Texts as they are, pictures as `<bytes>`.
  std::string shown(const std::string& text, std::vector<core::Image> pictures, bool sees = true) {
    Pictures source(nullptr, pool_);
    const auto message =
        test::await(loop_, user_message(text, std::move(pictures), {1'000, sees}, blobs_, source));
    std::string all;
    for (const auto& part : message.parts)
      if (const auto* words = std::get_if<models::TextPart>(&part))
        all += words->text;
      else
        all += "<" + *std::get<models::ImagePart>(part).bytes + ">";
    return all;
  }

  test::TempDir folder_;
  io::Blobs blobs_{folder_ / "blobs"};
  io::Pool pool_{1};
  boost::asio::io_context loop_{1};
};

TEST_F(UserMessage, EachPictureStandsRightBehindItsFirstReference) {
  EXPECT_EQ(shown("a [image:2] b [image:1] c [image:2] d", {image(1, "one"), image(2, "two")}),
            "a [image:2]<two> b [image:1]<one> c [image:2] d");
}

TEST_F(UserMessage, OnlyPicturesThatAreGiven) {
  EXPECT_EQ(shown("a [image:3] b", {image(1, "one")}), "a [image:3] b");
  EXPECT_EQ(shown("no reference", {image(1, "one")}), "no reference");
  EXPECT_EQ(shown("", {}), "");
}

TEST_F(UserMessage, APictureThatCannotBeHadIsToldOf) {
  const auto said = " (not shown: it can't be seen here)";
  EXPECT_EQ(shown("[image:1].", {image(1, "")}), std::string("[image:1]") + said + ".");
  auto gone = image(1, "one");
  std::filesystem::remove_all(folder_ / "blobs");
  EXPECT_EQ(shown("[image:1].", {gone}), std::string("[image:1]") + said + ".");
}

TEST_F(UserMessage, AModelThatDoesNotSeeIsToldSo) {
  EXPECT_EQ(shown("[image:1] [image:1]", {image(1, "one")}, false),
            "[image:1] (not shown: it can't be seen here) [image:1]");
}

}  // namespace
}  // namespace assay::reasoning::prompted
