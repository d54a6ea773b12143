#pragma once
#include <string>
#include <string_view>

namespace assay::web {

// Each %XX as the byte that it stands for; what is no such triple stays. A result can hold any
// byte.
std::string percent_decoded(std::string_view text);

// The same in another way of writing: triples of letters, digits and `-._~` as themselves, all
// others in capitals, and bytes that no address may hold (spaces, control characters, beyond
// ASCII) as triples; so is a `%` that begins none, or what stands behind it could make it one.
// Normalised twice is the same as once.
std::string percent_normalised(std::string_view text);

}  // namespace assay::web
