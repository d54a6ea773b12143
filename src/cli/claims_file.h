#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/core/claim.h"
#include "retrieval/documents/document.h"

namespace assay::cli {

// One claim of a batch file.
struct BatchClaim {
  core::Claim claim;
  std::string id_json;  // the id as the file wrote it, so that results carry the same value
  std::vector<std::string> image_files;
  // The claim's own corpus; nothing where the line has no `evidence`.
  std::optional<std::vector<retrieval::Document>> evidence;
  std::size_t line = 0;  // from 1
};

// Reads {`id`, `claim`, `images`, `date`, `speaker`, `url`, `place`, `post`, `evidence`}, one
// object a line, all but `claim` optional; `images` are files relative to the file's folder, or
// data URLs; `evidence` is a list of corpus lines that are this claim's own corpus. A claim without
// an id is named `claim-N` after its line. Throws InputError, which names the line, for one that is
// no such object, is not UTF-8, has no claim text, a date that is none, or an id that an earlier
// line has; with `skip_bad` such lines are left out and `say` is told of each. Throws where no
// claim is left.
std::vector<BatchClaim> read_claims(const std::filesystem::path& file, bool skip_bad,
                                    const std::function<void(std::string_view)>& say);

}  // namespace assay::cli
