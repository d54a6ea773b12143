// Indexing and searching beside SQLite's FTS5 (tokenize = porter), in one run, over one file of
// generated documents.
//
//   fts5 [--documents N] [--queries N] [--threads N] [--folder DIR]
//
// The documents (6 KB each, fixed seed) are written once as JSON Lines; both engines read that
// file, and the reading counts in both times. FTS5 gets one transaction, no journal, no syncs, a
// page cache of 200 MB and a contentless table, and is optimised before it is searched (which is
// not counted). Ours finds the language of each document, keeps positions, and is flushed to the
// disk. A query counts from its text to the ten best documents.
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "io/files.h"
#include "retrieval/index/builder.h"
#include "retrieval/index/index.h"

namespace {

using namespace assay;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Of all threads of this process.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Options {
  std::size_t documents = 100000;
  std::size_t queries = 1000;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  fs::path folder = fs::temp_directory_path();
};

// ---- Documents and queries

// The most frequent words are English, so that the language of a document is no riddle; the others
// are made up, in four inflections each, on which Porter's stemmer and Snowball's English agree.
std::vector<std::string> make_vocabulary(std::size_t size) {
  std::vector<std::string> words = {
      "the", "of",   "and",  "to",   "in",   "a",    "is",    "that",  "for",   "it",
      "as",  "was",  "with", "be",   "by",   "on",   "not",   "he",    "his",   "but",
      "at",  "are",  "this", "have", "from", "or",   "had",   "an",    "they",  "which",
      "one", "you",  "were", "all",  "her",  "she",  "there", "would", "their", "we",
      "him", "been", "has",  "when", "who",  "will", "no",    "more",  "if",    "out"};
  constexpr std::string_view consonants = "bdfgklmnprtvz";
  constexpr std::string_view vowels = "aeiou";
  constexpr std::array<std::string_view, 4> endings = {"", "s", "ing", "ed"};
  std::mt19937_64 random(7);
  std::vector<std::string> made;
  for (std::size_t n = 0; words.size() + made.size() < size; ++n) {
    std::string stem;
    for (std::size_t rest = n + 70, i = 0; i < 3 || rest > 0; ++i) {
      stem += consonants[rest % consonants.size()];
      rest /= consonants.size();
      stem += vowels[rest % vowels.size()];
      rest /= vowels.size();
    }
    stem += n % 2 == 0 ? 'k' : 'p';
    for (const auto ending : endings) made.push_back(stem + std::string(ending));
  }
  std::shuffle(made.begin(), made.end(), random);
  words.insert(words.end(), made.begin(), made.end());
  words.resize(size);
  return words;
}

class Generator {
 public:
  Generator() : words_(make_vocabulary(vocabulary_size)) {
    std::vector<double> weights;
    for (std::size_t rank = 1; rank <= words_.size(); ++rank)
      weights.push_back(1.0 / static_cast<double>(rank));
    build_alias(std::move(weights));
  }

  std::string document(std::size_t number) const {
    std::mt19937_64 random(number + 1);
    std::string text;
    text.reserve(document_bytes + 32);
    while (text.size() < document_bytes) {
      if (!text.empty()) text += text.size() % 97 == 0 ? ". " : " ";
      text += words_[draw(random)];
    }
    text += '.';
    return text;
  }

  // Three to eight words; each rank's logarithm is as likely as any, below the English words.
  std::vector<std::vector<std::string>> queries(std::size_t count) const {
    std::mt19937_64 random(42);
    std::uniform_real_distribution<double> log_rank(std::log(50.0),
                                                    std::log(static_cast<double>(words_.size())));
    std::vector<std::vector<std::string>> queries(count);
    for (auto& query : queries) {
      const std::size_t length = 3 + random() % 6;
      while (query.size() < length) {
        const auto& word = words_[static_cast<std::size_t>(std::exp(log_rank(random)))];
        if (std::find(query.begin(), query.end(), word) == query.end()) query.push_back(word);
      }
    }
    return queries;
  }

