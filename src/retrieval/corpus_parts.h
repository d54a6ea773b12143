#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "retrieval/corpus.h"
#include "retrieval/index/index.h"
#include "retrieval/passages/table.h"
#include "retrieval/store/pictures.h"
#include "retrieval/store/store.h"

// What a Corpus is made of; for its own sources.
namespace assay::retrieval {

// One input: a store, or documents in memory.
class Part {
 public:
  virtual ~Part() = default;
  virtual const Index& index() const = 0;  // of the passages
  virtual const PassageTable& passages() const = 0;
  virtual std::uint32_t documents() const = 0;
  virtual const std::string& fingerprint() const = 0;
  virtual std::uint32_t date(std::uint32_t number) const = 0;  // packed_date()
  virtual Collection collection(std::uint32_t number) const = 0;
  virtual Document document(std::uint32_t number) const = 0;
  // Bytes [begin, end) of its text.
  virtual std::string text(std::uint32_t number, std::uint32_t begin, std::uint32_t end) const = 0;
  virtual std::string title(std::uint32_t number) const = 0;
  // Of the store; empty where it is in memory.
  virtual std::filesystem::path folder() const { return {}; }
  virtual std::string source_bytes(std::uint32_t number) const = 0;
  virtual const Pictures* pictures() const = 0;  // null where there are none
};

std::unique_ptr<Part> part_of(Store store);
std::unique_ptr<Part> part_of(std::vector<Document> documents, const PictureOptions& pictures);

// Which documents a search drops, by their dates.
class Sieve {
 public:
  explicit Sieve(const CorpusSearch& options)
      : before_(options.before),
        limit_(packed_date(options.before)),
        require_date_(options.require_date) {}

  bool active() const { return limit_ != 0 || require_date_; }
  bool keeps(std::uint32_t date) const {
    return date == 0 ? !require_date_ : limit_ == 0 || date < limit_;
  }
  std::string reason(std::uint32_t date) const;

 private:
  std::optional<core::Date> before_;
  std::uint32_t limit_;
  bool require_date_;
};

struct Corpus::Parts {
  std::vector<std::unique_ptr<Part>> parts;
  std::size_t documents = 0;
  std::size_t pictures = 0;  // different ones
  std::string fingerprint;

  // The same input twice is one.
  void add(std::unique_ptr<Part> part);
  void close();
  const Part& at(const CorpusHit& hit) const { return *parts.at(hit.part); }
};

}  // namespace assay::retrieval
