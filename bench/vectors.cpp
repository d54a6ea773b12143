// Exact and approximate search in many vectors, beside FAISS called directly.
//
//   vectors [--rows N] [--dimension N] [--queries N] [--folder DIR]
//
// The vectors are made: 20,000 topics at random in a space of 40 dimensions, each vector one topic
// and noise of its own (half as long), turned into the full dimension, and a little noise there. So
// are embeddings: clustered, and of fewer dimensions than they have numbers. Queries are made as
// the vectors are. One thread searches; FAISS gets one thread too (its inverted file has the same
// number of lists). Fixed seeds.
#include <faiss/IndexFlat.h>
#include <faiss/IndexIVFFlat.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "io/files.h"
#include "retrieval/vectors/approximate.h"
#include "retrieval/vectors/vector_file.h"

// Of GCC's OpenMP, with which FAISS was built; its header need not be there.
extern "C" void omp_set_num_threads(int);

namespace {

using namespace assay;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Options {
  std::uint32_t rows = 1'000'000;
  std::uint32_t dimension = 384;
  std::size_t queries = 500;
  fs::path folder = fs::temp_directory_path();
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// In megabytes: the most that was resident, and of that what no file backs (now).
double memory(const char* name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name)) return std::stod(line.substr(std::string_view(name).size())) / 1000;
  return 0;
}

class Maker {
 public:
  explicit Maker(std::uint32_t dimension) : dimension_(dimension), turn_(inner * dimension) {
    std::mt19937_64 random(7);
    std::normal_distribution<float> normal;
    for (auto& value : turn_) value = normal(random);
    topics_.resize(topics * inner);
    for (auto& value : topics_) value = normal(random);
  }
  std::vector<float> vector(std::uint64_t number) const {
    std::mt19937_64 random(number * 2 + 1);
    std::normal_distribution<float> normal;
    const float* topic = topics_.data() + random() % topics * inner;
    std::vector<float> vector(dimension_);
    for (std::size_t i = 0; i < inner; ++i) {
      const float value = topic[i] + 0.5F * normal(random);
      for (std::size_t k = 0; k < dimension_; ++k) vector[k] += value * turn_[i * dimension_ + k];
    }
    double squares = 0;
    for (auto& value : vector) {
      value += 1.0F * normal(random);
      squares += static_cast<double>(value) * static_cast<double>(value);
    }
    for (auto& value : vector) value /= static_cast<float>(std::sqrt(squares));
    return vector;
  }

 private:
  static constexpr std::size_t inner = 40;
  static constexpr std::size_t topics = 20'000;
  std::uint32_t dimension_;
  std::vector<float> turn_;
  std::vector<float> topics_;
};

using Found = std::vector<std::vector<std::uint32_t>>;

double recall(const Found& found, const Found& right, std::size_t top) {
  double sum = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    const std::set<std::uint32_t> wanted(right[i].begin(),
                                         right[i].begin() + static_cast<std::ptrdiff_t>(top));
    std::size_t hits = 0;
    for (std::size_t k = 0; k < std::min(top, found[i].size()); ++k)
      hits += wanted.count(found[i][k]);
    sum += static_cast<double>(hits) / static_cast<double>(top);
  }
  return sum / static_cast<double>(right.size());
}

std::vector<std::uint32_t> rows_of(const std::vector<retrieval::ScoredRow>& found) {
  std::vector<std::uint32_t> rows;
  for (const auto& one : found) rows.push_back(one.row);
  return rows;
}

// Returns the rate, queries a second.
template <class Search>
double search_all(const std::vector<std::vector<float>>& queries, Found& found, Search search) {
  found.clear();
  const auto begin = Clock::now();
  for (const auto& query : queries) found.push_back(search(query));
  return static_cast<double>(queries.size()) / seconds_since(begin);
}

void row(const std::string& name, double rate, const Found& found, const Found& right) {
  fmt::print("{:<44} {:>10.1f} {:>10.4f} {:>11.4f}\n", name, rate, recall(found, right, 10),
             recall(found, right, 100));
}

// The rate where recall@10 is 0.95, between the two measures around it (by logarithms).
class AtRecall {
 public:
  void add(double rate, double recall) {
    if (recall >= wanted && rate_ == 0) {
      const double share = before_ == 0 ? 1 : (wanted - recall_before_) / (recall - recall_before_);
      rate_ =
          std::exp(std::log(before_ == 0 ? rate : before_) * (1 - share) + std::log(rate) * share);
    }
    before_ = rate;
    recall_before_ = recall;
  }
  double rate() const { return rate_; }

 private:
  static constexpr double wanted = 0.95;
  double before_ = 0;
  double recall_before_ = 0;
  double rate_ = 0;
};

retrieval::VectorFile fill(const Options& options, const Maker& maker, const fs::path& path) {
  auto file = retrieval::VectorFile::open_or_make(
      path, {options.rows, options.dimension, retrieval::VectorKind::float16, "made", "made"});
  constexpr std::uint32_t together = 20'000;
  for (std::uint32_t at = 0; at < options.rows; at += together) {
    std::vector<std::uint32_t> rows;
    std::vector<std::vector<float>> vectors;
    for (auto i = at; i < std::min(at + together, options.rows); ++i) {
      rows.push_back(i);
      vectors.push_back(maker.vector(i));
    }
    file.put(rows, vectors);
  }
  return file;
}

