#include "retrieval/store/cache.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <optional>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/documents/source.h"
#include "retrieval/store/layout.h"
#include "retrieval/store/lock.h"
#include "retrieval/store/report.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using Clock = std::chrono::steady_clock;
using Say = std::function<void(std::string_view)>;

constexpr double line_every = 5;  // seconds

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A damaged one counts as none: it is built anew.
std::optional<Store> usable(const fs::path& place, const std::string& key,
                            const ReadOptions& options) {
  if (!looks_like_store(place)) return std::nullopt;
  try {
    auto store = Store::open(place);
    if (store.manifest().recipe == key && allowed(store.manifest(), options)) return store;
  } catch (const InputError&) {
  }
  return std::nullopt;
}

void build(const fs::path& input, const fs::path& place, BuildOptions options, const Say& say) {
  const auto begin = Clock::now();
  double said = 0;
  options.progress = [&](const BuildProgress& progress) {
    const double now = seconds_since(begin);
    if (now - said < line_every) return;
    said = now;
    say("indexing '" + io::shown(input) + "': " + progress_text(progress, now));
  };
  const std::array inputs{input};
  const auto result = build_store(inputs, place, options);
  say(fmt::format("indexed '{}': {} in {:.1f} s, kept for the next time in '{}'", io::shown(input),
                  contents_text(result.manifest), seconds_since(begin), io::shown(place)));
}

FileLock lock_place(const fs::path& path, const fs::path& input, const Say& say) {
  if (auto lock = FileLock::try_make(path)) return std::move(*lock);
  say("waiting for another process that indexes '" + io::shown(input) + "'");
  return FileLock::wait(path);
}

Store open_or_build(const fs::path& input, const fs::path& cache, const BuildOptions& options,
                    const Say& say) {
  const auto source = open_source(input);
  if (!source->repeatable())
    throw InputError("'" + io::shown(input) +
                     "' can be read only once: make a store of it with `assay index build`");
  for (int attempt = 0; attempt < 3; ++attempt) {
    const std::array digests{source->digest(options.read)};
    const auto key = recipe_of(digests);
    const auto place = cache / key;
    if (auto store = usable(place, key, options.read)) return std::move(*store);
    io::make_folder(cache);
    const auto lock = lock_place(cache / (key + ".lock"), input, say);
    if (auto store = usable(place, key, options.read)) return std::move(*store);
    build(input, place, options, say);
    if (auto store = usable(place, key, options.read)) return std::move(*store);
    // It changed while it was read: what was built is not what the key stands for.
  }
  throw InputError("'" + io::shown(input) + "' changes while it is read");
}

}  // namespace

Store open_cached(const fs::path& input, const fs::path& cache, const BuildOptions& options,
                  const Say& say) {
  if (looks_like_store(input)) return Store::open(input);
  auto store = open_or_build(input, cache, options, say);
  for (const auto& line : left_out_lines(store.manifest().left_out)) say(line);
  return store;
}

}  // namespace assay::retrieval
