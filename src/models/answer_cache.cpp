#include "models/answer_cache.h"

#include <sys/stat.h>

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>

#include "io/files.h"
#include "io/sqlite.h"
#include "models/answer_json.h"
#include "models/repetition.h"

namespace assay::models {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using io::Sqlite;
using io::SqliteError;
using io::SqliteStatement;

constexpr std::int64_t application = 0x41535359;  // "ASSY"
constexpr std::int64_t format = 1;
constexpr std::size_t most_waiting = 10'000;  // answers not yet written; more are not kept

// The last folder of the path for this user alone, where it is not there yet.
void make_private_folder(const fs::path& folder) {
  std::error_code ignored;
  if (folder.empty() || fs::exists(folder, ignored)) return;
  if (folder.has_parent_path()) io::make_folder(folder.parent_path());
  ::mkdir(folder.c_str(), 0700);
  io::make_folder(folder);  // says why where it could not be made
}

// One who is not let write at the first moment waits here; of two at once one makes the table.
void prepare(Sqlite& database, const fs::path& file) {
  database.run("PRAGMA journal_mode=WAL");
  database.run("PRAGMA synchronous=NORMAL");
  database.run("BEGIN IMMEDIATE");
  const auto id = database.number("PRAGMA application_id");
  const auto version = database.number("PRAGMA user_version");
  if (id == 0 && database.number("SELECT count(*) FROM sqlite_master") == 0) {
    database.run("PRAGMA application_id=1095979865");
    database.run("PRAGMA user_version=1");
    database.run("CREATE TABLE answers(key TEXT PRIMARY KEY, answer TEXT NOT NULL) WITHOUT ROWID");
  } else if (id != application) {
    throw SqliteError("'" + io::shown(file) + "' is a database of another program");
  } else if (version != format) {
    throw SqliteError("'" + io::shown(file) + "' was made by another version of assay");
  }
  database.run("COMMIT");
}
static_assert(application == 1095979865);

void put_aside(const fs::path& file) {
  std::error_code ignored;
  fs::rename(file, file.string() + ".damaged", ignored);
  // A new database would take what is left in them for its own.
  fs::remove(file.string() + "-wal", ignored);
  fs::remove(file.string() + "-shm", ignored);
}

struct Reader {
  explicit Reader(const fs::path& file)
      : database(file, 50ms), find(database, "SELECT answer FROM answers WHERE key=?1") {}
  Sqlite database;
  SqliteStatement find;
};

struct Writer {
  explicit Writer(const fs::path& file)
      : database(file, 5000ms),
        put(database, "INSERT OR REPLACE INTO answers(key, answer) VALUES(?1, ?2)") {
    database.run("PRAGMA synchronous=NORMAL");
  }
  Sqlite database;
  SqliteStatement put;
};

}  // namespace

struct AnswerCache::Impl {
  Impl(fs::path at, Say tell) : file(std::move(at)), say(std::move(tell)) {}

  void open();
  void try_open();
  void start() {
    thread = std::thread([this] { write_all(); });
  }
  std::optional<std::string> look_up(const std::string& key);
  void write_all();
  void write(const std::unordered_map<std::string, std::string>& batch);
  void give_up(const SqliteError& error);
  void tell();

  const fs::path file;
  const Say say;
  std::unique_ptr<Reader> reader;
  std::unique_ptr<Writer> writer;  // of the thread, once that runs
  std::thread thread;

  std::mutex mutex;  // of all below
  std::condition_variable changed;
  std::unordered_map<std::string, std::string> waiting;  // to be written
  std::unordered_map<std::string, std::string> writing;  // being written
  bool ending = false;
  bool lost = false;    // nothing works any more
  std::string trouble;  // to be told
};

void AnswerCache::Impl::try_open() {
  reader.reset();
  make_private_folder(file.parent_path());
  Sqlite first(file, 1000ms);
  prepare(first, file);
  reader = std::make_unique<Reader>(file);
  writer = std::make_unique<Writer>(file);
}

