#include "retrieval/knowledge/inputs.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "retrieval/knowledge/catalogue.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;

constexpr int deepest = 4;  // folders below the one that was named
constexpr std::size_t most_files = 1'000'000;

struct InOrder {
  bool operator()(const std::string& a, const std::string& b) const { return claim_before(a, b); }
};

bool is_lines(const fs::path& path) {
  return path.extension() == ".json" || path.extension() == ".jsonl";
}

// What is collected of the claims.
class Listing {
 public:
  void add(const fs::path& name, KnowledgeFile file) {
    auto& claim = claims_[id_of_path(name.stem().string())];
    const bool there = std::ranges::any_of(claim.files, [&](const KnowledgeFile& other) {
      return other.collection == file.collection;
    });
    if (there) return other(name, "another file is of this claim already");
    claim.bytes += file.bytes;
    claim.files.push_back(std::move(file));
  }
  void add_pictures(const fs::path& folder) {
    auto& claim = claims_[id_of_path(folder.filename().string())];
    claim.pictures = folder;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
      const auto size = entry->file_size(error);
      claim.bytes += error ? 0 : size;
      error.clear();
    }
  }
  void other(const fs::path& name, const char* reason) {
    ++defects_.other_files;
    defects_.note(io::shown(name), reason);
  }
  bool empty() const { return claims_.empty(); }

  KnowledgeInputs take() {
    KnowledgeInputs inputs;
    inputs.defects = std::move(defects_);
    for (auto& [id, claim] : claims_) {
      claim.id = id;
      inputs.claims.push_back(std::move(claim));
    }
    return inputs;
  }

 private:
  std::map<std::string, ClaimInput, InOrder> claims_;
  Defects defects_;
};

constexpr const char* not_lines = "no file of a claim (ID.json)";

void list_files(const fs::path& folder, Collection collection, int depth, Listing& listing) {
  std::error_code error;
  std::vector<fs::directory_entry> entries;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entries.size() == most_files)
      throw InputError("'" + io::shown(folder) + "' holds more than a million files");
    entries.push_back(*entry);
  }
  if (error) throw InputError("cannot read '" + io::shown(folder) + "': " + error.message());
  std::ranges::sort(entries);
  for (const auto& entry : entries) {
    const auto name = entry.path().filename().string();
    if (name.starts_with(".")) continue;
    if (entry.is_directory(error)) {
      if (depth < deepest && !entry.is_symlink(error))
        list_files(entry.path(), collection, depth + 1, listing);
    } else if (entry.is_regular_file(error) && is_lines(entry.path())) {
      const auto size = entry.file_size(error);
      listing.add(name, {collection, entry.path(), std::nullopt, error ? 0 : size});
    } else {
      listing.other(entry.path(), not_lines);
    }
  }
}

void list_archive(const fs::path& path, Listing& listing) {
  for (auto& entry : ZipArchive(path).entries()) {
    const fs::path name = fs::path(entry.name).filename();
    // What archivers of some systems add.
    if (name.string().starts_with(".") || entry.name.starts_with("__MACOSX/")) continue;
    if (!is_lines(name)) {
      listing.other(entry.name, not_lines);
      continue;
    }
    const auto size = entry.size;
    listing.add(name, {Collection::text, path, std::move(entry), size});
  }
}

constexpr std::string_view text_store = "text_related/text_related_store_text_";
constexpr std::string_view image_text_store = "text_related/image_related_store_text_";
constexpr std::string_view image_store = "image_related/image_related_store_image_";

// The splits for which one of the folders is there.
std::set<std::string> splits_in(const fs::path& folder) {
  std::set<std::string> splits;
  for (const auto prefix : {text_store, image_text_store, image_store}) {
    const fs::path beginning(prefix);
    std::error_code error;
    for (fs::directory_iterator entry(folder / beginning.parent_path(), error), end;
         !error && entry != end; entry.increment(error)) {
      const auto name = entry->path().filename().string();
      const auto start = beginning.filename().string();
      if (name.starts_with(start) && name.size() > start.size() && entry->is_directory(error))
        splits.insert(name.substr(start.size()));
    }
  }
  return splits;
}

std::string split_of(const fs::path& folder, const std::string& wanted) {
  const auto splits = splits_in(folder);
  std::string names;
  for (const auto& split : splits) names += (names.empty() ? "" : ", ") + io::shown(split);
  if (splits.empty())
    throw InputError("'" + io::shown(folder) + "' has none of AVerImaTeC's folders (" +
                     std::string(text_store) + "SPLIT, …)");
  if (wanted.empty() && splits.size() > 1)
    throw InputError("'" + io::shown(folder) + "' has several splits: name one with --split (" +
                     names + ")");
  if (wanted.empty()) return *splits.begin();
  if (!splits.contains(wanted))
    throw InputError("'" + io::shown(folder) + "' has no split '" + io::shown(wanted) + "', only " +
                     names);
  return wanted;
}

fs::path of_split(const fs::path& folder, std::string_view prefix, const std::string& split) {
  return folder / (std::string(prefix) + split);
}

}  // namespace

KnowledgeInputs list_averitec(const fs::path& path) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) throw InputError("'" + io::shown(path) + "' does not exist");
  Listing listing;
  if (fs::is_directory(status))
    list_files(path, Collection::text, 0, listing);
  else
    list_archive(path, listing);
  if (listing.empty())
    throw InputError("'" + io::shown(path) + "' holds no file of a claim (ID.json)");
  return listing.take();
}

KnowledgeInputs list_averimatec(const fs::path& folder, const std::string& wanted) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw InputError("'" + io::shown(folder) + "' is no folder");
  const auto split = split_of(folder, wanted);
  Listing listing;
  for (const auto& [prefix, collection] :
       {std::pair{text_store, Collection::text}, {image_text_store, Collection::image_text}})
    if (const auto place = of_split(folder, prefix, split); fs::is_directory(place, error))
      list_files(place, collection, deepest, listing);
  const auto pictures = of_split(folder, image_store, split);
  for (fs::directory_iterator entry(pictures, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename().string().starts_with(".")) continue;
    if (entry->is_directory(error))
      listing.add_pictures(entry->path());
    else
      listing.other(entry->path(), "no folder of a claim's pictures");
  }
  if (listing.empty())
    throw InputError("'" + io::shown(folder) + "' holds no claim of the split '" +
                     io::shown(split) + "'");
  return listing.take();
}

}  // namespace assay::retrieval
