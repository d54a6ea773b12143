#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "retrieval/store/build.h"

namespace assay::retrieval {

// `12,000 documents, 34 %, 20 s left`. `seconds`: since it began.
std::string progress_text(const BuildProgress& progress, double seconds);

// `, 20 s left`; empty where that can't be told. `bytes` of `total` in `seconds`.
std::string time_left(std::uint64_t bytes, std::uint64_t total, double seconds);

// `12,000 documents`, `12,000 documents, 345 pictures`.
std::string contents_text(const Manifest& manifest);

// What was left out, for people: a line for each problem, then the counts.
std::vector<std::string> left_out_lines(const LeftOut& left);

// `1 document`, `12,345 documents`.
std::string counted(std::uint64_t count, const char* one, const char* many);
// 12345 as `12,345`.
std::string with_commas(std::uint64_t number);
// `12.3 MB`.
std::string readable_bytes(std::uint64_t bytes);

}  // namespace assay::retrieval
