#pragma once
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace assay::test {

// The real models that scripts/models fetched; nothing where they are not there. A test that needs
// one says so and is skipped:
//   const auto model = smollm2(); if (!model) GTEST_SKIP() << models_missing;
inline constexpr const char* models_missing =
    "the test models are not here (run scripts/models), or this build has no llama.cpp";

inline std::filesystem::path model_folder() {
  if (const char* named = std::getenv("ASSAY_TEST_MODELS")) return named;
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  const std::filesystem::path base =
      cache ? std::filesystem::path(cache)
            : std::filesystem::path(home ? home : "/nonexistent") / ".cache";
  return base / "assay" / "test-models";
}

inline std::optional<std::filesystem::path> model_at(const char* name) {
#ifdef ASSAY_WITH_LLAMA
  const auto path = model_folder() / name;
  if (std::filesystem::exists(path)) return path;
#else
  (void)name;
#endif
  return std::nullopt;
}

// A small language model, GGUF.
inline std::optional<std::filesystem::path> smollm2() {
  return model_at("smollm2-135m-instruct.gguf");
}

// A small embedding model, a sentence-transformers folder.
inline std::optional<std::filesystem::path> minilm() { return model_at("all-minilm-l6-v2"); }

}  // namespace assay::test
