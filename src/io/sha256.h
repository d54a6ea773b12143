#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace assay::io {

// SHA-256 of the bytes, as 64 lower-case hex digits.
std::string sha256(std::string_view bytes);

// The same for bytes that come in pieces.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  Sha256& add(std::string_view bytes);
  // Adds the length before the bytes, so that ("ab", "c") differs from ("a", "bc").
  Sha256& add_field(std::string_view bytes);
  // Ends it: nothing may be added afterwards.
  std::string hex();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace assay::io
