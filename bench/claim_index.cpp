// Making the texts of many claims searchable, each claim's by itself, beside SQLite's FTS5.
//
//   claim_index KB [--claims 50] [--jobs 2]
//
// KB holds ID.json as AVeriTeC's knowledge store does (bench/compare/make_knowledge.py makes one).
// Both get the same texts, which are read and parsed before and do not count. FTS5 (porter,
// contentless, no journal, no syncs, a page cache of 200 MB) gets one transaction and one thread
// for each claim; ours finds the language, keeps positions, is flushed to the disk, and works on as
// many claims at a time as `jobs` says, as `assay index build` does. They take turns, claim by
// claim ten at a time, so that what else the machine does falls on both.
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "io/files.h"
#include "retrieval/documents/json_lines.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/index/builder.h"
#include "retrieval/knowledge/line.h"
#include "retrieval/passages/chunks.h"

namespace {

using namespace assay;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Texts = std::vector<std::string>;

constexpr std::size_t together = 10;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

Texts read(const fs::path& file) {
  retrieval::LineReader reader(file);
  retrieval::KnowledgeLineParser parser;
  Texts texts;
  while (auto block = reader.next())
    for (std::string_view rest = block->bytes; !rest.empty();) {
      const auto end = std::min(rest.find('\n'), rest.size());
      auto text = std::move(parser.parse(rest.substr(0, end)).document.text);
      if (!text.empty()) texts.push_back(std::move(text));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  return texts;
}

void check(sqlite3* base, int status) {
  if (status != SQLITE_OK && status != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(base));
}

void index_with_fts5(const fs::path& file, const Texts& texts) {
  sqlite3* opened = nullptr;
  const int status = sqlite3_open(file.c_str(), &opened);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> base(opened, sqlite3_close);
  check(base.get(), status);
  check(base.get(), sqlite3_exec(base.get(),
                                 "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
                                 "PRAGMA cache_size=-200000;"
                                 "CREATE VIRTUAL TABLE t USING fts5(text, content='', "
                                 "tokenize='porter'); BEGIN",
                                 nullptr, nullptr, nullptr));
  sqlite3_stmt* made = nullptr;
  check(base.get(),
        sqlite3_prepare_v2(base.get(), "INSERT INTO t(text) VALUES (?1)", -1, &made, nullptr));
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> insert(made, sqlite3_finalize);
  for (const auto& text : texts) {
    check(base.get(), sqlite3_bind_text(insert.get(), 1, text.data(), static_cast<int>(text.size()),
                                        SQLITE_STATIC));
    check(base.get(), sqlite3_step(insert.get()));
    sqlite3_reset(insert.get());
  }
  check(base.get(), sqlite3_exec(base.get(), "COMMIT", nullptr, nullptr, nullptr));
}

bool index_with_ours(const fs::path& folder, const Texts& texts) {
  io::make_folder(folder);
  retrieval::IndexOptions options;
  options.threads = 1;
  retrieval::IndexBuilder builder(folder, options);
  for (const std::string_view text : texts) {
    bool continues = false;
    for (const auto& span : retrieval::chunks(text)) {
      builder.add({}, text.substr(span.begin, span.end - span.begin), continues);
      continues = true;
    }
  }
  builder.finish();
  return true;
}

void run(const fs::path& kb, std::size_t claims, unsigned jobs) {
  const io::TemporaryFolder folder(fs::temp_directory_path() / "claim-index");
  double theirs = 0;
  double ours = 0;
  std::size_t documents = 0;
  for (std::size_t first = 0; first < claims; first += together) {
    std::vector<Texts> all;
    for (std::size_t i = first; i < std::min(first + together, claims); ++i)
      all.push_back(read(kb / (std::to_string(i) + ".json")));
    for (const auto& texts : all) documents += texts.size();
    auto begin = Clock::now();
    for (std::size_t i = 0; i < all.size(); ++i)
      index_with_fts5(folder.path() / (std::to_string(first + i) + ".db"), all[i]);
    theirs += seconds_since(begin);
    begin = Clock::now();
    std::size_t next = 0;
    retrieval::in_order(
        jobs, [&] { return next < all.size() ? std::optional(next++) : std::nullopt; },
        [&] {
          return [&](std::size_t i) {
            return index_with_ours(folder.path() / std::to_string(first + i), all[i]);
          };
        },
        [](bool) {});
    ours += seconds_since(begin);
  }
  const auto count = static_cast<double>(documents);
  fmt::print("{} documents of {} claims\n", documents, claims);
  fmt::print("FTS5   {:8.2f} s {:10.0f} documents/s\n", theirs, count / theirs);
  fmt::print("assay  {:8.2f} s {:10.0f} documents/s: {:.2f} times\n", ours, count / ours,
             theirs / ours);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 2) throw std::runtime_error("usage: claim_index KB [--claims N] [--jobs N]");
    std::size_t claims = 50;
    unsigned jobs = 2;
    for (int i = 2; i + 1 < argc; i += 2) {
      if (std::string_view(argv[i]) == "--claims") claims = std::stoul(argv[i + 1]);
      if (std::string_view(argv[i]) == "--jobs")
        jobs = static_cast<unsigned>(std::stoul(argv[i + 1]));
    }
    run(argv[1], claims, jobs);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "claim_index: {}\n", error.what());
    return 1;
  }
}
