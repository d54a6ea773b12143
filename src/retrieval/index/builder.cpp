#include "retrieval/index/builder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/index/format.h"
#include "retrieval/index/merge.h"
#include "retrieval/index/sink.h"
#include "retrieval/index/slab.h"
#include "retrieval/index/system.h"
#include "retrieval/index/writer.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

// The runs that do not fit into memory, in a file without a name.
class Spill {
 public:
  explicit Spill(const fs::path& folder) : path_(folder / "fulltext.runs") {}
  ~Spill() {
    if (file_ >= 0) ::close(file_);
  }
  Spill(const Spill&) = delete;
  Spill& operator=(const Spill&) = delete;

  // Returns where the bytes begin.
  std::uint64_t write(std::string_view bytes) {
    if (file_ < 0) open();
    io::write_all(file_, bytes, path_);
    return std::exchange(size_, size_ + bytes.size());
  }
  int file() const { return file_; }

 private:
  void open() {
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file_ < 0) fail_system("write", path_);
    ::unlink(path_.c_str());  // it goes with the process, however that ends
  }
  fs::path path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
};

// A run, in memory or in the spill.
struct StoredRun {
  std::uint32_t first = 0;
  std::string bytes;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  // 0: in memory
};

unsigned thread_count(unsigned wanted) {
  constexpr unsigned most = 64;
  const unsigned found = wanted != 0 ? wanted : std::thread::hardware_concurrency();
  return std::clamp(found, 1U, most);
}

}  // namespace

struct IndexBuilder::State {
  State(fs::path where, const IndexOptions& wanted)
      : folder(std::move(where)),
        options(wanted),
        threads(thread_count(wanted.threads)),
        // A slab takes about four times its text while it is indexed, and as many wait.
        slab_bytes(std::clamp<std::size_t>(wanted.memory_bytes / (std::size_t{6} * threads),
                                           std::size_t{64} << 10, std::size_t{16} << 20)),
        spill(folder),
        open_slab(0) {}

  void start() {
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back([this] { work(); });
  }

  void work();
  void keep(Run run);
  void hand_over();
  void stop();
  void check();
  IndexStats write();
  void remove_files();

  fs::path folder;
  IndexOptions options;
  unsigned threads;
  std::size_t slab_bytes;

  // The caller's:
  Spill spill;
  Slab open_slab;
  std::uint32_t documents = 0;
  bool finished = false;
  std::vector<fs::path> written;
  std::vector<std::thread> workers;

  // Everyone's, under the lock:
  std::mutex lock;
  std::condition_variable changed;
  std::deque<Slab> waiting;
  bool closed = false;
  std::exception_ptr error;
  std::vector<StoredRun> runs;
  std::size_t kept_bytes = 0;  // of the runs in memory
  std::vector<std::uint32_t> lengths;
};

void IndexBuilder::State::work() {
  SlabIndexer indexer(options.language,
                      std::max<std::size_t>(options.memory_bytes / (std::size_t{4} * threads),
                                            std::size_t{256} << 10));
  for (;;) {
    std::optional<Slab> slab;
    {
      std::unique_lock held(lock);
      changed.wait(held, [&] { return closed || !waiting.empty(); });
      if (waiting.empty() || error) return;
      slab.emplace(std::move(waiting.front()));
      waiting.pop_front();
    }
    changed.notify_all();
    try {
      keep(indexer.index(*slab));
    } catch (...) {
      const std::lock_guard held(lock);
      if (!error) error = std::current_exception();
      changed.notify_all();
      return;
    }
  }
}

void IndexBuilder::State::keep(Run run) {
  const std::lock_guard held(lock);
  if (lengths.size() < run.first + run.lengths.size())
    lengths.resize(run.first + run.lengths.size());
  std::copy(run.lengths.begin(), run.lengths.end(), lengths.begin() + run.first);
  StoredRun stored;
  stored.first = run.first;
  if (kept_bytes + run.bytes.size() <= options.memory_bytes / 4) {
    kept_bytes += run.bytes.size();
    stored.bytes = std::move(run.bytes);
  } else {
    stored.size = run.bytes.size();
    stored.offset = spill.write(run.bytes);
  }
  runs.push_back(std::move(stored));
}

void IndexBuilder::State::check() {
  const std::lock_guard held(lock);
  if (error) std::rethrow_exception(error);
}

// Gives the open slab to the threads, and begins another.
void IndexBuilder::State::hand_over() {
  open_slab.seal();
  {
    std::unique_lock held(lock);
    changed.wait(held, [&] { return error || waiting.size() < threads; });
    if (error) std::rethrow_exception(error);
    waiting.push_back(std::move(open_slab));
  }
  changed.notify_all();
  open_slab = Slab(documents);
}

void IndexBuilder::State::stop() {
  {
    const std::lock_guard held(lock);
    closed = true;
  }
  changed.notify_all();
  for (auto& worker : workers) worker.join();
  workers.clear();
}

IndexStats IndexBuilder::State::write() {
  std::sort(runs.begin(), runs.end(),
            [](const StoredRun& a, const StoredRun& b) { return a.first < b.first; });
  std::vector<RunReader> readers;
  readers.reserve(runs.size());
  const std::size_t buffer = std::clamp<std::size_t>(options.memory_bytes / 4 / (runs.size() + 1),
                                                     std::size_t{16} << 10, std::size_t{1} << 20);
  for (const StoredRun& run : runs)
    readers.push_back(run.size == 0 ? RunReader(run.bytes)
                                    : RunReader(spill.file(), run.offset, run.size, buffer));
  std::vector<std::unique_ptr<FileSink>> files;
  IndexWriter::Sinks sinks;
  for (std::size_t i = 0; i < section_count; ++i) {
    files.push_back(std::make_unique<FileSink>(folder / section_files[i]));
    written.push_back(folder / section_files[i]);
    sinks[i] = files.back().get();
  }
  IndexWriter writer(sinks, lengths);
  merge(readers, writer);
  const Header header = writer.finish();
  for (auto& file : files) file->finish();
  io::write_file(folder / header_file, {reinterpret_cast<const char*>(&header), sizeof header});
  IndexStats stats{header.documents, header.tokens, header.terms, sizeof header};
  for (const std::uint64_t size : header.sizes) stats.bytes += size;
  return stats;
}

void IndexBuilder::State::remove_files() {
  std::error_code ignored;
  for (const auto& file : written) fs::remove(file, ignored);
}

IndexBuilder::IndexBuilder(fs::path folder, const IndexOptions& options)
    : state_(std::make_unique<State>(std::move(folder), options)) {
  state_->start();
}

IndexBuilder::~IndexBuilder() {
  if (state_->finished) return;
  state_->stop();
  state_->remove_files();
}

std::uint32_t IndexBuilder::add(std::string_view title, std::string_view text, bool continues) {
  if (title.size() + text.size() >= UINT32_MAX)
    throw core::InputError("a document of 4 GB or more cannot be indexed");
  if (state_->documents >= UINT32_MAX - 1)
    throw core::InputError("too many documents for one index");
  // What belongs together is told its language together, however many threads there are.
  if (!continues && state_->open_slab.bytes() >= state_->slab_bytes) state_->hand_over();
  state_->open_slab.add(title, text, continues);
  return state_->documents++;
}

IndexStats IndexBuilder::finish() {
  if (state_->open_slab.size() > 0) state_->hand_over();
  state_->stop();
  state_->check();
  const IndexStats stats = state_->write();
  state_->finished = true;
  return stats;
}

}  // namespace assay::retrieval