 private:
  static constexpr std::size_t vocabulary_size = 100000;
  static constexpr std::size_t document_bytes = 6000;

  // Vose's method: a draw costs two look-ups.
  void build_alias(std::vector<double> weights) {
    double sum = 0;
    for (const double weight : weights) sum += weight;
    for (double& weight : weights) weight *= static_cast<double>(weights.size()) / sum;
    alias_.resize(weights.size());
    keep_.resize(weights.size());
    std::vector<std::uint32_t> small;
    std::vector<std::uint32_t> large;
    for (std::uint32_t i = 0; i < weights.size(); ++i)
      (weights[i] < 1 ? small : large).push_back(i);
    while (!small.empty() && !large.empty()) {
      const auto low = small.back();
      const auto high = large.back();
      small.pop_back();
      keep_[low] = weights[low];
      alias_[low] = high;
      weights[high] -= 1 - weights[low];
      if (weights[high] < 1) {
        large.pop_back();
        small.push_back(high);
      }
    }
    for (const auto i : small) keep_[i] = 1;
    for (const auto i : large) keep_[i] = 1;
  }

  std::size_t draw(std::mt19937_64& random) const {
    const std::uint64_t bits = random();
    const std::size_t i = (bits >> 32) % words_.size();
    return static_cast<double>(bits & 0xFFFFFFFF) / 4294967296.0 < keep_[i] ? i : alias_[i];
  }

  std::vector<std::string> words_;
  std::vector<double> keep_;
  std::vector<std::uint32_t> alias_;
};

constexpr std::string_view line_begin = R"({"text":")";
constexpr std::string_view line_end = R"("})";

void write_documents(const fs::path& file, std::size_t count, const Generator& generator) {
  std::ofstream out(file, std::ios::binary);
  for (std::size_t i = 0; i < count; ++i)
    out << line_begin << generator.document(i) << line_end << '\n';
  out.close();
  if (!out) throw std::runtime_error("cannot write the documents to " + file.string());
}

// Calls use(text) for each document. The generated text holds nothing that JSON escapes.
template <class Use>
void each_document(const fs::path& file, Use&& use) {
  std::ifstream in(file, std::ios::binary);
  std::vector<char> buffer(1 << 20);
  in.rdbuf()->pubsetbuf(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  for (std::string line; std::getline(in, line);)
    use(std::string_view(line).substr(line_begin.size(),
                                      line.size() - line_begin.size() - line_end.size()));
}

// ---- SQLite

class Database {
 public:
  explicit Database(const fs::path& file) {
    sqlite3* made = nullptr;
    const int status = sqlite3_open(file.c_str(), &made);
    database_.reset(made);
    if (status != SQLITE_OK) fail();
  }
  void run(const char* sql) {
    if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }
  [[noreturn]] void fail() { throw std::runtime_error(sqlite3_errmsg(database_.get())); }
  sqlite3* get() { return database_.get(); }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
  };
  std::unique_ptr<sqlite3, Close> database_;
};

