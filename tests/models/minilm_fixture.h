#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "models/import_model.h"
#include "models/make_llama.h"
#include "models/test_models.h"
#include "support/await.h"
#include "support/support.h"

namespace assay::test {

inline models::ModelSpec llama_spec(const std::filesystem::path& file) {
  models::ModelSpec spec;
  spec.backend = models::Backend::llama;
  spec.file = file.string();
  return spec;
}

// Of vectors of length 1.
inline double cosine(const models::Vector& a, const models::Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// MiniLM, imported once for all tests of a suite, whose SetUpTestSuite() calls import().
class MinilmTest : public testing::Test {
 protected:
  static void import(const char* type) {
    const auto folder = minilm();
    if (!folder) return;
    boost::asio::io_context loop;
    folder_ = std::make_unique<TempDir>();
    report_ = await(loop, models::import_model(*folder, file(), type));
  }
  static void TearDownTestSuite() { folder_.reset(); }
  void SetUp() override {
    if (!folder_) GTEST_SKIP() << models_missing;
  }

  static std::filesystem::path file() { return *folder_ / "minilm.gguf"; }

  std::vector<models::Vector> embed(models::Embedder& embedder,
                                    const std::vector<std::string>& texts) {
    std::vector<models::Part> parts;
    for (const auto& text : texts) parts.emplace_back(models::TextPart{text});
    return await(loop_, embedder.embed(std::move(parts)));
  }

  boost::asio::io_context loop_;
  static inline std::unique_ptr<TempDir> folder_;
  static inline models::ImportReport report_;
};

}  // namespace assay::test
