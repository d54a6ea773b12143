#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::report {

// Gives the kept bytes of the blob of that SHA-256; nothing where they are not kept or can't be
// read. The bytes are as they lie: whoever trusts them compares their SHA-256 with the name.
using KeptText = std::function<std::optional<std::string>(std::string_view sha256)>;

// Reads blobs from `FOLDER/blobs/ab/cdef…`, trying the folders in order. A name that is not 64
// lower-case hex digits, and a blob of more than `limit` bytes, is nothing. Thread-safe.
KeptText kept_texts(std::vector<std::filesystem::path> folders, std::size_t limit = 64u << 20);

}  // namespace assay::report