class Statement {
 public:
  Statement(Database& database, const char* sql) : database_(database) {
    sqlite3_stmt* made = nullptr;
    if (sqlite3_prepare_v2(database.get(), sql, -1, &made, nullptr) != SQLITE_OK) database.fail();
    statement_.reset(made);
  }
  void bind(int at, std::string_view text) {
    if (sqlite3_bind_text(statement_.get(), at, text.data(), static_cast<int>(text.size()),
                          SQLITE_STATIC) != SQLITE_OK)
      database_.fail();
  }
  void bind(int at, std::int64_t number) {
    if (sqlite3_bind_int64(statement_.get(), at, number) != SQLITE_OK) database_.fail();
  }
  bool step() {
    const int status = sqlite3_step(statement_.get());
    if (status != SQLITE_ROW && status != SQLITE_DONE) database_.fail();
    return status == SQLITE_ROW;
  }
  void reset() { sqlite3_reset(statement_.get()); }
  std::int64_t number(int column) { return sqlite3_column_int64(statement_.get(), column); }
  double real(int column) { return sqlite3_column_double(statement_.get(), column); }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  Database& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

struct Built {
  double seconds = 0;
  double cpu = 0;
  double memory = 0;
  double bytes = 0;
};

Built index_with_fts5(Database& database, const fs::path& documents) {
  const auto start = Clock::now();
  const double cpu = cpu_seconds();
  database.run(
      "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-200000;"
      "CREATE VIRTUAL TABLE t USING fts5(text, content='', tokenize='porter'); BEGIN");
  Statement insert(database, "INSERT INTO t(rowid, text) VALUES (?1, ?2)");
  std::int64_t number = 0;
  each_document(documents, [&](std::string_view text) {
    insert.bind(1, ++number);
    insert.bind(2, text);
    insert.step();
    insert.reset();
  });
  database.run("COMMIT");
  return {seconds_since(start), cpu_seconds() - cpu};
}

struct Answer {
  std::vector<retrieval::ScoredDocument> hits;
  double seconds = 0;
};

std::vector<Answer> search_with_fts5(Database& database,
                                     const std::vector<std::vector<std::string>>& queries) {
  Statement select(database, "SELECT rowid, rank FROM t WHERE t MATCH ?1 ORDER BY rank LIMIT 10");
  std::vector<Answer> answers;
  for (const auto& query : queries) {
    Answer& answer = answers.emplace_back();
    const auto start = Clock::now();
    std::string text;
    for (const auto& word : query) text += (text.empty() ? "\"" : " OR \"") + word + '"';
    select.bind(1, text);
    while (select.step())
      answer.hits.push_back({static_cast<std::uint32_t>(select.number(0) - 1), -select.real(1)});
    select.reset();
    answer.seconds = seconds_since(start);
  }
  return answers;
}

// ---- Ours

// The peak resident memory of this process, in bytes.
std::size_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) * 1024;
  return 0;
}

// Runs in a process of its own, so that its memory is its own. Prints what it measured.
int index_with_ours(const fs::path& documents, const fs::path& folder, unsigned threads) {
  const auto start = Clock::now();
  retrieval::IndexOptions options;
  options.threads = threads;
  retrieval::IndexBuilder builder(folder, options);
  each_document(documents, [&](std::string_view text) { builder.add({}, text); });
  const auto stats = builder.finish();
  fmt::print("{} {} {} {}\n", seconds_since(start), cpu_seconds(), peak_memory(), stats.bytes);
  return 0;
}

Built index_in_child(const fs::path& documents, const fs::path& folder, unsigned threads) {
  const std::string command =
      fmt::format("'{}' --index '{}' '{}' {}", fs::canonical("/proc/self/exe").string(),
                  documents.string(), folder.string(), threads);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  Built built;
  if (!pipe || fscanf(pipe.get(), "%lf %lf %lf %lf", &built.seconds, &built.cpu, &built.memory,
                      &built.bytes) != 4)
    throw std::runtime_error("the indexing process failed");
  return built;
}

std::vector<Answer> search_with_ours(const retrieval::Index& index,
                                     const std::vector<std::vector<std::string>>& queries) {
  retrieval::SearchOptions options;
  options.ranking = retrieval::Ranking::bm25;
  std::vector<Answer> answers;
  for (const auto& query : queries) {
    Answer& answer = answers.emplace_back();
    const auto start = Clock::now();
    std::string text;
    for (const auto& word : query) text += (text.empty() ? "" : " ") + word;
    answer.hits = index.search(index.parse(text), options);
    answer.seconds = seconds_since(start);
  }
  return answers;
}

// ---- Beside each other

bool near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max({1.0, a, b}); }

// The same scores in the same order, by the same documents where no other scores the same.
bool same(const Answer& ours, const Answer& theirs) {
  if (ours.hits.size() != theirs.hits.size()) return false;
  for (std::size_t i = 0; i < ours.hits.size(); ++i) {
    const auto& hit = ours.hits[i];
    if (!near(hit.score, theirs.hits[i].score)) return false;
    const bool tied = near(hit.score, ours.hits.back().score) ||
                      std::any_of(theirs.hits.begin(), theirs.hits.end(), [&](const auto& other) {
                        return other.document == hit.document && near(other.score, hit.score);
                      });
    if (!tied) return false;
  }
  return true;
}

