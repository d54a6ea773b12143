#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "models/import_model.h"
#include "models/test_models.h"
#include "support/await.h"
#include "support/support.h"

namespace assay::models {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// A copy of MiniLM's folder that tests damage; the weights are a link until one replaces them.
class ImportTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto model = test::minilm();
    if (!model) GTEST_SKIP() << test::models_missing;
    fs::create_directories(folder() / "1_Pooling");
    for (const char* name : {"config.json", "modules.json", "sentence_bert_config.json",
                             "tokenizer_config.json", "vocab.txt", "1_Pooling/config.json"})
      fs::copy_file(*model / name, folder() / name);
    fs::create_symlink(*model / "model.safetensors", folder() / "model.safetensors");
  }

  fs::path folder() const { return temporary_ / "model"; }
  fs::path out() const { return temporary_ / "out.gguf"; }

  void edit(const char* name, const std::function<void(json&)>& change) {
    auto value = json::parse(test::read(folder() / name));
    change(value);
    test::write(folder() / name, value.dump());
  }

  void weights(const std::string& bytes) {
    fs::remove(folder() / "model.safetensors");
    test::write(folder() / "model.safetensors", bytes);
  }

  // A safetensors file with this head and `data` bytes behind it.
  static std::string file_with(const std::string& head, std::size_t data = 0) {
    std::string bytes(8, '\0');
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(head.size() >> (8 * i));
    return bytes + head + std::string(data, '\0');
  }

  // The line that refuses; nothing may be left behind.
  std::string refusal() {
    boost::asio::io_context loop;
    std::string line;
    try {
      test::await(loop, import_model(folder(), out(), "f32"));
    } catch (const core::InputError& e) {
      line = e.what();
    }
    EXPECT_FALSE(fs::exists(out()));
    for (const auto& entry : fs::directory_iterator(temporary_.path()))
      EXPECT_EQ(entry.path().filename(), "model");
    EXPECT_EQ(line.find('\n'), std::string::npos);
    return line;
  }

  void expect_refusal(const std::string& reason) {
    const auto line = refusal();
    EXPECT_NE(line.find(reason), std::string::npos) << line;
  }

  test::TempDir temporary_;
};

TEST_F(ImportTest, AFileThatStandsThereIsReplacedOnlyByAModelThatWorks) {
  test::write(out(), "old");
  boost::asio::io_context loop;
  edit("config.json", [](json& c) { c["num_hidden_layers"] = 7; });
  EXPECT_THROW(test::await(loop, import_model(folder(), out(), "f16")), core::InputError);
  EXPECT_EQ(test::read(out()), "old");
}

TEST_F(ImportTest, RefusesAnotherKindOfModel) {
  edit("config.json", [](json& c) { c["model_type"] = "roberta"; });
  expect_refusal("only bert");
}

TEST_F(ImportTest, RefusesNumbersThatAreAbsurd) {
  edit("config.json", [](json& c) { c["hidden_size"] = 2'000'000'000; });
  expect_refusal("hidden_size");
  edit("config.json", [](json& c) { c["hidden_size"] = -4; });
  expect_refusal("hidden_size");
  edit("config.json", [](json& c) { c["hidden_size"] = 385; });
  expect_refusal("heads");
}

TEST_F(ImportTest, RefusesAShapeThatIsNotTheConfigurations) {
  edit("config.json", [](json& c) { c["intermediate_size"] = 1535; });
  expect_refusal("1536 x 384");
}

TEST_F(ImportTest, RefusesAModuleThatIsNotImported) {
  edit("modules.json", [](json& m) { m[1]["type"] = "sentence_transformers.models.Dense"; });
  expect_refusal("Dense");
}

TEST_F(ImportTest, AModulesPathStaysInTheFolder) {
  edit("modules.json", [](json& m) { m[1]["path"] = "../elsewhere"; });
  expect_refusal("modules.json");
}

TEST_F(ImportTest, RefusesAPoolingThatIsNotImported) {
  edit("1_Pooling/config.json", [](json& c) { c["pooling_mode_max_tokens"] = true; });
  expect_refusal("pooling");
}

TEST_F(ImportTest, RefusesAVocabularyWithATokenTwice) {
  auto lines = test::read(folder() / "vocab.txt");
  lines.replace(lines.find("\nthe\n"), 5, "\nand\n");
  test::write(folder() / "vocab.txt", lines);
  expect_refusal("twice");
}

TEST_F(ImportTest, RefusesWeightsThatAreNone) {
  weights("");
  expect_refusal("no safetensors file");
  weights(std::string(8, '\xff'));
  expect_refusal("cut short");
  weights(file_with("[]"));
  expect_refusal("no JSON object");
  weights(file_with("{}"));
  expect_refusal("there is no tensor");
}

TEST_F(ImportTest, RefusesATensorOutsideTheFile) {
  weights(file_with(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,16]}})", 8));
  expect_refusal("outside the file");
  weights(file_with(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[18446744073709551600,16]}})",
                    16));
  expect_refusal("outside the file");
}

TEST_F(ImportTest, RefusesAShapeThatDoesNotFitItsSize) {
  for (const char* shape : {"[5]", "[4294967296,4294967296,4]", "[9223372036854775807,2]", "[0]"}) {
    weights(file_with(
        std::string(R"({"a":{"dtype":"F32","shape":)") + shape + R"(,"data_offsets":[0,16]}})",
        16));
    expect_refusal("does not fit");
  }
  weights(file_with(R"({"a":{"dtype":"F32","shape":[-1],"data_offsets":[0,16]}})", 16));
  expect_refusal("a shape that is none");
  weights(file_with(R"({"a":{"dtype":"F32","shape":[1,1,1,1,4],"data_offsets":[0,16]}})", 16));
  expect_refusal("a shape that is none");
  weights(file_with(R"({"a":{"dtype":7}})", 16));
  expect_refusal("can't be read");
}

TEST_F(ImportTest, RefusesWeightsThatAreCutShort) {
  const auto whole = test::read(*test::minilm() / "model.safetensors");
  weights(whole.substr(0, whole.size() - 4));
  expect_refusal("cut short");
}

// Weights that are numbers, but no longer the model's.
TEST_F(ImportTest, RefusesWeightsThatMeanNothing) {
  auto bytes = test::read(*test::minilm() / "model.safetensors");
  for (std::size_t i = bytes.size() / 8; i < bytes.size(); ++i) bytes[i] = '\0';
  weights(bytes);
  EXPECT_NE(refusal(), "");
}

TEST(ImportCommandTest, ImportsAndSaysSo) {
  const auto model = test::minilm();
  if (!model) GTEST_SKIP() << test::models_missing;
  const test::TempDir folder;
  const auto ran = test::assay(
      {"models", "import", model->string(), "--out", (folder / "m.gguf").string(), "--json"});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const auto said = json::parse(ran.out);
  EXPECT_EQ(said.at("dimensions"), 384);
  EXPECT_GT(said.at("reference_cosine").get<double>(), 0.999);
  const auto refused = test::assay({"models", "import", folder.path().string()});
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.err.find("config.json"), std::string::npos) << refused.err;
}

}  // namespace
}  // namespace assay::models
