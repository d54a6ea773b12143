#include "assay/core/text.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace assay::core {
namespace {

TEST(MultimodalText, KeepsOrder) {
  const MultimodalText text("Left [image:1] and right [image:12].");
  ASSERT_EQ(text.parts().size(), 5U);
  EXPECT_EQ(std::get<ImageRef>(text.parts()[1]).number, 1);
  EXPECT_EQ(std::get<ImageRef>(text.parts()[3]).number, 12);
  EXPECT_EQ(text.plain(), "Left   and right  .");
}

TEST(MultimodalText, LeavesWhatIsNoReference) {
  for (const auto* text : {"[image:]", "[image:0]", "[image:01]", "[image:x]", "[image:1",
                           "[image:9999999]", "[Image:1]", "[image: 1]", "[image:-1]"}) {
    EXPECT_TRUE(MultimodalText(text).images().empty()) << text;
    EXPECT_EQ(MultimodalText(text).to_string(), text);
  }
  EXPECT_EQ(MultimodalText("[image:[image:2]").images(), (std::vector<ImageRef>{{2}}));
}

TEST(MultimodalText, RoundTrips) {
  EXPECT_TRUE(rc::check("to_string is the inverse", [] {
    std::string text;
    const auto pieces = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
    for (const int piece : pieces) {
      constexpr std::array<std::string_view, 6> words{"[image:3]", "[image:", "text",
                                                      "]",         "é",       "[image:12]"};
      text += words[static_cast<std::size_t>(piece)];
    }
    RC_ASSERT(MultimodalText(text).to_string() == text);
  }));
}

}  // namespace
}  // namespace assay::core
