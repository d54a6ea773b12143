#pragma once
#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace assay::web {

// Whose is the other end of a TCP connection over 127.0.0.1 from port `theirs` to our port `ours`,
// as the system knows it; nothing where that end is closed already.
std::optional<uid_t> peer_user(std::uint16_t theirs, std::uint16_t ours);

}  // namespace assay::web