void AnswerCache::Impl::open() {
  const auto until = std::chrono::steady_clock::now() + 5s;
  for (bool begun_anew = false;;) {
    try {
      return try_open();
    } catch (const SqliteError& error) {
      if (error.busy && std::chrono::steady_clock::now() < until) {
        // Where several begin at once, SQLite doesn't wait for whoever turns the log on.
        std::this_thread::sleep_for(5ms);
        continue;
      }
      if (!error.damaged || begun_anew) return give_up(error);
      begun_anew = true;
      put_aside(file);
      if (say) say("the cache of answers was damaged and is begun anew: '" + io::shown(file) + "'");
    } catch (const std::exception& error) {
      return give_up(SqliteError(error.what()));
    }
  }
}

void AnswerCache::Impl::give_up(const SqliteError& error) {
  if (error.damaged) put_aside(file);
  const std::lock_guard lock(mutex);
  if (!lost) trouble = std::string("going on without the cache of answers: ") + error.what();
  lost = true;
  waiting.clear();
  writing.clear();
}

void AnswerCache::Impl::tell() {
  std::string line;
  {
    const std::lock_guard lock(mutex);
    line = std::exchange(trouble, {});
  }
  if (!line.empty() && say) say(line);
}

std::optional<std::string> AnswerCache::Impl::look_up(const std::string& key) {
  {
    const std::lock_guard lock(mutex);
    if (lost) return std::nullopt;
    for (const auto* some : {&waiting, &writing})
      if (const auto found = some->find(key); found != some->end()) return found->second;
  }
  try {
    reader->find.bind(1, key);
    std::optional<std::string> text;
    if (reader->find.step()) text = std::string(reader->find.text(0));
    reader->find.reset();
    return text;
  } catch (const SqliteError& error) {
    reader->find.reset();
    if (!error.busy) give_up(error);
    return std::nullopt;
  }
}

void AnswerCache::Impl::write(const std::unordered_map<std::string, std::string>& batch) {
  writer->database.run("BEGIN IMMEDIATE");
  try {
    for (const auto& [key, answer] : batch) {
      writer->put.bind(1, key).bind(2, answer).step();
      writer->put.reset();
    }
    writer->database.run("COMMIT");
  } catch (const SqliteError&) {
    writer->put.reset();
    try {
      writer->database.run("ROLLBACK");
    } catch (const SqliteError&) {  // SQLite may have done it itself
    }
    throw;
  }
}

void AnswerCache::Impl::write_all() {
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [&] { return ending || !waiting.empty(); });
    if (waiting.empty()) return;
    writing = std::exchange(waiting, {});
    const auto batch = writing;  // what others may clear while it is written
    lock.unlock();
    try {
      write(batch);
    } catch (const SqliteError& error) {
      give_up(error);
    }
    lock.lock();
    writing.clear();
    changed.notify_all();
  }
}

AnswerCache::AnswerCache(fs::path file, Say say)
    : impl_(std::make_unique<Impl>(std::move(file), std::move(say))) {
  impl_->open();
  impl_->tell();
  if (impl_->writer) impl_->start();
}

AnswerCache::~AnswerCache() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->ending = true;
  }
  impl_->changed.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
}

std::optional<ChatAnswer> AnswerCache::find(const std::string& key) {
  const auto text = impl_->look_up(key);
  impl_->tell();
  if (!text) return std::nullopt;
  auto answer = answer_from_json(*text);
  if (answer) answer->from_cache = true;
  return answer;
}

void AnswerCache::store(const std::string& key, const ChatAnswer& answer) {
  {
    const std::lock_guard lock(impl_->mutex);
    if (!impl_->lost && impl_->waiting.size() < most_waiting)
      impl_->waiting[key] = answer_to_json(answer);
  }
  impl_->changed.notify_all();
  impl_->tell();
}

void AnswerCache::flush() {
  {
    std::unique_lock lock(impl_->mutex);
    impl_->changed.wait(
        lock, [&] { return impl_->lost || (impl_->waiting.empty() && impl_->writing.empty()); });
  }
  impl_->tell();
}

fs::path default_answer_cache() {
  const auto folder = io::user_cache();
  return folder.empty() ? folder : folder / "answers.sqlite";
}

bool worth_keeping(const ChatAnswer& answer) {
  if (is_repetitive(answer.text)) return false;
  return answer.finish == Finish::complete || answer.finish == Finish::refused;
}

}  // namespace assay::models
