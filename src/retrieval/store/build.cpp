#include "retrieval/store/build.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "retrieval/documents/picture_stock.h"
#include "retrieval/index/format.h"
#include "retrieval/store/layout.h"
#include "retrieval/store/leftovers.h"
#include "retrieval/store/lock.h"
#include "retrieval/store/report.h"
#include "retrieval/store/store.h"
#include "retrieval/store/writer.h"
#include "web/article.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using Sources = std::vector<std::unique_ptr<DocumentSource>>;

// Raised whenever the same inputs would give other documents.
constexpr std::string_view recipe_version = "store/3 passages/1 pictures/1 pdf/1 text/1 jsonl/1";

// A link's target is what gets replaced, not the link.
fs::path resolved(const fs::path& target) {
  std::error_code error;
  auto path = fs::weakly_canonical(fs::absolute(target), error);
  if (error) path = fs::absolute(target).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

void check_target(const fs::path& target) {
  std::error_code error;
  const auto status = fs::status(target, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status))
    throw InputError("'" + io::shown(target) +
                     "' exists and is no folder: give --out another name");
  if (looks_like_store(target)) return;
  const bool empty = fs::is_empty(target, error);
  if (error || !empty)
    throw InputError("'" + io::shown(target) +
                     "' exists and is not an Assay store, so it is left alone: give --out another "
                     "name");
}

Sources open_sources(std::span<const fs::path> inputs) {
  if (inputs.empty()) throw InputError("no input was named");
  Sources sources;
  for (const auto& input : inputs) sources.push_back(open_source(input));
  return sources;
}

// The store's manifest, where it is whole and the same inputs would make it again.
std::optional<Manifest> unchanged(const Sources& sources, const fs::path& target,
                                  const ReadOptions& options) {
  if (!looks_like_store(target)) return std::nullopt;
  if (!std::ranges::all_of(sources, [](const auto& source) { return source->repeatable(); }))
    return std::nullopt;
  try {
    const auto store = Store::open(target);
    if (!allowed(store.manifest(), options)) return std::nullopt;
    std::vector<std::string> digests;
    for (const auto& source : sources) digests.push_back(source->digest(options));
    if (recipe_of(digests) != store.manifest().recipe) return std::nullopt;
    return store.manifest();
  } catch (const InputError&) {
    return std::nullopt;  // a damaged store is built anew; a bad input says so when it is read
  }
}

// "a, b and c"
std::string names_of(const Sources& sources) {
  std::string names;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    if (i > 0) names += i + 1 == sources.size() ? " and " : ", ";
    names += "'" + io::shown(sources[i]->path()) + "'";
  }
  return names;
}

[[noreturn]] void holds_nothing(const Sources& sources, const LeftOut& left) {
  std::string message = "the corpus " + names_of(sources) + " holds no document";
  if (sources.size() == 1) {
    const auto kind = sources.front()->kind();
    if (kind == SourceKind::folder)
      message += " (looked for HTML, text, Markdown, PDF and picture files in it and below it)";
    if (kind == SourceKind::json_lines) message += " (looked for JSON objects with a 'text')";
  }
  if (left.unreadable + left.bad_lines > 0 && !left.problems.empty()) {
    const auto& first = left.problems.front();
    message += ": " + counted(left.unreadable + left.bad_lines, "could", "could") +
               " not be read, first " + first.where + ": " + first.reason;
  } else if (left.pictures > 0 && !left.problems.empty()) {
    message += ": " + counted(left.pictures, "picture", "pictures") + " could not be read, first " +
               left.problems.front().where + ": " + left.problems.front().reason;
  } else if (left.other > 0) {
    message += ": " + counted(left.other, "file is", "files are") +
               " of other kinds (JSON Lines files are to be named themselves)";
  } else if (left.empty > 0) {
    message += ": " + counted(left.empty, "has", "have") + " no text";
  }
  throw InputError(message);
}

class Build {
 public:
  Build(std::span<const std::unique_ptr<DocumentSource>> sources, const BuildOptions& options)
      : sources_(sources), options_(options) {
    for (const auto& source : sources_) progress_.total += source->bytes();
  }

  // Writes the store's files into the folder, the manifest last.
  Manifest run(const fs::path& folder) {
    StoreWriter writer(folder, options_.read.jobs, stock_);
    std::vector<MadeFrom> made_from;
    std::vector<std::string> digests;
    for (const auto& source : sources_) {
      const auto before = writer.documents();
      digests.push_back(read(*source, writer));
      made_from.push_back({io::shown(fs::absolute(source->path())), to_string(source->kind()),
                           writer.documents() - before, digests.back()});
    }
    auto manifest = writer.finish();
    manifest.program = options_.version;
    manifest.built = options_.now;
    manifest.made_from = std::move(made_from);
    manifest.recipe = recipe_of(digests);
    write_manifest(folder, manifest);
    return manifest;
  }

 private:
  std::string read(const DocumentSource& source, StoreWriter& writer) {
    return source.read(options_.read, stock_, [&](Batch batch) {
      progress_.bytes += batch.bytes;
      progress_.left_out += batch.bad_lines.size() + batch.unreadable.size();
      writer.add(std::move(batch));
      progress_.documents = writer.documents();
      progress_.pictures = writer.pictures();
      if (options_.progress) options_.progress(progress_);
    });
  }

  std::span<const std::unique_ptr<DocumentSource>> sources_;
  const BuildOptions& options_;
  PictureStock stock_;
  BuildProgress progress_;
};

// Another build of the same store may end at the same moment, between the two steps in which a name
// that is free is taken.
void put_in_place(const fs::path& built, const fs::path& place) {
  for (int attempt = 0;; ++attempt) {
    check_target(place);  // somebody may have put something there meanwhile
    try {
      return io::replace_folder(built, place);
    } catch (const InputError&) {
      if (attempt == 3 || !looks_like_store(place)) throw;
    }
  }
}

}  // namespace

BuildResult build_store(std::span<const fs::path> inputs, const fs::path& target,
                        const BuildOptions& options) {
  const auto place = resolved(target);
  check_target(place);
  const auto sources = open_sources(inputs);
  if (auto manifest = unchanged(sources, place, options.read)) return {std::move(*manifest), true};
  remove_leftovers(place);
  const io::TemporaryFolder temporary(place);
  const auto lock = FileLock::make_locked(temporary.path() / building_name);
  // A folder inside it, since that one is for this user alone and the store need not be.
  const auto built = temporary.path() / "store";
  auto manifest = write_store(sources, built, options);
  if (manifest.documents == 0) holds_nothing(sources, manifest.left_out);
  put_in_place(built, place);
  return {std::move(manifest), false};
}

Manifest write_store(std::span<const std::unique_ptr<DocumentSource>> sources,
                     const fs::path& folder, const BuildOptions& options) {
  return Build(sources, options).run(folder);
}

std::string recipe_of(std::span<const std::string> digests) {
  io::Sha256 hash;
  hash.add_field(recipe_version).add_field(web::article_extractor);
  hash.add_field(std::to_string(index_version));
  for (const auto& digest : digests) hash.add_field(digest);
  return hash.hex();
}

bool allowed(const Manifest& manifest, const ReadOptions& options) {
  if (!options.skip_bad && manifest.left_out.bad_lines > 0) return false;
  return !options.strict || manifest.left_out.unreadable + manifest.left_out.pictures == 0;
}

}  // namespace assay::retrieval