// FAISS's exact search, in a float array; in a process of its own memory it is 1.5 GB for a
// million.
double run_faiss(const Options& options, const Maker& maker,
                 const std::vector<std::vector<float>>& queries, const Found& right,
                 std::uint32_t lists) {
  omp_set_num_threads(1);
  faiss::IndexFlatIP coarse(static_cast<faiss::Index::idx_t>(options.dimension));
  faiss::IndexFlatIP flat(static_cast<faiss::Index::idx_t>(options.dimension));
  for (std::uint32_t i = 0; i < options.rows; ++i) flat.add(1, maker.vector(i).data());
  std::vector<float> scores(100);
  std::vector<faiss::Index::idx_t> labels(100);
  const auto ask = [&](const faiss::Index& index, const std::vector<float>& query) {
    index.search(1, query.data(), 100, scores.data(), labels.data());
    std::vector<std::uint32_t> rows;
    for (const auto label : labels)
      if (label >= 0) rows.push_back(static_cast<std::uint32_t>(label));
    return rows;
  };
  Found found;
  const double exact =
      search_all(queries, found, [&](const auto& query) { return ask(flat, query); });
  row("FAISS, exact (IndexFlatIP)", exact, found, right);
  faiss::IndexIVFFlat inverted(&coarse, options.dimension, lists, faiss::METRIC_INNER_PRODUCT);
  omp_set_num_threads(static_cast<int>(std::thread::hardware_concurrency()));
  const auto begin = Clock::now();
  inverted.cp.max_points_per_centroid = 64;
  inverted.cp.spherical = true;
  inverted.train(static_cast<faiss::Index::idx_t>(options.rows), flat.get_xb());
  inverted.add(static_cast<faiss::Index::idx_t>(options.rows), flat.get_xb());
  fmt::print("FAISS: inverted file of {} lists built in {:.1f} s, {:.0f} MB resident at most\n",
             lists, seconds_since(begin), memory("VmHWM:"));
  omp_set_num_threads(1);
  AtRecall at;
  for (const std::size_t probes : {1, 2, 4, 8, 16, 32, 64, 128, 256}) {
    if (probes > lists) break;
    inverted.nprobe = probes;
    const double rate =
        search_all(queries, found, [&](const auto& query) { return ask(inverted, query); });
    row(fmt::format("FAISS, IndexIVFFlat, {} lists looked into", probes), rate, found, right);
    at.add(rate, recall(found, right, 10));
    if (recall(found, right, 10) >= 0.99) break;
  }
  return at.rate();
}

void run(const Options& options) {
  const Maker maker(options.dimension);
  const io::TemporaryFolder folder(options.folder / "vectors");
  std::vector<std::vector<float>> queries;
  for (std::size_t i = 0; i < options.queries; ++i)
    queries.push_back(maker.vector(5'000'000'000 + i));
  auto begin = Clock::now();
  const auto file = fill(options, maker, folder.path() / "made.f16");
  fmt::print("{} vectors of {}, made and kept in {:.1f} s\n", options.rows, options.dimension,
             seconds_since(begin));
  begin = Clock::now();
  const auto stats = retrieval::ApproximateIndex::build(file, folder.path() / "made.lists", {});
  fmt::print(
      "index: {} lists, {} looked into, measured recall@100 {:.4f}; built in {:.1f} s, {:.0f} MB "
      "on disk; resident at most {:.0f} MB, of which now {:.0f} MB backed by no file\n",
      stats.lists, stats.probes, stats.recall, seconds_since(begin),
      static_cast<double>(stats.bytes) / 1e6, memory("VmHWM:"), memory("RssAnon:"));
  const auto index = retrieval::ApproximateIndex::open(folder.path() / "made.lists", file);
  fmt::print("{:<44} {:>10} {:>10} {:>11}\n", "", "queries/s", "recall@10", "recall@100");
  Found right;
  const double exact = search_all(queries, right, [&](const auto& query) {
    return rows_of(retrieval::nearest(file, query, 100));
  });
  row("exact", exact, right, right);
  Found found;
  AtRecall ours;
  for (const std::uint32_t probes : {1, 2, 4, 8, 16, 32, 64, 128, 256}) {
    if (probes > stats.lists) break;
    const double rate = search_all(queries, found, [&](const auto& query) {
      return rows_of(index->nearest(file, query, 100, {}, probes));
    });
    row(fmt::format("{} lists looked into", probes), rate, found, right);
    ours.add(rate, recall(found, right, 10));
    if (recall(found, right, 10) >= 0.99) break;
  }
  const double rate = search_all(
      queries, found, [&](const auto& query) { return rows_of(index->nearest(file, query, 100)); });
  row(fmt::format("as it was built ({} lists)", stats.probes), rate, found, right);
  const double theirs = run_faiss(options, maker, queries, right, stats.lists);
  fmt::print("at recall@10 of 0.95: {:.1f} queries/s, FAISS {:.1f}: {:.2f} times\n", ours.rate(),
             theirs, ours.rate() / theirs);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
      const std::string_view name = argv[i];
      const std::string value = argv[i + 1];
      if (name == "--rows") options.rows = static_cast<std::uint32_t>(std::stoul(value));
      if (name == "--dimension") options.dimension = static_cast<std::uint32_t>(std::stoul(value));
      if (name == "--queries") options.queries = std::stoul(value);
      if (name == "--folder") options.folder = value;
    }
    run(options);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "vectors: {}\n", error.what());
    return 1;
  }
}
