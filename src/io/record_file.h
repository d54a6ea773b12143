#pragma once
#include <cstddef>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include "assay/core/json.h"
#include "assay/core/record.h"
#include "io/blobs.h"
#include "io/clock.h"

namespace assay::io {

// Told what a person should know (a damaged line that was dropped, an older record moved aside).
using Say = std::function<void(std::string_view)>;

// Reads a record that nobody writes. A damaged last line is dropped, and `say` is told. Throws
// InputError, which names the line, for damage elsewhere, for a record made by a newer version, and
// where there is none.
core::Record load_record(const std::filesystem::path& file, const Say& say);

// What a record was made from: as long as all of it is the same, its entries are used again.
struct RunIdentity {
  core::Claim claim;
  core::Json configuration;  // every option and input that changes what the stages answer
  std::string program;       // name and version, for the reader alone
};

// A memoized step that is still to be run.
template <class T>
struct Step {
  core::StepKey key;
  std::string inputs;  // SHA-256 of the inputs
  std::function<boost::asio::awaitable<T>()> run;
  // Is a recorded value still of use? Empty: always. Of none are those that name blobs which are
  // gone: the step is run again, which makes them again.
  std::function<bool(const T&)> usable = {};
  // Completes a value that was just made, right before it is appended and so in the order of the
  // steps: with what depends on the entries before it (numbers that run through the record).
  std::function<void(T&)> finish = {};
  // Where `run` puts the calls of language models that it made; null where it makes none.
  std::shared_ptr<std::vector<core::ModelCall>> calls = {};
};

// The record of one check on disk: FOLDER/record.jsonl, one entry a line, each written at once.
//
// Resuming is running the procedure again. An entry that is already recorded is found by its type,
// step and inputs, and its value is used instead of being made again; the first one that is not
// recorded is appended. So a check that was killed anywhere ends as if it had not been. Where an
// old record has other entries than the procedure now makes (another claim, model, option, or
// version of a stage), it is moved aside to record.N.jsonl and nothing of it is used from there on.
//
// One thread at a time. One process at a time: a second gets an InputError.
//
// Replaying is running the procedure again, offline, beside the record of an earlier run: what
// tools found is taken from it, and so are the times; what a stage makes must be what it made then,
// else an InputError says at which entry the two differ.
class RecordFile {
 public:
  // `replayed`: the record of the earlier run; null where this is none.
  RecordFile(const std::filesystem::path& folder, const RunIdentity& identity, const Clock& clock,
             Blobs blobs, Say say, std::shared_ptr<const core::Record> replayed = nullptr);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  const core::Record& record() const { return record_; }
  const Blobs& blobs() const { return blobs_; }
  const std::filesystem::path& path() const { return path_; }

  // Appends an entry that follows from those before it (evidence, a warning, the end).
  void append(core::EntryType type, const core::Json& value);

  // A decision that depends on more than the record (time, money): is it to be stopped here, and
  // why? As the record has it, else as `reason` says; a reason is appended as a limit entry.
  bool limit(const std::function<std::optional<std::string>()>& reason);

  // The entry of an earlier run that has this step, with its calls; null where this is no replay,
  // and where it had none.
  const core::Entry* replayed(const core::StepKey& key) const;
  bool is_replay() const { return replayed_ != nullptr; }

  // Runs the step, or takes its value from the record.
  template <class T>
  boost::asio::awaitable<T> step(core::EntryType type, Step<T> step);

  // The same for several at once, at most `limit` at a time. Their entries are appended in the
  // order given, as soon as those before them are, whatever the order in which they end. Where one
  // fails, the first failure in that order is thrown once all have ended.
  template <class T>
  boost::asio::awaitable<std::vector<T>> steps(core::EntryType type, std::vector<Step<T>> steps,
                                               std::size_t limit);

 private:
  using Work = std::function<boost::asio::awaitable<core::Json>()>;
  struct RawStep {
    core::StepKey key;
    std::string inputs;
    Work run;
    std::function<bool(const core::Json&)> usable;
    std::function<void(core::Json&)> finish;
    std::shared_ptr<std::vector<core::ModelCall>> calls;
  };
  boost::asio::awaitable<std::vector<core::Json>> run_steps(core::EntryType type,
                                                            std::vector<RawStep> steps,
                                                            std::size_t limit);

  // The entry of this step that is to be used again; null where there is none.
  const core::Entry* recorded(core::EntryType type, const core::StepKey& key,
                              const std::string& inputs) const;
  void commit(core::Entry entry);
  void take_replayed_times(core::Entry& entry) const;
  void open_for_writing();
  void move_aside();
  void write(const core::Entry& entry);

  std::filesystem::path path_;
  const Clock& clock_;
  Blobs blobs_;
  Say say_;
  std::shared_ptr<const core::Record> replayed_;
  core::Record record_;               // what this run has appended or found again so far
  std::vector<core::Entry> earlier_;  // what the file held when it was opened
  std::size_t cursor_ = 0;            // how many of those were found again
  int file_ = -1;
  int lock_ = -1;
};

// SHA-256 of the JSON of a value: the hash of a step's inputs.
std::string hash_of(const core::Json& inputs);

template <class T>
boost::asio::awaitable<T> RecordFile::step(core::EntryType type, Step<T> one) {
  std::vector<Step<T>> all;
  all.push_back(std::move(one));
  auto values = co_await steps(type, std::move(all), 1);
  co_return std::move(values.front());
}

template <class T>
boost::asio::awaitable<std::vector<T>> RecordFile::steps(core::EntryType type,
                                                         std::vector<Step<T>> all,
                                                         std::size_t limit) {
  std::vector<RawStep> raw;
  for (auto& one : all) {
    // A coroutine that outlives this loop: it owns what it runs.
    const auto work =
        [](std::function<boost::asio::awaitable<T>()> run) -> boost::asio::awaitable<core::Json> {
      T value = co_await run();
      co_return core::Json(value);
    };
    raw.push_back({std::move(one.key), std::move(one.inputs),
                   [work, run = std::move(one.run)] { return work(run); },
                   [usable = std::move(one.usable)](const core::Json& value) {
                     return !usable || usable(value.template get<T>());
                   },
                   [finish = std::move(one.finish)](core::Json& value) {
                     if (!finish) return;
                     auto whole = value.template get<T>();
                     finish(whole);
                     value = core::Json(whole);
                   },
                   std::move(one.calls)});
  }
  const auto json = co_await run_steps(type, std::move(raw), limit);
  std::vector<T> values;
  values.reserve(json.size());
  for (const auto& value : json) values.push_back(value.template get<T>());
  co_return values;
}

}  // namespace assay::io
