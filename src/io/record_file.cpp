#include "io/record_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "io/when_all.h"

namespace assay::io {
namespace {

namespace fs = std::filesystem;
using core::Entry;
using core::EntryType;
using core::InputError;
using core::Json;

// A line of a record can hold a long list of sources, but no more than this.
constexpr std::size_t max_record_bytes = std::size_t{1} << 30;

std::string message_of(int error) { return std::generic_category().message(error); }

// The entries of a file, and how many of its bytes they take.
struct Loaded {
  std::vector<Entry> entries;
  std::size_t good_bytes = 0;
};

Entry parse_entry(std::string_view line) {
  try {
    auto entry = Json::parse(line).get<Entry>();
    core::Record shape;  // does the value have the shape of its type?
    shape.append(entry);
    return entry;
  } catch (const Json::exception& error) {
    throw InputError(error.what());
  }
}

void check_schema(const Entry& start, const fs::path& file) {
  if (start.type != EntryType::start)
    throw InputError("'" + shown(file) + "' is no record: its first line is no start entry");
  const auto value = Json::parse(start.value);
  const int schema = value.value("schema", 0);
  if (schema > core::record_schema_version)
    throw InputError("'" + shown(file) + "' was made by a newer version of assay (record schema " +
                     std::to_string(schema) + "); use that version");
}

Loaded load(const fs::path& file, const Say& say) {
  const auto bytes = read_file(file, max_record_bytes);
  Loaded loaded;
  std::size_t number = 1;
  for (std::size_t at = 0; at < bytes.size(); ++number) {
    const auto newline = bytes.find('\n', at);
    const bool whole = newline != std::string::npos;
    const bool last = !whole || newline + 1 == bytes.size();
    try {
      // The newline is the last byte of an entry: without it, the entry was not fully written.
      if (!whole) throw InputError("cut short");
      loaded.entries.push_back(parse_entry(std::string_view(bytes).substr(at, newline - at)));
    } catch (const InputError& error) {
      if (!last)
        throw InputError("'" + shown(file) + "' is damaged in line " + std::to_string(number) +
                         " (" + error.what() + "); move it away to start again");
      if (say)
        say("'" + shown(file) + "': the last line (" + std::to_string(number) +
            ") is damaged and was dropped");
      break;
    }
    at = newline + 1;
    loaded.good_bytes = at;
  }
  if (!loaded.entries.empty()) check_schema(loaded.entries.front(), file);
  return loaded;
}

bool same_step(const Entry& entry, EntryType type, const std::optional<core::StepKey>& key,
               const std::string& inputs) {
  return entry.type == type && entry.step == key && entry.inputs == inputs;
}

// Is the entry that was found what would be appended now? A step's value may differ (it is what was
// thought then); what follows from earlier entries may not.
bool same_entry(const Entry& found, const Entry& now) {
  if (!same_step(found, now.type, now.step, now.inputs)) return false;
  return now.step.has_value() || found.value == now.value;
}

}  // namespace

std::string hash_of(const Json& inputs) {
  return sha256(inputs.dump(-1, ' ', false, Json::error_handler_t::replace));
}

core::Record load_record(const fs::path& file, const Say& say) {
  core::Record record;
  for (auto& entry : load(file, say).entries) record.append(std::move(entry));
  if (record.entries().empty()) throw InputError("'" + shown(file) + "' holds no record");
  return record;
}

RecordFile::RecordFile(const fs::path& folder, const RunIdentity& identity, const Clock& clock,
                       Blobs blobs, Say say, std::shared_ptr<const core::Record> replayed)
    : path_(folder / "record.jsonl"),
      clock_(clock),
      blobs_(std::move(blobs)),
      say_(std::move(say)),
      replayed_(std::move(replayed)) {
  make_folder(folder);
  lock_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0 || ::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    if (lock_ >= 0) ::close(std::exchange(lock_, -1));
    throw InputError(error == EWOULDBLOCK
                         ? "another assay is writing to '" + shown(folder) +
                               "'; wait for it or use another --out"
                         : "cannot use '" + shown(folder) + "': " + message_of(error));
  }
  try {
    std::error_code error;
    if (fs::exists(path_, error)) {
      auto loaded = load(path_, say_);
      earlier_ = std::move(loaded.entries);
      if (fs::file_size(path_) != loaded.good_bytes) fs::resize_file(path_, loaded.good_bytes);
    }
    const Json start{{"schema", core::record_schema_version},
                     {"program", identity.program},
                     {"configuration", identity.configuration}};
    // The program's own version changes nothing by itself: the stages have versions.
    if (!earlier_.empty()) {
      const auto old = Json::parse(earlier_.front().value);
      if (old.value("configuration", Json()) == identity.configuration)
        record_.append(earlier_[cursor_++]);
    }
    if (cursor_ == 0) commit({EntryType::start, clock_.now(), {}, {}, {}, start.dump(), {}});
    append(EntryType::claim, identity.claim);
  } catch (const fs::filesystem_error& error) {
    if (file_ >= 0) ::close(file_);
    ::close(lock_);
    throw InputError("cannot use '" + shown(path_) + "': " + error.code().message());
  } catch (...) {
    if (file_ >= 0) ::close(file_);
    ::close(lock_);
    throw;
  }
}

