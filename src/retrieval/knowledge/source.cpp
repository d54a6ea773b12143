#include "retrieval/knowledge/source.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "language/lines.h"
#include "retrieval/documents/file.h"
#include "retrieval/documents/json_lines.h"
#include "retrieval/documents/sources.h"
#include "retrieval/knowledge/line.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;
using core::InputError;
using Read = LineReader::Read;

constexpr std::size_t batch_bytes = 1 << 20;

// Reads the file, or the entry of the archive, from the front.
Read open_file(const KnowledgeFile& file) {
  if (file.entry) {
    auto archive = std::make_shared<ZipArchive>(file.path);
    auto read = archive->reader(*file.entry, longest_knowledge_file);
    return [archive, read](std::span<char> buffer) { return read(buffer); };
  }
  auto opened = std::make_shared<File>(file.path);
  if (opened->size() > longest_knowledge_file)
    throw InputError("'" + io::shown(file.path) + "' is longer than 4 GiB");
  return [opened](std::span<char> buffer) { return opened->read(buffer); };
}

std::string name_of(const KnowledgeFile& file) {
  return io::shown(file.entry ? fs::path(file.entry->name).filename() : file.path.filename());
}

// Of a file that can't be read: it is so again the next time.
constexpr const char* unreadable = "unreadable";

std::string digest_of(const KnowledgeFile& file) {
  try {
    io::Sha256 hash;
    const auto read = open_file(file);
    std::string buffer(1 << 20, '\0');
    while (const auto n = read(buffer)) hash.add(std::string_view(buffer).substr(0, n));
    return hash.hex();
  } catch (const InputError&) {
    return unreadable;
  }
}

// The digest of all, of those of its parts.
class DigestOfAll {
 public:
  explicit DigestOfAll(const std::string& claim) {
    hash_.add_field("knowledge/1").add_field(claim);
  }
  void add(const char* part, const std::string& digest) { hash_.add_field(part).add_field(digest); }
  std::string finish() { return hash_.hex(); }

 private:
  io::Sha256 hash_;
};

}  // namespace

// Reads one file's lines.
class KnowledgeSource::Lines {
 public:
  Lines(const KnowledgeFile& file, const std::string& claim, Defects& defects,
        const std::function<void(Batch)>& take)
      : file_(file), claim_(claim), name_(name_of(file)), defects_(defects), take_(take) {}

  // Returns the digest of the bytes.
  std::string read() {
    LineReader reader(open_file(file_));
    while (auto block = reader.next()) {
      auto number = block->first_line;
      if (block->too_long) broken(number, "longer than 32 MiB");
      batch_.bytes += block->bytes.size();
      for (std::string_view rest = block->bytes; !rest.empty(); ++number) {
        read_line(language::take_line(rest), number);
      }
      if (batch_.bytes >= batch_bytes) hand_over();
    }
    hand_over();
    return reader.digest();
  }

 private:
  void read_line(std::string_view line, std::uint64_t number) {
    if (language::is_blank(line)) return;
    try {
      add(parser_.parse(line), number);
    } catch (const BadLine& error) {
      broken(number, error.what());
    }
  }

  void add(KnowledgeLine line, std::uint64_t number) {
    if (line.wrong_type) {
      ++defects_.wrong_types;
      defects_.note(where(number), "a field has the wrong type");
    }
    if (line.claim && *line.claim != claim_) {
      ++defects_.unknown_claims;
      defects_.note(where(number), "is of the claim '" + io::shown(shortened(*line.claim, 60)) +
                                       "', not of " + io::shown(claim_));
      return;
    }
    auto& document = line.document;
    const bool empty = language::is_blank(document.text);
    if (empty) {
      ++defects_.empty_texts;
      document.text.clear();
      line.sentences.clear();
    }
    if (repeated(document) || (empty && document.url.empty())) return;
    document.collection = to_string(file_.collection);
    document.id = document.collection + ":" + std::to_string(number);
    batch_.documents.push_back(prepare(std::move(document), line.sentences));
  }

  // Is there nothing new in it? Counts a repeated address either way.
  bool repeated(const Document& document) {
    if (document.url.empty()) return false;
    auto& texts = seen_[document.url];
    const bool known = !texts.empty();
    if (known) ++defects_.repeated_urls;
    const bool is_new = texts.insert(std::hash<std::string>()(document.text)).second;
    return known && (!is_new || document.text.empty());
  }

  void broken(std::uint64_t number, const std::string& reason) {
    ++defects_.broken_lines;
    defects_.note(where(number), reason);
  }
  std::string where(std::uint64_t number) const {
    return name_ + " line " + std::to_string(number);
  }
  void hand_over() { take_(std::exchange(batch_, {})); }

  const KnowledgeFile& file_;
  const std::string& claim_;
  std::string name_;
  Defects& defects_;
  const std::function<void(Batch)>& take_;
  KnowledgeLineParser parser_;
  std::map<std::string, std::set<std::size_t>> seen_;  // address → hashes of its texts
  Batch batch_;
};

const fs::path& KnowledgeSource::path() const {
  return input_.files.empty() ? input_.pictures : input_.files.front().path;
}

std::string KnowledgeSource::digest(const ReadOptions& options) const {
  DigestOfAll all(input_.id);
  for (const auto& file : input_.files) all.add(to_string(file.collection), digest_of(file));
  if (!input_.pictures.empty()) {
    std::string digest = unreadable;
    try {
      digest = open_folder_source(input_.pictures)->digest(options);
    } catch (const InputError&) {
    }
    all.add(to_string(Collection::images), digest);
  }
  return all.finish();
}

std::string KnowledgeSource::read(const ReadOptions& options, PictureStock& pictures,
                                  const std::function<void(Batch)>& take) const {
  defects_ = {};
  DigestOfAll all(input_.id);
  const auto read_part = [&](Collection collection, const std::string& name, auto read) {
    std::string digest = unreadable;
    try {
      digest = read();
    } catch (const InputError& error) {  // what was read of it stays
      ++defects_.unreadable;
      defects_.note(name, error.what());
    }
    all.add(to_string(collection), digest);
  };
  for (const auto& file : input_.files)
    read_part(file.collection, name_of(file),
              [&] { return Lines(file, input_.id, defects_, take).read(); });
  if (!input_.pictures.empty())
    read_part(Collection::images, io::shown(input_.pictures),
              [&] { return read_pictures(options, pictures, take); });
  return all.finish();
}

std::string KnowledgeSource::read_pictures(const ReadOptions& options, PictureStock& stock,
                                           const std::function<void(Batch)>& take) const {
  const auto source = open_folder_source(input_.pictures);
  return source->read(options, stock, [&](Batch batch) {
    Batch pictures;
    pictures.bytes = batch.bytes;
    defects_.other_files += batch.other;
    for (auto* problems : {&batch.unreadable, &batch.pictures})
      for (auto& problem : *problems) {
        ++defects_.unreadable;
        defects_.note(std::move(problem.where), std::move(problem.reason));
      }
    for (auto& prepared : batch.documents) {
      auto document = decode_metadata(prepared.metadata);
      if (document.media_type != "picture") {
        ++defects_.other_files;
        continue;
      }
      document.collection = to_string(Collection::images);
      document.id = document.collection + ":" + document.id;
      document.text = std::move(prepared.text);
      document.bytes = std::move(prepared.bytes);
      pictures.documents.push_back(prepare(std::move(document)));
    }
    take(std::move(pictures));
  });
}

}  // namespace assay::retrieval
