#include "retrieval/corpus_parts.h"

#include <algorithm>
#include <utility>

#include "io/sha256.h"
#include "language/lines.h"
#include "retrieval/documents/data_url.h"
#include "retrieval/documents/ids.h"
#include "retrieval/documents/picture_taker.h"
#include "retrieval/documents/picture_words.h"
#include "retrieval/documents/source.h"

namespace assay::retrieval {
namespace {

class StorePart final : public Part {
 public:
  explicit StorePart(Store store) : store_(std::move(store)) {}
  const Index& index() const override { return store_.index(); }
  const PassageTable& passages() const override { return store_.passages(); }
  std::uint32_t documents() const override { return store_.documents(); }
  const std::string& fingerprint() const override { return store_.manifest().fingerprint; }
  std::uint32_t date(std::uint32_t number) const override { return store_.date(number); }
  Collection collection(std::uint32_t number) const override { return store_.collection(number); }
  Document document(std::uint32_t number) const override { return store_.document(number); }
  std::string text(std::uint32_t number, std::uint32_t begin, std::uint32_t end) const override {
    return store_.text(number, begin, end);
  }
  std::string title(std::uint32_t number) const override {
    return decode_metadata(store_.metadata(number)).title;
  }
  std::filesystem::path folder() const override { return store_.path(); }
  std::string source_bytes(std::uint32_t number) const override {
    return store_.source_bytes(number);
  }
  const Pictures* pictures() const override { return store_.pictures(); }

 private:
  Store store_;
};

// Reads the pictures that documents in memory name.
class MemoryTaker {
 public:
  MemoryTaker(const PictureOptions& options, PictureStock& stock)
      : place_(options.folder.empty() ? std::nullopt : std::optional<PicturePlace>(options.folder)),
        taker_(place_ ? &*place_ : nullptr, files_, stock, options.program, PictureUse::decode) {}
  MemoryTaker(const MemoryTaker&) = delete;
  MemoryTaker& operator=(const MemoryTaker&) = delete;

  void take(Document& document) {
    std::vector<WantedPicture> wanted;
    for (auto& image : document.images) {
      WantedPicture one;
      one.references.push_back(image.reference);
      one.image = std::move(image);
      if (one.image.nearby.empty()) one.image.nearby = first_words(document.text);
      wanted.push_back(std::move(one));
    }
    document.images = taker_.take(std::move(wanted), {}, document.id, ReferenceKind::path).images;
  }

 private:
  std::optional<PicturePlace> place_;
  PictureFiles files_;
  PictureTaker taker_;
};

class MemoryPart final : public Part {
 public:
  MemoryPart(std::vector<Document> documents, const PictureOptions& options)
      : documents_(unique(std::move(documents), options)),
        passages_(std::move(rows_)),
        index_(index_of(documents_, passages_)) {}
  const Index& index() const override { return index_; }
  const PassageTable& passages() const override { return passages_; }
  std::uint32_t documents() const override { return static_cast<std::uint32_t>(documents_.size()); }
  const std::string& fingerprint() const override { return fingerprint_; }
  std::uint32_t date(std::uint32_t number) const override {
    return packed_date(documents_.at(number).date);
  }
  Collection collection(std::uint32_t number) const override {
    return collection_of(documents_.at(number).collection);
  }
  Document document(std::uint32_t number) const override {
    auto document = documents_.at(number);
    document.bytes.clear();
    return document;
  }
  std::string text(std::uint32_t number, std::uint32_t begin, std::uint32_t end) const override {
    const std::string_view text = documents_.at(number).text;
    return begin < std::min<std::size_t>(end, text.size())
               ? std::string(text.substr(begin, end - begin))
               : std::string();
  }
  std::string title(std::uint32_t number) const override { return documents_.at(number).title; }
  std::string source_bytes(std::uint32_t number) const override {
    const auto& document = documents_.at(number);
    return document.bytes.empty() ? document.text : document.bytes;
  }
  const Pictures* pictures() const override { return pictures_.get(); }

