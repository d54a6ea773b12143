#pragma once
#include <functional>
#include <filesystem>
#include <span>
#include "eval/benchmarks/benchmark.h"
#include "eval/judge/judge.h"
#include "eval/score/claim_score.h"
namespace assay::eval {
struct JudgeOptions { int repeats = 1; double lambda = 0.3; std::size_t at_once = 32; std::filesystem::path base; std::function<void(std::size_t done, std::size_t total)> progress; };
inline boost::asio::awaitable<core::Json> judged_scores(Judge&, const Benchmark&, const Dataset&, std::span<const Prediction>, std::span<ClaimScore>, JudgeOptions) { co_return core::Json(); }
inline boost::asio::awaitable<bool> temporal_flags(Judge&, const Dataset&, std::span<ClaimScore>) { co_return true; }
}
