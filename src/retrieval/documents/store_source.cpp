#include <utility>

#include "io/sha256.h"
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
  prepared.id = std::move(document.id);
  prepared.title = std::move(document.title);
  prepared.language = std::move(document.language);
  return prepared;
}

// The documents of a store, read again.
class StoreSource final : public DocumentSource {
 public:
  explicit StoreSource(fs::path path) : path_(std::move(path)), store_(Store::open(path_)) {}

  SourceKind kind() const override { return SourceKind::store; }
  const fs::path& path() const override { return path_; }
  std::uint64_t bytes() const override { return store_.manifest().text_bytes; }

  std::string digest(unsigned) const override {
    return io::Sha256().add_field("store").add_field(store_.manifest().fingerprint).hex();
  }

  std::string read(const ReadOptions& options,
                   const std::function<void(Batch)>& take) const override {
    for (std::uint32_t number = 0; number < store_.documents(); ++number) {
      Batch batch;
      batch.documents.push_back(prepared_of(store_, number));
      batch.bytes = batch.documents.front().text.size();
      take(std::move(batch));
    }
    return digest(options.jobs);
  }

 private:
  fs::path path_;
  Store store_;
};

}  // namespace

std::unique_ptr<DocumentSource> open_store_source(const fs::path& path) {
  return std::make_unique<StoreSource>(path);
}

}  // namespace assay::retrieval
