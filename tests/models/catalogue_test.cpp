#include "models/catalogue.h"

#include <gtest/gtest.h>

#include "assay/core/error.h"
#include "support/support.h"

namespace assay::models {
namespace {

const KnownModel* find(const Catalogue& catalogue, const std::string& spec) {
  return catalogue.find(ModelSpec::parse(spec));
}

std::string name_of(const Catalogue& catalogue, const std::string& spec) {
  const auto* model = find(catalogue, spec);
  return model == nullptr ? "none" : model->name;
}

std::string error_of(const std::string& toml) {
  Catalogue catalogue;
  try {
    catalogue.add(toml, "m.toml");
  } catch (const core::InputError& e) {
    return e.what();
  }
  return "no error";
}

TEST(Catalogue, WhatComesWithAssayIsWhole) {
  const auto catalogue = Catalogue::built_in();
  EXPECT_GE(catalogue.models().size(), 25U);
  for (const auto& model : catalogue.models()) {
    EXPECT_NO_THROW(if (model.backend != Backend::llama) ModelSpec::parse(model.spec()));
    EXPECT_TRUE(model.vision.has_value()) << model.name;
    EXPECT_TRUE(model.thinking.has_value()) << model.name;
    if (model.prices) {
      EXPECT_TRUE(model.prices->noted.has_value()) << model.name;
      EXPECT_GT(model.prices->out, model.prices->in) << model.name;
      EXPECT_LE(model.prices->cached.value_or(0), model.prices->in) << model.name;
    }
    if (model.longest_answer > 0) EXPECT_LT(model.longest_answer, model.context) << model.name;
  }
}

TEST(Catalogue, VersionsOfAModelAreTheModel) {
  const auto catalogue = Catalogue::built_in();
  EXPECT_EQ(name_of(catalogue, "openai:gpt-4o"), "gpt-4o");
  EXPECT_EQ(name_of(catalogue, "openai:gpt-4o-2024-11-20"), "gpt-4o");
  EXPECT_EQ(name_of(catalogue, "openai:gpt-4o-mini"), "gpt-4o-mini");
  EXPECT_EQ(name_of(catalogue, "openai:gpt-4o-mini-2024-07-18"), "gpt-4o-mini");
  EXPECT_EQ(name_of(catalogue, "openai:gpt-4o-audio"), "none");
  EXPECT_EQ(name_of(catalogue, "openai:gpt-5"), "gpt-5");
  EXPECT_EQ(name_of(catalogue, "openai:gpt-5.1"), "gpt-5.1");
  EXPECT_EQ(name_of(catalogue, "openai:gpt-5.9"), "none");
  EXPECT_EQ(name_of(catalogue, "anthropic:claude-opus-5"), "claude-opus-5");
  EXPECT_EQ(name_of(catalogue, "anthropic:claude-opus-5-20260724"), "claude-opus-5");
  EXPECT_EQ(name_of(catalogue, "anthropic:claude-opus-5-5"), "claude-opus-5-5");
  EXPECT_EQ(name_of(catalogue, "anthropic:claude-opus-5-6"), "none");
  EXPECT_EQ(name_of(catalogue, "gemini:gemini-3.1-pro-preview"), "gemini-3.1-pro");
  EXPECT_EQ(name_of(catalogue, "gemini:models/gemini-2.5-flash-001"), "gemini-2.5-flash");
  EXPECT_EQ(name_of(catalogue, "gemini:gpt-4o"), "none");
  EXPECT_EQ(name_of(catalogue, "embedded"), "none");
}

TEST(Catalogue, OpenModelsHaveManyNames) {
  const auto catalogue = Catalogue::built_in();
  const std::string qwen = "Qwen2.5-VL-7B-Instruct";
  EXPECT_EQ(name_of(catalogue, "openai:Qwen/Qwen2.5-VL-7B-Instruct@http://h:8000/v1"), qwen);
  EXPECT_EQ(name_of(catalogue, "openai:qwen/qwen2.5-vl-7b-instruct:free@http://h"), qwen);
  EXPECT_EQ(name_of(catalogue, "openai:qwen2.5vl:7b@http://h"), qwen);
  EXPECT_EQ(name_of(catalogue, "llama:/m/qwen2.5-vl-7b-instruct-q4_k_m.gguf+/m/x.gguf"), qwen);
  EXPECT_EQ(name_of(catalogue, "llama:SmolLM2-135M-Instruct-Q8_0.gguf"), "SmolLM2-135M-Instruct");
  EXPECT_EQ(name_of(catalogue, "llama:other.gguf"), "none");
  ASSERT_NE(catalogue.find_download("smollm2-135m-instruct"), nullptr);
  EXPECT_EQ(catalogue.find_download("gpt-4o"), nullptr);
}

TEST(Catalogue, Cost) {
  const auto catalogue = Catalogue::built_in();
  const auto& gpt = *find(catalogue, "openai:gpt-4o");
  EXPECT_DOUBLE_EQ(*cost(gpt, {1'000'000, 0, 0}), 2.5);
  EXPECT_DOUBLE_EQ(*cost(gpt, {1'000'000, 400'000, 100'000}), 0.6 * 2.5 + 0.4 * 1.25 + 0.1 * 10);
  EXPECT_DOUBLE_EQ(*cost(gpt, {10, 1000, -5}), 10 * 1.25 / 1e6);  // a server may say anything
  const auto& gemini = *find(catalogue, "gemini:gemini-2.5-pro");
  EXPECT_DOUBLE_EQ(*cost(gemini, {1'000'000, 1'000'000, 0}), 1.25);  // no price for cached ones
  EXPECT_EQ(cost(*find(catalogue, "openai:gpt-oss-20b@http://h"), {1, 0, 1}), std::nullopt);
}

TEST(Catalogue, UsersAddAndSayOtherwise) {
  auto catalogue = Catalogue::built_in();
  const auto before = catalogue.models().size();
  catalogue.add(
      "[[model]]\nbackend = \"openai\"\nname = \"GPT-4o\"\ncontext = 64000\n"
      "[[model]]\nbackend = \"openai\"\nname = \"mine\"\nvision = true\nprices = {in = 1, out = "
      "2}\n"
      "[[model]]\nbackend = \"openai\"\nname = \"mine\"\nurl = \"http://h:1/v1\"\ncontext = 5\n",
      "m.toml");
  EXPECT_EQ(catalogue.models().size(), before + 2);
  EXPECT_EQ(find(catalogue, "openai:gpt-4o")->context, 64000);
  EXPECT_EQ(find(catalogue, "openai:gpt-4o")->longest_answer, 16384);  // what was not said stays
  EXPECT_EQ(find(catalogue, "openai:mine@http://other")->context, 0);
  EXPECT_EQ(find(catalogue, "openai:mine@http://h:1/v1")->context, 5);
  EXPECT_EQ(find(catalogue, "openai:mine")->traits().vision, true);
}

TEST(Catalogue, MistakesAreToldWithTheirLine) {
  EXPECT_EQ(error_of("[[model]]\nname = \"x\"\n"),
            "m.toml:1: backend is missing: openai, anthropic, gemini or llama");
  EXPECT_EQ(error_of("[[model]]\nbackend = \"opnai\"\nname = \"x\"\n"),
            "m.toml:2: backend must be openai, anthropic, gemini or llama");
  EXPECT_EQ(error_of("[[model]]\nbackend = \"openai\"\n"), "m.toml:1: name is missing");
  const std::string head = "[[model]]\nbackend = \"openai\"\nname = \"x\"\n";
  EXPECT_EQ(error_of(head + "context = -3"), "m.toml:4: context must be at least 1");
  EXPECT_EQ(error_of(head + "cutoff = \"2024\""),
            "m.toml:4: cutoff must be YYYY-MM or YYYY-MM-DD, in quotes");
  EXPECT_EQ(error_of(head + "prices = {in = 1}"),
            "m.toml:4: out is missing: US dollars for a million tokens of answer");
  EXPECT_EQ(error_of(head + "download = {repo = \"a/b\", file = \"f\", sha256 = \"12\"}"),
            "m.toml:4: sha256 must be 64 hex digits");
  EXPECT_TRUE(error_of(head + "contxt = 3").starts_with("m.toml:4: contxt is no known key"));
  EXPECT_TRUE(error_of("models = 3").starts_with("m.toml:1: models is no known key"));
}

TEST(Catalogue, UserFilesAreFound) {
  const test::TempDir folder;
  const char* before = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
  EXPECT_TRUE(catalogue_files(folder / "assay.toml").empty());
  std::filesystem::create_directories(folder / "config/assay");
  const std::string head = "[[model]]\nbackend = \"openai\"\nname = \"x\"\n";
  test::write(folder / "config/assay/models.toml", head + "context = 1\nvision = true\n");
  test::write(folder / "models.toml", head + "context = 2\n");
  const auto catalogue = user_catalogue(folder / "assay.toml");
  EXPECT_EQ(find(catalogue, "openai:x")->context, 2);  // the nearer one
  EXPECT_EQ(find(catalogue, "openai:x")->vision, true);
  EXPECT_EQ(find(user_catalogue({}), "openai:x")->context, 1);
  if (before == nullptr)
    ::unsetenv("XDG_CONFIG_HOME");
  else
    ::setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
}

}  // namespace
}  // namespace assay::models
