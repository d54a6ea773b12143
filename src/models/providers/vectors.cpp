#include "models/providers/vectors.h"

#include <openssl/evp.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/providers/payload.h"

namespace assay::models {
namespace {

using core::Json;

constexpr std::size_t most_dimensions = 65'536;

// Little-endian floats in base64.
Vector from_base64(const std::string& text) {
  static_assert(std::endian::native == std::endian::little);
  if (text.size() % 4 != 0 || text.size() > most_dimensions * 6) return {};
  std::vector<unsigned char> bytes(text.size() / 4 * 3 + 3);
  const int size =
      EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(text.data()),
                      static_cast<int>(text.size()));
  if (size < 0) return {};
  std::size_t length = static_cast<std::size_t>(size);
  for (auto at = text.size(); at > 0 && text[at - 1] == '=' && length > 0; --at) --length;
  if (length % sizeof(float) != 0) return {};
  Vector vector(length / sizeof(float));
  if (length > 0) std::memcpy(vector.data(), bytes.data(), length);
  return vector;
}

// Empty where it is none.
Vector vector_of(const Json& json) {
  if (json.is_string()) return from_base64(json.get_ref<const std::string&>());
  Vector vector;
  if (!json.is_array() || json.size() > most_dimensions) return vector;
  vector.reserve(json.size());
  for (const auto& number : json) {
    if (!number.is_number()) return {};
    vector.push_back(number.get<float>());
  }
  return vector;
}

// False where it has no direction.
bool normalise(Vector& vector) {
  double square = 0;
  for (const float x : vector) square += static_cast<double>(x) * x;
  if (!std::isfinite(square) || square <= 0) return false;
  const auto scale = 1 / std::sqrt(square);
  for (float& x : vector) x = static_cast<float>(x * scale);
  return true;
}

// Where the item belongs; `count` where nowhere.
std::size_t place_of(const Json& item, std::size_t at, std::size_t count) {
  const auto& index = member(item, "index");
  if (index.is_null()) return at;
  return index.is_number_unsigned() && index.get<std::uint64_t>() < count ? index.get<std::size_t>()
                                                                          : count;
}

}  // namespace

std::optional<std::vector<Vector>> read_vectors(const Json& body, std::size_t count,
                                                std::size_t dimension, std::string& why) {
  const auto refuse = [&](std::string reason) {
    why = std::move(reason);
    return std::nullopt;
  };
  const auto& data = member(body, "data");
  if (!data.is_array()) return refuse("an answer without vectors");
  if (data.size() != count)
    return refuse(std::to_string(data.size()) + " vectors where there should be " +
                  std::to_string(count));
  std::vector<Vector> vectors(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = place_of(data[i], i, count);
    if (place == count || !vectors[place].empty())
      return refuse("vectors that are not numbered as what was asked");
    auto vector = vector_of(member(data[i], "embedding"));
    if (vector.empty() || !normalise(vector)) return refuse("a vector that is none");
    if (dimension != 0 && vector.size() != dimension)
      return refuse("vectors of " + std::to_string(vector.size()) + " and of " +
                    std::to_string(dimension) + " dimensions");
    dimension = vector.size();
    vectors[place] = std::move(vector);
  }
  return vectors;
}

}  // namespace assay::models
