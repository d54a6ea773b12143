#pragma once
#include <cerrno>
#include <filesystem>
#include <string_view>

namespace assay::retrieval {

// Throws InputError: "cannot WHAT 'PATH': REASON", by errno.
[[noreturn]] void fail_system(std::string_view what, const std::filesystem::path& path);

}  // namespace assay::retrieval
