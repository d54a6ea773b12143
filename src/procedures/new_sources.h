#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "assay/core/record.h"
#include "io/blobs.h"

namespace assay::procedures {

// A source that a turn found first, and the action that found it.
struct NewSource {
  core::Source source;
  std::size_t action = 0;  // index into the record's tool results
};

// A source that says what another one says that was found before it.
struct RepeatedSource {
  core::Source source;
  core::Source first;
  std::string reason;
};

struct NewSources {
  std::vector<NewSource> fresh;
  std::vector<RepeatedSource> repeats;
};

// Of the record's last `results` tool results, what is to be read. The same document or the same
// text is read once in a check, but for a page that a search for a picture finds again: then what
// it says of the picture is new. One address alone is not enough: an archive can hold several
// passages of one page, each a document. Of pages that are nearly the same (caption included), or
// of which one is the other cut short or with other words around it, the first alone is read.
NewSources new_sources(const core::Record& record, const io::Blobs& blobs, std::size_t results);

// Are both the same document, found for the same picture?
bool same_source(const core::Source& a, const core::Source& b);

}  // namespace assay::procedures
