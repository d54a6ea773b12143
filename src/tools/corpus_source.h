#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "assay/core/date.h"
#include "assay/core/stage_results.h"
#include "io/clock.h"
#include "retrieval/corpus.h"
#include "tools/tool.h"

// What the tools that search a corpus share.
namespace assay::tools {

struct CorpusSearchOptions {
  std::size_t results = 3;           // a search; DEFAME's number (section 3, stage 2)
  std::optional<core::Date> before;  // drops sources published on that day or later
  std::size_t images_per_page = 32;  // DEFAME's limit (section 4.2)
  bool require_date = false;         // drops sources without a date, which are kept and marked else
};

// The options as JSON, with the corpus: what a search's answer depends on.
core::Json options_json(const retrieval::Corpus& corpus, const CorpusSearchOptions& options);

// The document as a source with its text and bytes, without its pictures.
Found found_document(const retrieval::Corpus& corpus, const retrieval::CorpusHit& hit,
                     const io::Clock& clock);
// The same with one of its pictures.
Found found_picture(const retrieval::Corpus& corpus, const retrieval::CorpusPicture& picture,
                    const io::Clock& clock);
// The pictures that the document shows and whose bytes the corpus has, the first `most` of them.
std::vector<KeptPicture> pictures_of(const retrieval::Corpus& corpus,
                                     const retrieval::CorpusHit& hit, std::size_t most);

std::vector<core::ExcludedSource> excluded_sources(
    const retrieval::Corpus& corpus, const std::vector<retrieval::ExcludedHit>& excluded);

}  // namespace assay::tools
