#pragma once
#include <memory>

#include "eval/benchmarks/benchmark.h"

// Each benchmark, made in its own file.
namespace assay::eval {

std::shared_ptr<const Benchmark> averitec();
std::shared_ptr<const Benchmark> averimatec();
std::shared_ptr<const Benchmark> mocheg();
std::shared_ptr<const Benchmark> verite();
std::shared_ptr<const Benchmark> cr2024plus();
std::shared_ptr<const Benchmark> newsclippings();
std::shared_ptr<const Benchmark> rwpost();
std::shared_ptr<const Benchmark> jsonl();

}  // namespace assay::eval
