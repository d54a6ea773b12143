// Reverse search, measured: recall for each edit, precision with look-alikes, time, memory.
//
//   reverse_search [--pictures N] [--queries N] [--photographs DIR] [--others DIR] [--index DIR]
//                  [--show DIR] [--fill N]
//
// N pictures (10000) are indexed: those of the folders (see pictures.h), and made ones for the
// rest, four of each composition, so that every one has three look-alikes. Of each kind so many
// (60) for each edit are edited and searched for, and as many that are in no index. Every match
// that is returned counts: one with another picture than the one that was edited is wrong.
// --index keeps the index, and takes it from there the next time. --show writes each wrong match as
// a picture, the query beside what was found. --fill adds so many that never were pictures:
// features of the indexed ones, shuffled and a little changed, which cost a search what pictures
// would.
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <random>
#include <string_view>
#include <thread>
#include <vector>

#include "io/files.h"
#include "pictures.h"
#include "vision/encode.h"
#include "vision/image_index.h"
#include "vision/scenes.h"

namespace {

using namespace assay;
using bench::Pictures;
using Clock = std::chrono::steady_clock;

struct Options {
  std::size_t pictures = 10'000;
  std::size_t queries = 60;
  Pictures::Folders folders;
  std::filesystem::path index;
  std::filesystem::path show;
  std::size_t fill = 0;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Processor time of this thread: what a query costs, whatever else the machine does.
double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// Resident memory at its peak since the last call of reset_peak(), and what of it is now the
// mapped file's.
void reset_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }
long status_mb(std::string_view field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(field)) return std::strtol(line.c_str() + field.size(), nullptr, 10) >> 10;
  return 0;
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

// Makes fingerprints out of parts of others.
class Filler {
 public:
  void learn(const vision::Fingerprint& print) {
    if (known_.size() < most_known && !print.features.empty()) known_.push_back(print);
  }
  vision::Fingerprint next() {
    auto print = known_[chance_() % known_.size()];
    for (auto& feature : print.features) {
      const auto& from = known_[chance_() % known_.size()].features;
      feature.descriptor = from[chance_() % from.size()].descriptor;
      for (int i = 0; i < 8; ++i) flip(feature.descriptor);
    }
    for (int i = 0; i < 100; ++i) flip(print.hashes[0].bits);
    return print;
  }

 private:
  static constexpr std::size_t most_known = 4000;
  void flip(std::array<std::uint64_t, 4>& bits) {
    bits[chance_() % 4] ^= std::uint64_t{1} << chance_() % 64;
  }
  std::mt19937 chance_{1};
  std::vector<vision::Fingerprint> known_;
};

void build(const std::filesystem::path& folder, const Pictures& pictures, std::size_t fill) {
  vision::ImageIndexBuilder builder(folder);
  Filler filler;
  constexpr std::size_t batch = 128;
  double printing = 0;
  std::mutex mutex;
  const auto start = Clock::now();
  for (std::size_t first = 0; first < pictures.size(); first += batch) {
    std::vector<vision::Fingerprint> prints(std::min(batch, pictures.size() - first));
    in_parallel(prints.size(), [&](std::size_t i) {
      const auto picture = pictures(first + i);
      const auto begin = cpu_seconds();
      prints[i] = vision::fingerprint(picture, vision::FingerprintUse::indexing);
      const std::lock_guard lock(mutex);
      printing += cpu_seconds() - begin;
    });
    for (const auto& print : prints) {
      builder.add(print);
      if (first % 512 == 0) filler.learn(print);
    }
  }
  for (std::size_t i = 0; i < fill; ++i) builder.add(filler.next());
  const auto before = Clock::now();
  builder.finish();
  std::printf(
      "built in %.0f s (making the pictures included; fingerprints %.1f ms of processor time each, "
      "lists %.1f s), %.0f MB on disk, most memory %ld MB\n",
      seconds_since(start), printing * 1000 / static_cast<double>(pictures.size()),
      seconds_since(before),
      static_cast<double>(std::filesystem::file_size(folder / "pictures.idx")) / 1e6,
      status_mb("VmHWM:"));
}

struct Tally {
  int asked = 0;
  int found = 0;
  int first = 0;  // of these, as the best match
  int wrong = 0;  // matches with another picture
  double recall() const { return asked == 0 ? 0 : static_cast<double>(found) / asked; }
  void add(const Tally& other) {
    asked += other.asked, found += other.found, first += other.first, wrong += other.wrong;
  }
};

struct Times {
  std::vector<double> print;
  std::vector<double> search;
  static double share(std::vector<double> all, std::size_t percent) {
    if (all.empty()) return 0;
    std::sort(all.begin(), all.end());
    return all[std::min(all.size() - 1, all.size() * percent / 100)];
  }
};

vision::Picture beside(const vision::Picture& left, const vision::Picture& right) {
  const auto a = vision::fitted(left, 320);
  const auto b = vision::fitted(right, 320);
  vision::Picture out(a.width + b.width, std::max(a.height, b.height));
  for (int y = 0; y < a.height; ++y) std::copy_n(a.row(y), a.width * 3, out.row(y));
  for (int y = 0; y < b.height; ++y) std::copy_n(b.row(y), b.width * 3, out.row(y) + a.width * 3);
  return out;
}

// Pictures of one kind, asked for.
class Bench {
 public:
  Bench(const vision::ImageIndex& index, const Pictures& pictures, const Options& options,
        Pictures::Kind kind)
      : index_(index), pictures_(pictures), options_(options), kind_(kind) {}

