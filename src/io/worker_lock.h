#pragma once
#include <cstddef>

namespace assay::io {

// Takes from this process all that decoding does not need, for good: no new files, sockets,
// processes or threads, no code written at run time, `memory` bytes more address space than now, no
// core dump, and an end with its parent. Reading and writing what is open goes on. Throws
// std::runtime_error where the system has no such protection.
void lock_in(std::size_t memory);

}  // namespace assay::io
