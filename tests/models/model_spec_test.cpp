#include "models/model_spec.h"

#include <gtest/gtest.h>

#include "assay/core/error.h"

namespace assay::models {
namespace {

TEST(ModelSpec, Embedded) {
  const auto spec = ModelSpec::parse("embedded");
  EXPECT_EQ(spec.backend, Backend::embedded);
  EXPECT_EQ(spec.to_string(), "embedded");
}

TEST(ModelSpec, HostedModels) {
  const auto openai = ModelSpec::parse("openai:gpt-4o");
  EXPECT_EQ(openai.backend, Backend::openai);
  EXPECT_EQ(openai.name, "gpt-4o");
  EXPECT_EQ(openai.url, "");
  EXPECT_EQ(ModelSpec::parse("anthropic:claude-x").backend, Backend::anthropic);
  const auto gemini = ModelSpec::parse("gemini:models/gemini-2.5-pro");
  EXPECT_EQ(gemini.backend, Backend::gemini);
  EXPECT_EQ(gemini.name, "models/gemini-2.5-pro");
}

TEST(ModelSpec, TheUrlStartsAtTheLastAtHttp) {
  const auto spec = ModelSpec::parse("openai:org/name:free@2024@http://localhost:8000/v1");
  EXPECT_EQ(spec.name, "org/name:free@2024");
  EXPECT_EQ(spec.url, "http://localhost:8000/v1");
  const auto two = ModelSpec::parse("openai:a@http://b@https://c/v1");
  EXPECT_EQ(two.name, "a@http://b");
  EXPECT_EQ(two.url, "https://c/v1");
  EXPECT_EQ(ModelSpec::parse("gemini:g@http://127.0.0.1:1").url, "http://127.0.0.1:1");
}

TEST(ModelSpec, ShowsNoCredentials) {
  const auto spec = ModelSpec::parse("openai:m@https://user:pass@host/v1?key=sk-1");
  EXPECT_EQ(spec.url, "https://user:pass@host/v1?key=sk-1");
  EXPECT_EQ(spec.to_string(), "openai:m@https://host/v1");
}

TEST(ModelSpec, LlamaFiles) {
  const auto text = ModelSpec::parse("llama:/models/a.gguf");
  EXPECT_EQ(text.backend, Backend::llama);
  EXPECT_EQ(text.file, "/models/a.gguf");
  EXPECT_EQ(text.mmproj, "");
  const auto vision = ModelSpec::parse("llama:C++/q+a.GGUF+mm+proj.gguf");
  EXPECT_EQ(vision.file, "C++/q+a.GGUF");
  EXPECT_EQ(vision.mmproj, "mm+proj.gguf");
  EXPECT_EQ(vision.to_string(), "llama:C++/q+a.GGUF+mm+proj.gguf");
}

TEST(ModelSpec, WhatIsNoneIsRefusedInOneLine) {
  for (const std::string text :
       {"", "gpt-4o", "openai", "openai:", "openai:@http://host", "openai:m@httpx",
        "openai:m@http://", "openai:m@http://secret host/", "OpenAI:m", "embedded:x",
        "llama:", "llama:model.bin", "llama:.gguf", "llama:a.gguf+b.bin", "llama:a.gguf+.gguf",
        "mistral:x", "openai:a\nb"}) {
    try {
      ModelSpec::parse(text);
      ADD_FAILURE() << text;
    } catch (const core::UsageError& e) {
      const std::string line = e.what();
      EXPECT_EQ(line.find('\n'), std::string::npos);
      EXPECT_EQ(line.find("secret"), std::string::npos);
      EXPECT_NE(line.find("openai:NAME[@URL]"), std::string::npos) << line;
    }
  }
  EXPECT_THROW(ModelSpec::parse("openai:" + std::string(5000, 'x')), core::UsageError);
}

}  // namespace
}  // namespace assay::models
