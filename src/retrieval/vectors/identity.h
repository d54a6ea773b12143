#pragma once
#include <algorithm>
#include <array>
#include <string>

#include "io/sha256.h"
#include "retrieval/vectors/vector_file.h"

// What the headers of the files of vectors say of themselves.
namespace assay::retrieval {

using HexDigits = std::array<char, 64>;  // of a SHA-256

inline HexDigits hex_digits(const std::string& hex) {
  HexDigits digits{};
  std::copy_n(hex.begin(), digits.size(), digits.begin());
  return digits;
}

// Of the model, and of what the vectors are of.
inline HexDigits identity_of(const VectorShape& shape) {
  return hex_digits(io::Sha256().add_field(shape.model).add_field(shape.content).hex());
}

}  // namespace assay::retrieval
