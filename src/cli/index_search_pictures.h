#pragma once
#include <filesystem>
#include <string>

#include "retrieval/corpus.h"

// `assay index search --images` and `--image`. Both print what they find, and return the exit
// status.
namespace assay::cli {

// Finds pictures by what a model sees in them.
class AlikeSearch {
 public:
  virtual ~AlikeSearch() = default;
  virtual retrieval::PictureSearchResult by_text(const std::string& text) = 0;
  virtual retrieval::PictureSearchResult by_file(const std::filesystem::path& file) = 0;
};

// Pictures by the words around them, or, where there is a model, by it.
int search_pictures(const retrieval::Corpus& corpus, const std::string& query,
                    const retrieval::CorpusSearch& options, AlikeSearch* alike, bool json);

// The picture in the file again; where there is a model also those that it finds alike. Throws
// InputError where the file can't be read.
int find_picture(const retrieval::Corpus& corpus, const std::filesystem::path& file,
                 const retrieval::CorpusSearch& options, AlikeSearch* alike, bool json);

}  // namespace assay::cli
