#pragma once
#include <filesystem>
#include <string>

#include "retrieval/corpus.h"

// `assay index search --images` and `--image`. Both print what they find, and return the exit
// status.
namespace assay::cli {

// Pictures by the words around them.
int search_pictures(const retrieval::Corpus& corpus, const std::string& query,
                    const retrieval::CorpusSearch& options, bool json);

// The picture in the file again. Throws InputError where it can't be read.
int find_picture(const retrieval::Corpus& corpus, const std::filesystem::path& file,
                 const retrieval::CorpusSearch& options, bool json);

}  // namespace assay::cli
