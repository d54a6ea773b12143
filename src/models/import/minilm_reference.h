#pragma once
#include <string_view>

namespace assay::models {

// all-MiniLM-L6-v2 as it is published: its weights' SHA-256, and texts with the vectors that
// sentence-transformers gives them, [{"text": …, "vector": […]}, …], written by
// bench/compare/minilm.py from minilm_reference.json.
inline constexpr std::string_view minilm_weights =
    "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";
extern const std::string_view minilm_reference;

}  // namespace assay::models
