#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "retrieval/documents/source.h"
#include "retrieval/knowledge/defects.h"
#include "retrieval/knowledge/inputs.h"

namespace assay::retrieval {

// A longer file of a claim is not read, nor a longer entry of an archive, whatever it says of
// itself.
inline constexpr std::uint64_t longest_knowledge_file = std::uint64_t{4} << 30;

// The documents of one claim: its lines, numbered `text:LINE` and `image_text:LINE`, and its
// pictures, `images:FILE`. Documents without text are kept where they have an address, for they can
// be filled. Nothing that a file holds ends the reading; what is wrong is counted.
class KnowledgeSource final : public DocumentSource {
 public:
  explicit KnowledgeSource(ClaimInput input) : input_(std::move(input)) {}

  SourceKind kind() const override { return SourceKind::knowledge; }
  const std::filesystem::path& path() const override;
  std::uint64_t bytes() const override { return input_.bytes; }
  std::string digest(const ReadOptions& options) const override;
  std::string read(const ReadOptions& options, PictureStock& pictures,
                   const std::function<void(Batch)>& take) const override;

  // Of what read() has read so far.
  const Defects& defects() const { return defects_; }

 private:
  class Lines;
  std::string read_pictures(const ReadOptions& options, PictureStock& stock,
                            const std::function<void(Batch)>& take) const;

  ClaimInput input_;
  mutable Defects defects_;
};

}  // namespace assay::retrieval
