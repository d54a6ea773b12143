// Reverse search, measured: recall for each edit, precision with look-alikes, time, memory.
//
//   reverse_search [PICTURES [QUERIES [PHOTOS [INDEX]]]]
//
// PICTURES (10000) pictures are made, four of each composition, so that every one has three
// look-alikes; QUERIES (60) of them are edited in each way and searched for, and as many
// look-alikes that are not in the index. PHOTOS is a folder of photographs, whose quarters stand in
// for as many of the made pictures, and are searched for as well (`-`: none). INDEX is a folder
// where the index is kept, and taken from if it is there.
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "io/files.h"
#include "vision/decode.h"
#include "vision/encode.h"
#include "vision/image_index.h"
#include "vision/scenes.h"

namespace {

using namespace assay;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t alike = 4;  // pictures of one composition

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The quarters of every photograph in the folder.
std::vector<vision::Picture> photographs(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && !entry.is_symlink()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<vision::Picture> all;
  for (const auto& path : paths) {
    try {
      vision::DecodeLimits limits;
      limits.max_side = 1280;
      const auto picture = vision::decode(io::read_file(path, 64 << 20), limits).picture;
      const int w = picture.width / 2;
      const int h = picture.height / 2;
      if (w < 320 || h < 320) continue;
      for (int i = 0; i < 4; ++i) all.push_back(test::cropped(picture, i % 2 * w, i / 2 * h, w, h));
    } catch (const std::exception&) {
      continue;  // not a picture
    }
  }
  return all;
}

class Pictures {
 public:
  explicit Pictures(std::vector<vision::Picture> photos) : photos_(std::move(photos)) {}
  std::size_t photos() const { return photos_.size(); }
  vision::Picture operator()(std::size_t i) const {
    if (i < photos_.size()) return photos_[i];
    return test::recompressed(test::make_scene(static_cast<std::uint32_t>(i) / alike,
                                               static_cast<std::uint32_t>(i) % alike),
                              90);
  }
  // Of the same composition as the i-th, and in no index.
  vision::Picture look_alike(std::size_t i) const {
    return test::make_scene(static_cast<std::uint32_t>(i) / alike,
                            alike + static_cast<std::uint32_t>(i) % alike);
  }

