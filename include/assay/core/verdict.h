#pragma once
#include <optional>
#include <string_view>

namespace assay::core {

// What a check may conclude, whatever the label space calls it.
enum class Verdict { supported, refuted, not_enough_evidence, conflicting };

// `supported`, `refuted`, `not enough evidence`, `conflicting`.
std::string_view to_string(Verdict verdict);
std::optional<Verdict> verdict_from_string(std::string_view text);

}  // namespace assay::core
