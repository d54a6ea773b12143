#include "io/sha256.h"

#include <openssl/evp.h>

#include <array>
#include <cstdint>
#include <stdexcept>

namespace assay::io {
namespace {

std::string to_hex(const unsigned char* bytes, unsigned length) {
  constexpr std::string_view hex = "0123456789abcdef";
  std::string text;
  text.reserve(length * 2);
  for (unsigned i = 0; i < length; ++i) {
    text += hex[bytes[i] >> 4];
    text += hex[bytes[i] & 15];
  }
  return text;
}

void expect(int result) {
  if (result != 1) throw std::runtime_error("SHA-256 is not available");
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  expect(EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha256(), nullptr));
  return to_hex(digest.data(), length);
}

struct Sha256::Context {
  EVP_MD_CTX* digest = EVP_MD_CTX_new();
  Context() = default;
  ~Context() { EVP_MD_CTX_free(digest); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  expect(EVP_DigestInit_ex(context_->digest, EVP_sha256(), nullptr));
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::add(std::string_view bytes) {
  expect(EVP_DigestUpdate(context_->digest, bytes.data(), bytes.size()));
  return *this;
}

Sha256& Sha256::add_field(std::string_view bytes) {
  std::array<char, 8> length{};
  for (std::size_t i = 0; i < length.size(); ++i)
    length[i] = static_cast<char>((static_cast<std::uint64_t>(bytes.size()) >> (8 * i)) & 0xFF);
  return add({length.data(), length.size()}).add(bytes);
}

std::string Sha256::hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  expect(EVP_DigestFinal_ex(context_->digest, digest.data(), &length));
  return to_hex(digest.data(), length);
}

}  // namespace assay::io
