#pragma once
#include <cstddef>
#include <cstdint>

namespace assay::retrieval {

// IEEE half precision. Values beyond its range do not come up: vectors have length 1.
std::uint16_t to_half(float value);

// Each by the best instructions that the processor has.
void decode_half(const std::uint16_t* halves, std::size_t count, float* into);
double product_half(const std::uint16_t* halves, const float* query, std::size_t count);
double product_int8(const std::int8_t* values, const float* query, std::size_t count);

}  // namespace assay::retrieval
