// What is found of orders to models must stand in the text, whatever that is, and in order.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "language/attributions.h"
#include "language/instructions.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::size_t last = 0;
  for (const auto& one : assay::language::instructions_to_models(text)) {
    if (one.span.begin < last || one.span.begin >= one.span.end || one.span.end > size)
      std::abort();
    last = one.span.end;
  }
  for (const auto& one : assay::language::attributions(text))
    if (one.span.end > size || one.words.empty()) std::abort();
  return 0;
}
