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
// A document's text with its passages.
struct Text {
  std::string text;
  std::vector<language::Span> passages;
};
using Texts = std::vector<Text>;

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
      auto line = parser.parse(rest.substr(0, end));
      auto passages = retrieval::chunks(line.document.text, line.sentences);
      if (!line.document.text.empty())
        texts.push_back({std::move(line.document.text), std::move(passages)});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  return texts;
}

void check(sqlite3* base, int status) {
  if (status != SQLITE_OK && status != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(base));
}

// One table of full text.
class Fts5 {
 public:
  explicit Fts5(const fs::path& file) {
    sqlite3* opened = nullptr;
    const int status = sqlite3_open(file.c_str(), &opened);
    base_.reset(opened);
    check(base_.get(), status);
    run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-200000;"
        "CREATE VIRTUAL TABLE t USING fts5(text, content='', tokenize='porter'); BEGIN");
    sqlite3_stmt* made = nullptr;
    check(base_.get(),
          sqlite3_prepare_v2(base_.get(), "INSERT INTO t(text) VALUES (?1)", -1, &made, nullptr));
    insert_.reset(made);
  }
  void add(const Texts& texts) {
    for (const auto& one : texts) {
      check(base_.get(), sqlite3_bind_text(insert_.get(), 1, one.text.data(),
                                           static_cast<int>(one.text.size()), SQLITE_STATIC));
      check(base_.get(), sqlite3_step(insert_.get()));
      sqlite3_reset(insert_.get());
    }
  }
  void finish() { run("COMMIT"); }

 private:
  void run(const char* sql) {
    check(base_.get(), sqlite3_exec(base_.get(), sql, nullptr, nullptr, nullptr));
  }
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> base_{nullptr, sqlite3_close};
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> insert_{nullptr, sqlite3_finalize};
};

bool index_with_ours(const fs::path& folder, const Texts& texts) {
  io::make_folder(folder);
  retrieval::IndexOptions options;
  options.threads = 1;
  retrieval::IndexBuilder builder(folder, options);
  for (const auto& one : texts) {
    const std::string_view text = one.text;
    bool continues = false;
    for (const auto& span : one.passages) {
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
  double together_theirs = 0;
  Fts5 one(folder.path() / "all.db");
  double ours = 0;
  std::size_t documents = 0;
  for (std::size_t first = 0; first < claims; first += together) {
    std::vector<Texts> all;
    for (std::size_t i = first; i < std::min(first + together, claims); ++i)
      all.push_back(read(kb / (std::to_string(i) + ".json")));
    for (const auto& texts : all) documents += texts.size();
    auto begin = Clock::now();
    for (std::size_t i = 0; i < all.size(); ++i) {
      Fts5 own(folder.path() / (std::to_string(first + i) + ".db"));
      own.add(all[i]);
      own.finish();
    }
    theirs += seconds_since(begin);
    begin = Clock::now();
    for (const auto& texts : all) one.add(texts);
    together_theirs += seconds_since(begin);
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
  const auto begin = Clock::now();
  one.finish();
  together_theirs += seconds_since(begin);
  const auto count = static_cast<double>(documents);
  fmt::print("{} documents of {} claims\n", documents, claims);
  const auto row = [&](const char* name, double seconds) {
    fmt::print("{:<28} {:8.2f} s {:10.0f} documents/s, assay {:.2f} times\n", name, seconds,
               count / seconds, seconds / ours);
  };
  row("FTS5, one table for all", together_theirs);
  row("FTS5, one for each claim", theirs);
  row("assay, one for each claim", ours);
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