RecordFile::~RecordFile() {
  if (file_ >= 0) ::close(file_);
  ::close(lock_);
}

void RecordFile::append(EntryType type, const Json& value) {
  commit({type,
          clock_.now(),
          {},
          {},
          {},
          value.dump(-1, ' ', false, Json::error_handler_t::replace),
          {}});
}

bool RecordFile::limit(const std::function<std::optional<std::string>()>& reason) {
  const auto next = record_.entries().size();
  const Entry* known = nullptr;
  if (cursor_ < earlier_.size()) known = &earlier_[cursor_];
  if (replayed_) known = next < replayed_->entries().size() ? &replayed_->entries()[next] : nullptr;
  if (known != nullptr && known->type == EntryType::limit) {
    append(EntryType::limit, Json::parse(known->value));
    return true;
  }
  // What was decided then is decided: a check that is resumed goes on as it had.
  if (replayed_ || known != nullptr) return false;
  const auto why = reason();
  if (why) append(EntryType::limit, {{"message", *why}});
  return why.has_value();
}

const Entry* RecordFile::replayed(const core::StepKey& key) const {
  if (!replayed_) return nullptr;
  for (const auto& entry : replayed_->entries())
    if (entry.step == key) return &entry;
  return nullptr;
}

const Entry* RecordFile::recorded(EntryType type, const core::StepKey& key,
                                  const std::string& inputs) const {
  // What tools found, and what was known from earlier checks, is no thought that could be repeated
  // offline.
  const bool from_outside = type == EntryType::tool_result || type == EntryType::site;
  if (replayed_ && from_outside)
    for (const auto& entry : replayed_->entries())
      if (same_step(entry, type, key, inputs) &&
          (type == EntryType::tool_result || entry.calls.empty()))
        return &entry;
  for (std::size_t i = cursor_; i < earlier_.size(); ++i)
    if (same_step(earlier_[i], type, key, inputs)) return &earlier_[i];
  return nullptr;
}

// The times of the earlier run, where the entry is the one that it had here.
void RecordFile::take_replayed_times(Entry& entry) const {
  const auto at = record_.entries().size();
  const auto entries = replayed_->entries();
  const auto differs = [&](const std::string& how) {
    throw InputError("the replay differs from the record at entry " + std::to_string(at + 1) +
                     " (" + std::string(core::to_string(entry.type)) + "): " + how);
  };
  if (at >= entries.size()) differs("the record ends before it");
  const auto& then = entries[at];
  if (!same_step(then, entry.type, entry.step, entry.inputs))
    differs("the record has " + std::string(core::to_string(then.type)) +
            " there, or the same from other inputs or another version of the stage");
  if (Json::parse(then.value) != Json::parse(entry.value)) differs("it has another value");
  if (Json(then.calls) != Json(entry.calls)) differs("its calls of models are others");
  entry.at = then.at;
  entry.started = then.started;
}

void RecordFile::commit(Entry entry) {
  if (replayed_) take_replayed_times(entry);
  if (cursor_ < earlier_.size()) {
    if (same_entry(earlier_[cursor_], entry)) {
      record_.append(std::move(earlier_[cursor_++]));
      return;
    }
    move_aside();
  }
  write(entry);
  record_.append(std::move(entry));
}

