#include "retrieval/search/vector_place.h"

#include <array>
#include <vector>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

// Whole files are used where they lie.
VectorFile in_memory_with(const VectorFile& file) {
  auto memory = VectorFile::in_memory(file.shape());
  for (std::uint32_t row = 0; row < file.shape().rows; ++row) {
    if (!file.has(row)) continue;
    const std::array rows{row};
    const std::array vectors{file.read(row)};
    memory.put(rows, vectors);
  }
  return memory;
}

}  // namespace

fs::path vector_path(const fs::path& store, const std::string& kind, const VectorShape& shape) {
  const auto model = io::sha256(shape.model).substr(0, 16);
  return store / "vectors" /
         (kind + "-" + model + (shape.kind == VectorKind::int8 ? ".i8" : ".f16"));
}

VectorFile open_vectors(const fs::path& store, const std::string& kind, const VectorShape& shape,
                        const std::function<void(std::string_view)>& say) {
  if (store.empty()) return VectorFile::in_memory(shape);
  const auto folder = store / "vectors";
  try {
    std::error_code error;
    if (!fs::is_directory(folder, error)) io::make_folder(folder);
    auto file = VectorFile::open_or_make(vector_path(store, kind, shape), shape);
    return file.writable() ? std::move(file) : in_memory_with(file);
  } catch (const core::InputError& error) {
    if (say) say(std::string("vectors are kept in memory alone: ") + error.what());
    return VectorFile::in_memory(shape);
  }
}

}  // namespace assay::retrieval
