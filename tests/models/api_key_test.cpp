#include "models/api_key.h"

#include <gtest/gtest.h>

#include "assay/core/error.h"

namespace assay::models {
namespace {

Environment holding(const std::string& name, const std::string& value) {
  return [=](const std::string& asked) -> std::optional<std::string> {
    if (asked == name) return value;
    return std::nullopt;
  };
}

std::string refusal(const std::string& spec, const Environment& environment) {
  try {
    api_key(ModelSpec::parse(spec), environment);
  } catch (const core::UsageError& e) {
    return e.what();
  }
  return "none";
}

TEST(ApiKey, ComesFromTheProvidersVariable) {
  EXPECT_EQ(api_key(ModelSpec::parse("openai:m"), holding("OPENAI_API_KEY", "sk-1")), "sk-1");
  EXPECT_EQ(api_key(ModelSpec::parse("anthropic:m"), holding("ANTHROPIC_API_KEY", "a")), "a");
  EXPECT_EQ(api_key(ModelSpec::parse("gemini:m"), holding("GEMINI_API_KEY", " g\n")), "g");
}

TEST(ApiKey, AMissingOneIsNamed) {
  EXPECT_EQ(refusal("openai:m", holding("GEMINI_API_KEY", "g")),
            "the model openai:m needs a key: set the environment variable OPENAI_API_KEY");
  EXPECT_NE(refusal("anthropic:m", holding("ANTHROPIC_API_KEY", " ")).find("ANTHROPIC_API_KEY"),
            std::string::npos);
}

TEST(ApiKey, AnotherServerNeedsNone) {
  const auto spec = ModelSpec::parse("openai:m@http://localhost:8000/v1");
  EXPECT_EQ(api_key(spec, holding("X", "x")), "");
  EXPECT_EQ(api_key(spec, holding("OPENAI_API_KEY", "k")), "k");
}

TEST(ApiKey, WhatCannotBeSentIsRefusedAndNotShown) {
  const auto line = refusal("openai:m", holding("OPENAI_API_KEY", "sk-1\r\nX-Other: 2"));
  EXPECT_NE(line.find("OPENAI_API_KEY"), std::string::npos);
  EXPECT_EQ(line.find("sk-1"), std::string::npos);
}

}  // namespace
}  // namespace assay::models