// What the file holds from here on is not what this run makes. It stays, under another name, and
// the entries that were found again begin the new file.
void RecordFile::move_aside() {
  fs::path aside;
  for (int n = 1; aside.empty() || fs::exists(aside); ++n)
    aside = path_.parent_path() / ("record." + std::to_string(n) + ".jsonl");
  std::string kept;
  for (const auto& entry : record_.entries()) kept += Json(entry).dump() + "\n";
  if (file_ >= 0) ::close(std::exchange(file_, -1));
  std::error_code error;
  fs::create_hard_link(path_, aside, error);
  if (error) fs::copy_file(path_, aside, error);
  if (error) throw InputError("cannot write '" + shown(aside) + "': " + error.message());
  write_file(path_, kept);
  earlier_.clear();
  cursor_ = 0;
  if (say_)
    say_("the record in '" + shown(path_.parent_path()) +
         "' was made from other inputs or options; it is kept as " + aside.filename().string());
}

void RecordFile::open_for_writing() {
  file_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) throw InputError("cannot write '" + shown(path_) + "': " + message_of(errno));
}

void RecordFile::write(const Entry& entry) {
  if (file_ < 0) open_for_writing();
  const auto before = ::lseek(file_, 0, SEEK_END);
  const auto line = Json(entry).dump() + "\n";
  try {
    write_all(file_, line, path_);
  } catch (const InputError&) {
    if (::ftruncate(file_, before) != 0 && say_) say_("'" + shown(path_) + "' ends in half a line");
    throw;
  }
}

namespace {

struct Done {
  Json value;
  core::Timestamp started;
  bool fresh = false;  // made in this run
  std::vector<core::ModelCall> calls;
};

// By value: the coroutine outlives its caller.
boost::asio::awaitable<Done> timed(std::function<boost::asio::awaitable<Json>()> run,
                                   const Clock& clock) {
  Done done;
  done.started = clock.now();
  done.value = co_await run();
  done.fresh = true;
  co_return done;
}

}  // namespace

boost::asio::awaitable<std::vector<Json>> RecordFile::run_steps(EntryType type,
                                                                std::vector<RawStep> steps,
                                                                std::size_t limit) {
  struct Group {
    std::vector<RawStep> steps;
    std::vector<std::optional<Done>> done;
    std::size_t committed = 0;
  };
  Group group{std::move(steps), {}, 0};
  group.done.resize(group.steps.size());

  // Appends every step whose predecessors are appended.
  const auto commit_ready = [&] {
    for (; group.committed < group.steps.size() && group.done[group.committed]; ++group.committed) {
      const auto& step = group.steps[group.committed];
      auto& done = *group.done[group.committed];
      if (done.fresh) step.finish(done.value);
      commit({type, clock_.now(), step.key, step.inputs, done.started,
              done.value.dump(-1, ' ', false, Json::error_handler_t::replace),
              std::move(done.calls)});
    }
  };
  struct Runner {
    static boost::asio::awaitable<bool> one(RecordFile& file, Group& all, std::size_t i,
                                            const std::function<void()>& ready) {
      Done done = co_await timed(all.steps[i].run, file.clock_);
      if (all.steps[i].calls) done.calls = std::move(*all.steps[i].calls);
      all.done[i] = std::move(done);
      ready();
      co_return true;
    }
  };

  const std::function<void()> ready = commit_ready;
  std::vector<boost::asio::awaitable<bool>> missing;
  for (std::size_t i = 0; i < group.steps.size(); ++i) {
    const auto& step = group.steps[i];
    const auto* known = recorded(type, step.key, step.inputs);
    auto value = known != nullptr ? Json::parse(known->value) : Json();
    if (known != nullptr && step.usable(value))
      group.done[i] = Done{std::move(value), {}, false, known->calls};
    else
      missing.push_back(Runner::one(*this, group, i, ready));
  }
  commit_ready();
  auto outcomes = co_await when_all(std::move(missing), limit);
  for (auto& outcome : outcomes) outcome.get();

  std::vector<Json> values;
  values.reserve(group.steps.size());
  for (auto& done : group.done) values.push_back(std::move(done->value));
  co_return values;
}

}  // namespace assay::io
