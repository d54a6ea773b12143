#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "retrieval/documents/ordered.h"
#include "retrieval/documents/picture_stock.h"
#include "retrieval/documents/sources.h"
#include "retrieval/store/store.h"

namespace assay::retrieval {
namespace {

namespace fs = std::filesystem;

Prepared prepared_of(const Store& store, std::uint32_t number) {
  Prepared prepared;
  prepared.metadata = store.metadata(number);
  auto document = store.document(number);
  prepared.text = std::move(document.text);
  prepared.bytes = store.kept_bytes(number);
  prepared.digest = document_digest(prepared.metadata, prepared.text, prepared.bytes);
  prepared.date = packed_date(document.date);
  prepared.collection = collection_of(document.collection);
  prepared.filled = !document.filled.empty();
  note_pictures(prepared, document);
  prepared.id = std::move(document.id);
  prepared.title = std::move(document.title);
  prepared.language = std::move(document.language);
  note_passages(prepared);
  return prepared;
}

using Replaced = std::map<std::uint32_t, Document>;

// What the document shows stays.
Prepared prepared_of(const Store& store, std::uint32_t number, const Replaced& replaced) {
  const auto found = replaced.find(number);
  if (found == replaced.end()) return prepared_of(store, number);
  auto document = found->second;
  document.images = store.document(number).images;
  return prepare(std::move(document));
}

// Puts the pictures of the documents into the stock again, on one thread.
class PictureReReader {
 public:
  PictureReReader(const Store& store, const Replaced& replaced, PictureStock& stock,
                  const fs::path& program)
      : store_(store),
        replaced_(replaced),
        stock_(stock),
        reader_(std::make_unique<vision::PictureReader>(program)) {}

  Batch operator()(std::uint32_t number) {
    Batch batch;
    batch.documents.push_back(prepared_of(store_, number, replaced_));
    batch.bytes = batch.documents.front().text.size();
    for (const auto& shown : batch.documents.front().pictures) read(number, shown);
    return batch;
  }

 private:
  void read(std::uint32_t document, const ShownPicture& shown) {
    if (stock_.known(shown.sha256)) return;
    const auto number = store_.pictures() != nullptr
                            ? store_.pictures()->find(document, shown.image)
                            : std::nullopt;
    PictureBytes bytes;
    if (number) bytes.bytes = store_.pictures()->bytes(*number);
    bytes.sha256 = io::sha256(bytes.bytes);
    if (bytes.sha256 != shown.sha256 || !stock_.facts(*reader_, bytes).problem.empty())
      throw core::InputError("the store '" + io::shown(store_.path()) +
                             "' is damaged: the picture " + shown.sha256 +
                             " is not what it was; build it again");
  }

  const Store& store_;
  const Replaced& replaced_;
  PictureStock& stock_;
  std::unique_ptr<vision::PictureReader> reader_;
};

// The documents of a store, read again.
class StoreSource final : public DocumentSource {
 public:
  explicit StoreSource(fs::path path, Replaced replaced = {})
      : path_(std::move(path)), store_(Store::open(path_)), replaced_(std::move(replaced)) {}

  SourceKind kind() const override { return SourceKind::store; }
  const fs::path& path() const override { return path_; }
  std::uint64_t bytes() const override { return store_.manifest().text_bytes; }

  std::string digest(const ReadOptions&) const override {
    io::Sha256 hash;
    hash.add_field("store").add_field(store_.manifest().fingerprint);
    for (const auto& [number, document] : replaced_)
      hash.add_field(std::to_string(number))
          .add_field(encode_metadata(document))
          .add_field(document.text);
    return hash.hex();
  }

  std::string read(const ReadOptions& options, PictureStock& stock,
                   const std::function<void(Batch)>& take) const override {
    std::uint32_t next = 0;
    // Documents alone are read no faster by many.
    const auto threads = store_.pictures() == nullptr ? 1 : threads_for(options.jobs);
    in_order(
        threads, [&] { return next < store_.documents() ? std::optional(next++) : std::nullopt; },
        [&] { return PictureReReader(store_, replaced_, stock, options.program); },
        [&](Batch batch) { take(std::move(batch)); });
    return digest(options);
  }

 private:
  fs::path path_;
  Store store_;
  Replaced replaced_;
};

}  // namespace

std::unique_ptr<DocumentSource> open_store_source(const fs::path& path) {
  return std::make_unique<StoreSource>(path);
}

std::unique_ptr<DocumentSource> open_store_source(const fs::path& path,
                                                  std::map<std::uint32_t, Document> replaced) {
  return std::make_unique<StoreSource>(path, std::move(replaced));
}

}  // namespace assay::retrieval
