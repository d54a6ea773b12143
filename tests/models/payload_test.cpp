#include "models/providers/payload.h"

#include <gtest/gtest.h>

#include <chrono>

namespace assay::models {
namespace {

std::string objects(int many) {
  std::string list = "[";
  for (int i = 0; i < many; ++i) list += i == 0 ? "{}" : ",{}";
  return list + "]";
}

// Each object's end would be a walk over the list so far: minutes for half a megabyte.
TEST(ParseBody, AnEndlessListIsNotRead) {
  EXPECT_EQ(parse_body(objects(1000)).size(), 1000U);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(parse_body(objects(200'000)).is_discarded());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(ParseBody, BracketsInTextsAreNoParts) {
  const std::string text(100'000, '{');
  const auto body = parse_body(R"({"text":"\"\\)" + text + "\"}");
  ASSERT_TRUE(body.is_object());
  EXPECT_EQ(text_of(member(body, "text")), "\"\\" + text);
}

}  // namespace
}  // namespace assay::models
