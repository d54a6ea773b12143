#pragma once
#include <string>
#include <string_view>

namespace assay::models {

enum class Backend { embedded, openai, anthropic, gemini, llama };

// What `--model` names.
struct ModelSpec {
  Backend backend = Backend::embedded;
  std::string name;    // of a hosted model
  std::string url;     // of its server; empty: the provider's own
  std::string file;    // of a llama model
  std::string mmproj;  // its vision part; empty: none

  // Reads
  //   embedded
  //   openai:NAME[@URL], anthropic:NAME[@URL], gemini:NAME[@URL]
  //   llama:FILE.gguf[+MMPROJ.gguf]
  // The URL starts at the last `@http`, so that a name may hold `@`. Throws UsageError, whose line
  // says what is wrong and what the forms are.
  static ModelSpec parse(std::string_view text);

  // The spec again, of the URL no user, password and query: for records and messages.
  std::string to_string() const;
};

// `embedded`, `openai`, …
std::string to_string(Backend backend);

}  // namespace assay::models
