#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/stemmers.h"
#include "retrieval/documents/file.h"
#include "retrieval/index/format.h"

namespace assay::retrieval {

// What the dictionary says of a term. The views lie inside the index.
struct TermEntry {
  std::uint32_t documents = 0;
  std::string_view postings;
  std::string_view positions;
};

// The sections of an index, with what they say of themselves checked before it is used.
class IndexData {
 public:
  // Throws InputError, see Index::open.
  static std::unique_ptr<const IndexData> map(const std::filesystem::path& folder);
  // Sections that this process made.
  IndexData(const Header& header, std::array<std::string, section_count> sections);
  IndexData(const IndexData&) = delete;
  IndexData& operator=(const IndexData&) = delete;

  std::uint32_t documents() const { return header_.documents; }
  std::uint64_t tokens() const { return header_.tokens; }
  std::uint64_t terms() const { return header_.terms; }
  // `document` is below documents().
  std::uint32_t length(std::uint32_t document) const { return lengths_[document]; }
  // Nothing where the index does not hold the term, or what it says of it is damaged.
  std::optional<TermEntry> find(std::string_view key) const;
  // The stemmers that made terms of this index, no_stemmer aside.
  const std::vector<language::StemmerId>& stemmers() const { return stemmers_; }
  // Throws InputError where a checksum does not agree.
  void verify() const;

 private:
  explicit IndexData(std::filesystem::path folder) : folder_(std::move(folder)) {}
  void prepare();
  std::optional<std::string_view> key(std::uint64_t term) const;
  TermRecord record(std::uint64_t term) const;
  std::uint64_t lower_bound(std::string_view key) const;
  std::string_view section(Section section) const { return sections_[section]; }

  std::filesystem::path folder_;
  Header header_;
  std::vector<MappedFile> files_;
  std::array<std::string, section_count> owned_;
  std::array<std::string_view, section_count> sections_;
  const std::uint32_t* lengths_ = nullptr;
  std::vector<language::StemmerId> stemmers_;
};

}  // namespace assay::retrieval