double median(const std::vector<Answer>& answers) {
  std::vector<double> seconds;
  for (const auto& answer : answers) seconds.push_back(answer.seconds);
  if (seconds.empty()) return 0;
  std::nth_element(seconds.begin(),
                   seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2),
                   seconds.end());
  return seconds[seconds.size() / 2];
}

int compare(const Options& options) {
  const io::TemporaryFolder folder(options.folder / "assay-fts5-bench");
  const fs::path documents = folder.path() / "documents.jsonl";
  const Generator generator;
  write_documents(documents, options.documents, generator);
  const auto queries = generator.queries(options.queries);
  fmt::print("{} documents, {:.0f} MB; {} queries of 3 to 8 words\n", options.documents,
             static_cast<double>(fs::file_size(documents)) / 1e6, options.queries);

  const fs::path ours_folder = folder.path() / "ours";
  fs::create_directory(ours_folder);
  const Built built = index_in_child(documents, ours_folder, options.threads);
  const fs::path database_file = folder.path() / "fts5.db";
  Database database(database_file);
  Built fts5 = index_with_fts5(database, documents);
  fts5.bytes = static_cast<double>(fs::file_size(database_file));
  database.run("INSERT INTO t(t) VALUES ('optimize')");

  const auto index = retrieval::Index::open(ours_folder);
  const auto ours = search_with_ours(index, queries);
  const auto theirs = search_with_fts5(database, queries);
  std::size_t agree = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) agree += same(ours[i], theirs[i]) ? 1 : 0;

  const auto count = static_cast<double>(options.documents);
  const double ours_median = median(ours);
  const double theirs_median = median(theirs);
  fmt::print("{:<28} {:>12} {:>12} {:>10}\n", "", "FTS5", "Assay", "ratio");
  fmt::print("{:<28} {:>12} {:>12}\n", "indexing threads", 1, options.threads);
  fmt::print("{:<28} {:>12.0f} {:>12.0f} {:>9.1f}x\n", "documents a second", count / fts5.seconds,
             count / built.seconds, fts5.seconds / built.seconds);
  fmt::print("{:<28} {:>12.1f} {:>12.1f} {:>9.1f}x\n", "CPU seconds of indexing", fts5.cpu,
             built.cpu, fts5.cpu / built.cpu);
  fmt::print("{:<28} {:>12.3f} {:>12.3f} {:>9.0f}x\n", "median search, ms (1 thread)",
             theirs_median * 1e3, ours_median * 1e3, theirs_median / ours_median);
  fmt::print("{:<28} {:>12.0f} {:>12.0f}\n", "index, MB", fts5.bytes / 1e6, built.bytes / 1e6);
  fmt::print("{:<28} {:>12} {:>12.0f}\n", "peak memory of indexing, MB", "", built.memory / 1e6);
  fmt::print("same ten best documents (ties aside): {} of {} queries\n", agree, queries.size());
  return agree == queries.size() ? 0 : 1;
}

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    if (i + 1 == argc) throw std::invalid_argument("no value for " + std::string(name));
    const std::string value = argv[i + 1];
    if (name == "--documents")
      options.documents = std::stoul(value);
    else if (name == "--queries")
      options.queries = std::stoul(value);
    else if (name == "--threads")
      options.threads = static_cast<unsigned>(std::stoul(value));
    else if (name == "--folder")
      options.folder = value;
    else
      throw std::invalid_argument("unknown option " + std::string(name));
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 5 && std::string_view(argv[1]) == "--index")
      return index_with_ours(argv[2], argv[3], static_cast<unsigned>(std::stoul(argv[4])));
    return compare(read_options(argc, argv));
  } catch (const std::exception& error) {
    fmt::print(stderr, "fts5: {}\n", error.what());
    return 1;
  }
}