  void run() {
    const auto first = pictures_.first(kind_);
    const auto count = pictures_.last(kind_) - first;
    if (count == 0) return;
    const auto& edits = test::edits();
    const auto asked = std::min(options_.queries, count);
    const auto step = std::max<std::size_t>(1, count / asked);
    in_parallel(edits.size() * asked, [&](std::size_t i) {
      // Every edit starts elsewhere: together they touch more of the pictures.
      const auto edit = i % edits.size();
      ask(edits[edit], first + (i / edits.size() * step + edit * 5) % count);
    });
    const auto unseen = pictures_.held_out(kind_);
    in_parallel(unseen == 0 ? 0 : asked * 4,
                [&](std::size_t i) { ask_nothing(edits[i % edits.size()], i * 13 % unseen); });
  }

  void print(const char* title) const {
    if (all().asked == 0) return;
    std::printf(
        "\n%s\n\n| edit | recall | as the best match | wrong matches |\n|---|---|---|---|\n",
        title);
    for (const auto& edit : test::edits()) {
      const auto at = tallies_.find(edit.name);
      if (at != tallies_.end()) print_row(edit.name, at->second);
    }
    print_row("all", all());
    const int wrong = all().wrong + stranger_matches_;
    std::printf("\nin no index: %d asked, %d matches. precision %.4f (%d right, %d wrong)\n",
                strangers_, stranger_matches_,
                static_cast<double>(all().found) / std::max(1, all().found + wrong), all().found,
                wrong);
    std::printf(
        "processor time of a query: fingerprint %.1f ms, search %.1f ms (medians), %.1f ms (95 "
        "%%)\n",
        Times::share(times_.print, 50), Times::share(times_.search, 50),
        Times::share(times_.search, 95));
  }

 private:
  static void print_row(const std::string& name, const Tally& tally) {
    std::printf("| %s | %.3f | %.3f | %d of %d |\n", name.c_str(), tally.recall(),
                tally.asked == 0 ? 0 : static_cast<double>(tally.first) / tally.asked, tally.wrong,
                tally.asked);
  }
  Tally all() const {
    Tally sum;
    for (const auto& [name, tally] : tallies_) sum.add(tally);
    return sum;
  }

  void ask(const test::Edit& edit, std::size_t target) {
    const auto query = edit.apply(pictures_(target), static_cast<std::uint32_t>(target * 31 + 7));
    const auto matches = search(query);
    const std::lock_guard lock(mutex_);
    auto& tally = tallies_[edit.name];
    ++tally.asked;
    bool found = false;
    for (std::size_t i = 0; i < matches.size(); ++i) {
      if (matches[i].picture == target) {
        found = true;
        ++tally.found;
        tally.first += i == 0;
        continue;
      }
      ++tally.wrong;
      report(edit.name, pictures_.name(target), query, matches[i]);
    }
    if (!found && !options_.show.empty())
      std::printf("missed: %s of %s\n", edit.name.c_str(), pictures_.name(target).c_str());
  }