 private:
  // The same care for ids and the same fingerprint as StoreWriter's.
  std::vector<Document> unique(std::vector<Document> documents, const PictureOptions& options) {
    IdRegister ids;
    io::Sha256 hash;
    PictureStock stock;
    RepeatFinder repeats;
    MemoryTaker taker(options, stock);
    std::vector<Document> kept;
    std::vector<PictureOfDocument> shown;
    std::size_t number = 0;
    for (auto& document : documents) {
      ++number;
      if (language::is_blank(document.text) && language::is_blank(document.title)) continue;
      if (document.id.empty()) document.id = "document:" + std::to_string(number);
      if (options.program.empty())
        without_pictures(document);
      else if (!document.images.empty())
        taker.take(document);
      auto prepared = prepare(std::move(document));
      const auto id = ids.place(prepared.id, prepared.digest);
      if (!id) continue;
      if (*id != prepared.id) rename(prepared, *id);
      hash.add(prepared.digest);
      for (auto& picture : prepared.pictures)
        shown.push_back({static_cast<std::uint32_t>(kept.size()), picture.image,
                         std::move(picture.sha256), std::move(picture.words)});
      for (const auto& [span, sketch] : prepared.passages) {
        const auto passage = static_cast<std::uint32_t>(rows_.size());
        rows_.push_back(
            {static_cast<std::uint32_t>(kept.size()), static_cast<std::uint32_t>(span.begin),
             static_cast<std::uint32_t>(span.end), repeats.add(sketch).value_or(passage)});
      }
      auto& added = kept.emplace_back(decode_metadata(prepared.metadata));
      added.text = std::move(prepared.text);
      added.bytes = std::move(prepared.bytes);
    }
    fingerprint_ = hash.hex();
    if (!shown.empty()) pictures_ = pictures_in_memory(shown, stock);
    return kept;
  }

  // A data URL is long, and nobody has looked into it.
  static void without_pictures(Document& document) {
    for (auto& image : document.images) {
      if (is_data_url(image.reference)) image.reference = short_reference(image.reference);
      image.sha256.clear();
    }
  }

  static Index index_of(const std::vector<Document>& documents, const PassageTable& passages) {
    std::vector<IndexedText> texts;
    for (std::uint32_t i = 0; i < passages.size(); ++i) {
      const auto& row = passages.row(i);
      const auto& document = documents[row.document];
      texts.push_back({document.title,
                       std::string_view(document.text).substr(row.begin, row.end - row.begin),
                       passages.before(i).has_value()});
    }
    return Index::in_memory(texts);
  }

  std::string fingerprint_;
  std::unique_ptr<Pictures> pictures_;
  std::vector<PassageRow> rows_;  // until the table has them
  std::vector<Document> documents_;
  PassageTable passages_;
  Index index_;
};

// How many different pictures there are.
std::size_t count_pictures(const std::vector<std::unique_ptr<Part>>& parts) {
  std::vector<PictureDigest> digests;
  std::size_t holders = 0;
  std::size_t last = 0;
  for (const auto& part : parts)
    if (const auto* pictures = part->pictures()) ++holders, last = pictures->pictures();
  if (holders <= 1) return last;
  for (const auto& part : parts)
    if (const auto* pictures = part->pictures())
      for (std::uint32_t i = 0; i < pictures->pictures(); ++i)
        digests.push_back(pictures->digest(i));
  std::ranges::sort(digests);
  const auto repeated = std::ranges::unique(digests);
  return digests.size() - repeated.size();
}

}  // namespace

std::unique_ptr<Part> part_of(Store store) { return std::make_unique<StorePart>(std::move(store)); }

std::unique_ptr<Part> part_of(std::vector<Document> documents, const PictureOptions& pictures) {
  return std::make_unique<MemoryPart>(std::move(documents), pictures);
}

std::string Sieve::reason(std::uint32_t date) const {
  if (date == 0) return "no date is known";
  const auto published = unpacked_date(date);
  return "published on " + (published ? published->to_string() : std::string("a day")) +
         ", not before " + before_->to_string();
}

void Corpus::Parts::add(std::unique_ptr<Part> part) {
  for (const auto& there : parts)
    if (there->fingerprint() == part->fingerprint()) return;
  documents += part->documents();
  parts.push_back(std::move(part));
}

void Corpus::Parts::close() {
  pictures = count_pictures(parts);
  if (parts.size() == 1) {
    fingerprint = parts.front()->fingerprint();
    return;
  }
  io::Sha256 hash;
  for (const auto& part : parts) hash.add_field(part->fingerprint());
  fingerprint = hash.hex();
}

}  // namespace assay::retrieval
