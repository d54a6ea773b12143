#include "tools/web_search.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "assay/core/error.h"
#include "io/record_file.h"

namespace assay::tools {
namespace {

core::Source source_of(const retrieval::Document& document, double score) {
  core::Source source;
  source.document = document.id;
  source.url = document.url;
  source.title = document.title;
  source.publisher = document.publisher;
  source.published = document.date;
  source.extractor = document.extractor;
  source.language = document.language;
  source.score = score;
  return source;
}

}  // namespace

CorpusWebSearch::CorpusWebSearch(std::shared_ptr<const retrieval::Corpus> corpus,
                                 WebSearchOptions options, io::Pool& pool, const io::Clock& clock)
    : corpus_(std::move(corpus)), options_(options), pool_(pool), clock_(clock) {}

std::string CorpusWebSearch::options() const {
  core::Json json{{"corpus", corpus_->fingerprint()},
                  {"results", options_.results},
                  {"require_date", options_.require_date}};
  if (options_.before) json["before"] = *options_.before;
  return io::hash_of(json);
}

boost::asio::awaitable<Findings> CorpusWebSearch::perform(Request request) const {
  return pool_.run([this, action = std::move(request.action)] { return search(action); });
}

Findings CorpusWebSearch::search(const core::Action& action) const {
  if (action.arguments.size() != 1) throw core::InputError("web_search takes one query");
  const auto result = corpus_->search(action.arguments.front(),
                                      {options_.results, options_.before, options_.require_date});
  Findings findings;
  for (const auto& hit : result.hits) {
    auto document = corpus_->document(hit);
    Found found;
    found.source = source_of(document, hit.score);
    found.source.retrieved = clock_.now();
    found.bytes = corpus_->source_bytes(hit);
    found.text = std::move(document.text);
    findings.found.push_back(std::move(found));
  }
  for (const auto& excluded : result.excluded)
    findings.excluded.push_back(
        {source_of(corpus_->document(excluded.hit), excluded.hit.score), excluded.reason});
  return findings;
}

}  // namespace assay::tools