 private:
  std::vector<vision::Picture> photos_;
};

// Processor time of this thread: what a query costs, whatever else the machine does.
double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

template <class Work>
void in_parallel(std::size_t count, Work work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < std::max(1U, std::thread::hardware_concurrency()); ++t)
    threads.emplace_back([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
}

void build(const std::filesystem::path& folder, const Pictures& pictures, std::size_t count) {
  vision::ImageIndexBuilder builder(folder);
  constexpr std::size_t batch = 128;
  double printing = 0;
  std::mutex mutex;
  const auto start = Clock::now();
  for (std::size_t first = 0; first < count; first += batch) {
    std::vector<vision::Fingerprint> prints(std::min(batch, count - first));
    in_parallel(prints.size(), [&](std::size_t i) {
      const auto picture = pictures(first + i);
      const auto begin = cpu_seconds();
      prints[i] = vision::fingerprint(picture, vision::FingerprintUse::indexing);
      const std::lock_guard lock(mutex);
      printing += cpu_seconds() - begin;
    });
    for (const auto& print : prints) builder.add(print);
  }
  const auto before = Clock::now();
  builder.finish();
  std::printf(
      "built in %.0f s (fingerprints %.1f ms of processor time each, lists %.1f s), %.0f MB on "
      "disk\n",
      seconds_since(start), printing * 1000 / static_cast<double>(count), seconds_since(before),
      static_cast<double>(std::filesystem::file_size(folder / "pictures.idx")) / 1e6);
}

struct Tally {
  int asked = 0;
  int found = 0;
  int first = 0;  // of these, as the best match
  int wrong = 0;  // matches with another picture
};

struct Times {
  std::vector<double> print;
  std::vector<double> search;
  static double median(std::vector<double> all) {
    if (all.empty()) return 0;
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
  }
  static double late(std::vector<double> all) {
    if (all.empty()) return 0;
    std::sort(all.begin(), all.end());
    return all[all.size() * 95 / 100];
  }
};

class Bench {
 public:
  Bench(const vision::ImageIndex& index, const Pictures& pictures)
      : index_(index), pictures_(pictures) {}

  void ask(const test::Edit& edit, std::size_t target) {
    const auto seed = static_cast<std::uint32_t>(target * 31 + 7);
    const auto matches = search(edit.apply(pictures_(target), seed));
    const std::lock_guard lock(mutex_);
    auto& tally = tallies_[edit.name];
    ++tally.asked;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      if (matches[i].picture != target) {
        ++tally.wrong;
        report("wrong", edit.name, target, matches[i]);
        continue;
      }
      report("right", edit.name, target, matches[i]);
      ++tally.found;
      tally.first += i == 0;
    }
    if (std::none_of(matches.begin(), matches.end(),
                     [&](const auto& match) { return match.picture == target; }) &&
        std::getenv("ASSAY_BENCH_VERBOSE") != nullptr)
      std::printf("  missed: %s of %zu\n", edit.name.c_str(), target);
  }
  void ask_nothing(const test::Edit& edit, std::size_t like) {
    const auto matches = search(edit.apply(pictures_.look_alike(like), 5));
    const std::lock_guard lock(mutex_);
    ++strangers_;
    for (const auto& match : matches) {
      ++stranger_matches_;
      report("stranger", edit.name, like, match);
    }
  }
  void print() const {
    Tally all;
    for (const auto& edit : test::edits()) {
      const auto at = tallies_.find(edit.name);
      if (at == tallies_.end()) continue;
      const auto& tally = at->second;
      std::printf("%-26s recall %.3f (best match %.3f), wrong %d of %d\n", edit.name.c_str(),
                  static_cast<double>(tally.found) / tally.asked,
                  static_cast<double>(tally.first) / tally.asked, tally.wrong, tally.asked);
      all.asked += tally.asked, all.found += tally.found, all.wrong += tally.wrong;
    }
    const int wrong = all.wrong + stranger_matches_;
    std::printf("all edits: recall %.4f; look-alikes not in the index: %d of %d matched\n",
                static_cast<double>(all.found) / all.asked, stranger_matches_, strangers_);
    std::printf("precision %.4f (%d right, %d wrong)\n",
                static_cast<double>(all.found) / (all.found + wrong), all.found, wrong);
    std::printf(
        "processor time of a query: fingerprint %.1f ms, search %.1f ms (median), %.1f ms (95 "
        "%%)\n",
        Times::median(times_.print), Times::median(times_.search), Times::late(times_.search));
  }

 private:
  std::vector<vision::ImageMatch> search(const vision::Picture& picture) {
    auto start = cpu_seconds();
    const auto print = vision::fingerprint(picture);
    const double printing = (cpu_seconds() - start) * 1000;
    start = cpu_seconds();
    auto matches = index_.search(print, 10);
    const double searching = (cpu_seconds() - start) * 1000;
    const std::lock_guard lock(mutex_);
    times_.print.push_back(printing);
    times_.search.push_back(searching);
    return matches;
  }
  static void report(const char* what, const std::string& edit, std::size_t target,
                     const vision::ImageMatch& match) {
    if (std::getenv("ASSAY_BENCH_VERBOSE") != nullptr)
      std::printf("  %s: %s of %zu -> %u, %d inliers, agreement %.2f, detail %.2f, score %.2f\n",
                  what, edit.c_str(), target, match.picture, match.inliers, match.agreement,
                  match.detail, match.score);
  }

  const vision::ImageIndex& index_;
  const Pictures& pictures_;
  std::mutex mutex_;
  std::map<std::string, Tally> tallies_;
  Times times_;
  int strangers_ = 0;
  int stranger_matches_ = 0;
};

void run(std::size_t count, std::size_t queries, const Pictures& pictures,
         const std::filesystem::path& kept) {
  const auto folder = !kept.empty() ? kept
                                    : std::filesystem::temp_directory_path() /
                                          ("assay-reverse-search-" + std::to_string(::getpid()));
  if (!std::filesystem::exists(folder / "pictures.idx")) build(folder, pictures, count);
  const auto index = vision::ImageIndex::open(folder);
  for (const bool photos : {false, true}) {
    const std::size_t first = photos ? 0 : pictures.photos();
    const std::size_t last = photos ? std::min(pictures.photos(), count) : count;
    if (first >= last) continue;
    std::printf("\n%s:\n", photos ? "photographs" : "made pictures");
    Bench bench(index, pictures);
    const auto& edits = test::edits();
    const std::size_t step = std::max<std::size_t>(1, (last - first) / queries);
    const std::size_t asked = std::min(queries, last - first);
    in_parallel(edits.size() * asked, [&](std::size_t i) {
      // Every edit starts elsewhere: together they touch more of the pictures.
      const auto edit = i % edits.size();
      bench.ask(edits[edit], first + (i / edits.size() * step + edit * 5) % (last - first));
    });
    if (!photos)
      in_parallel(asked * 4, [&](std::size_t i) {
        bench.ask_nothing(edits[i % edits.size()], first + i * 13 % (last - first));
      });
    bench.print();
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("\nmost memory: %ld MB (with the mapped file's touched pages)\n",
              usage.ru_maxrss / 1024);
  if (kept.empty()) std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000;
  const std::size_t queries = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 60;
  const bool photos = argc > 3 && std::string(argv[3]) != "-";
  const Pictures pictures(photos ? photographs(argv[3]) : std::vector<vision::Picture>());
  std::printf("%zu pictures (%zu of photographs), %zu queries for each edit\n", count,
              std::min(count, pictures.photos()), queries);
  run(count, queries, pictures, argc > 4 ? argv[4] : "");
}
