#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "io/clock.h"
#include "retrieval/search/retriever.h"
#include "tools/corpus_source.h"
#include "tools/tool.h"

namespace assay::tools {

// Behind the extractor of a source whose text is passages of what that made of its bytes.
inline constexpr std::string_view passages_mark = " passages/1";
// Does the text consist of parts of the whole, in its order, as PassageSearch puts them together?
bool is_excerpt(std::string_view text, std::string_view whole);

// web_search in a corpus by its passages (retrieval/search): what is found of a document is the
// passages with their neighbours, in the order of the text; its bytes are those of the whole.
class PassageSearch : public Tool {
 public:
  // The clock must outlive it. Of `retrieval` the dates and the number of results are those of
  // `search`. `each`: the results of each collection of texts, as VILLAIN has it (section 3.1).
  PassageSearch(std::shared_ptr<const retrieval::Retriever> retriever,
                retrieval::RetrievalOptions retrieval, bool each_collection,
                CorpusSearchOptions search, const io::Clock& clock);

  std::string name() const override { return "web_search"; }
  core::ToolHelp help() const override;
  std::string version() const override { return "passages/1"; }
  std::string options() const override;
  boost::asio::awaitable<Findings> perform(Request request) const override;

 private:
  std::shared_ptr<const retrieval::Retriever> retriever_;
  retrieval::RetrievalOptions retrieval_;
  bool each_collection_;
  CorpusSearchOptions search_;
  const io::Clock& clock_;
};

}  // namespace assay::tools
