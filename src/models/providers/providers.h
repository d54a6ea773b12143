#pragma once
#include <memory>
#include <string>

#include "models/providers/dialect.h"

namespace assay::models {

// The dialects, one file each. `url` is the server's base address; empty: the provider's own.
// `key` may be empty.

// Chat completions, as OpenAI, vLLM, llama.cpp, Ollama and OpenRouter take them. The base address
// ends in the version (`http://host:8000/v1`); `/v1` is added to one without a path.
std::unique_ptr<const Dialect> openai_dialect(std::string name, const std::string& url,
                                              std::string key);

// The messages API; the base address is `https://host`.
std::unique_ptr<const Dialect> anthropic_dialect(std::string name, const std::string& url,
                                                 std::string key);

// generateContent; the base address is `https://host`, with the version or without.
std::unique_ptr<const Dialect> gemini_dialect(const std::string& name, const std::string& url,
                                              std::string key);

}  // namespace assay::models
