#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace assay::retrieval {

// IEEE half precision. Values beyond its range do not come up: vectors have length 1.
std::uint16_t to_half(float value);

// Codes from -127 to 127 of the values; returns the largest magnitude, for which 127 stands.
float encode_int8(std::span<const float> values, std::int8_t* codes);

// Each by the best instructions that the processor has.
void decode_half(const std::uint16_t* halves, std::size_t count, float* into);
double product_half(const std::uint16_t* halves, const float* query, std::size_t count);
double product_int8(const std::int8_t* values, const float* query, std::size_t count);

}  // namespace assay::retrieval
