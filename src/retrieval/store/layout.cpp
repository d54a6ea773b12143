#include "retrieval/store/layout.h"

#include <array>
#include <string_view>

#include "assay/core/error.h"
#include "retrieval/documents/file.h"

namespace assay::retrieval {

bool looks_like_store(const std::filesystem::path& folder) {
  std::error_code error;
  // A name that nobody else gives a file, so that a store whose manifest is lost is known too.
  if (std::filesystem::is_regular_file(folder / table_name, error)) return true;
  if (!std::filesystem::is_regular_file(folder / manifest_name, error)) return false;
  try {
    File file(folder / manifest_name);
    std::array<char, 256> beginning{};
    const auto n = file.read(beginning);
    return std::string_view(beginning.data(), n).find(store_format) != std::string_view::npos;
  } catch (const core::InputError&) {
    return false;
  }
}

}  // namespace assay::retrieval