  void ask_nothing(const test::Edit& edit, std::size_t number) {
    const auto query = edit.apply(pictures_.held_out(kind_, number), 5);
    const auto matches = search(query);
    const std::lock_guard lock(mutex_);
    ++strangers_;
    for (const auto& match : matches) {
      ++stranger_matches_;
      report(edit.name, pictures_.held_out_name(kind_, number), query, match);
    }
  }

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

  void report(const std::string& edit, const std::string& name, const vision::Picture& query,
              const vision::ImageMatch& match) {
    if (options_.show.empty()) return;
    std::filesystem::create_directories(options_.show);
    if (match.picture >= pictures_.size()) {
      std::printf("wrong: %s of %s -> a filler\n", edit.c_str(), name.c_str());
      return;
    }
    const auto file = options_.show / (std::to_string(static_cast<int>(kind_)) + "-" +
                                       std::to_string(shown_++) + ".png");
    std::printf("wrong: %s of %s -> %s, %d inliers, agreement %.2f, detail %.2f, score %.2f: %s\n",
                edit.c_str(), name.c_str(), pictures_.name(match.picture).c_str(), match.inliers,
                match.agreement, match.detail, match.score, file.c_str());
    io::write_file(file, vision::encode_png(beside(query, pictures_(match.picture))));
  }

  const vision::ImageIndex& index_;
  const Pictures& pictures_;
  const Options& options_;
  Pictures::Kind kind_;
  std::mutex mutex_;
  std::map<std::string, Tally> tallies_;
  Times times_;
  int strangers_ = 0;
  int stranger_matches_ = 0;
  int shown_ = 0;
};

void run(const Options& options, const Pictures& pictures) {
  if (!std::filesystem::exists(options.index / "pictures.idx"))
    build(options.index, pictures, options.fill);
  reset_peak();
  const auto index = vision::ImageIndex::open(options.index);
  if (index.size() != pictures.size() + options.fill) {
    std::fprintf(stderr, "the index has %zu pictures, not %zu\n", index.size(),
                 pictures.size() + options.fill);
    std::exit(1);
  }
  const std::pair<Pictures::Kind, const char*> kinds[] = {
      {Pictures::Kind::photograph, "Photographs and paintings:"},
      {Pictures::Kind::other, "Drawings, flags, symbols, windows of programs:"},
      {Pictures::Kind::made, "Made pictures:"}};
  for (const auto& [kind, title] : kinds) {
    Bench bench(index, pictures, options, kind);
    bench.run();
    bench.print(title);
    std::fflush(stdout);
  }
  std::printf(
      "\nmost memory of searching, editing the queries included: %ld MB; now %ld MB of the "
      "program's own and %ld MB of the mapped file\n",
      status_mb("VmHWM:"), status_mb("RssAnon:"), status_mb("RssFile:"));
}

Options options_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const char* value = argv[i + 1];
    if (name == "--pictures")
      options.pictures = std::strtoul(value, nullptr, 10);
    else if (name == "--queries")
      options.queries = std::max(1UL, std::strtoul(value, nullptr, 10));
    else if (name == "--photographs")
      options.folders.photographs = value;
    else if (name == "--others")
      options.folders.others = value;
    else if (name == "--index")
      options.index = value;
    else if (name == "--fill")
      options.fill = std::strtoul(value, nullptr, 10);
    else if (name == "--show")
      options.show = value;
    else
      argc = 0;
  }
  if (argc % 2 == 0) {
    std::fprintf(stderr,
                 "usage: reverse_search [--pictures N] [--queries N] [--photographs DIR] "
                 "[--others DIR] [--index DIR] [--show DIR] [--fill N]\n");
    std::exit(2);
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  auto options = options_of(argc, argv);
  const bool kept = !options.index.empty();
  if (!kept)
    options.index = std::filesystem::temp_directory_path() /
                    ("assay-reverse-search-" + std::to_string(::getpid()));
  options.folders.prepared = options.index;
  const Pictures pictures(options.folders, options.pictures);
  using Kind = Pictures::Kind;
  std::printf("%zu pictures (%zu photographs, %zu others), %zu queries for each edit and kind\n",
              pictures.size(), pictures.last(Kind::photograph),
              pictures.last(Kind::other) - pictures.first(Kind::other), options.queries);
  run(options, pictures);
  if (!kept) std::filesystem::remove_all(options.index);
}
