#include "tools/passage_search.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/record_file.h"
#include "tools/help.h"

namespace assay::tools {
namespace {

using retrieval::Collection;
using retrieval::PassageHit;
using retrieval::PassageResult;

// Several passages of one document are one source: so many more are looked for.
constexpr std::size_t passages_a_result = 4;
// Between passages that don't follow each other.
constexpr std::string_view gap = "\n\n[…]\n\n";

struct Window {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// In the order of the text, those that touch as one.
std::vector<Window> windows_of(const std::vector<PassageHit>& hits) {
  std::vector<Window> windows;
  for (const auto& hit : hits) windows.push_back({hit.context_begin, hit.context_end});
  std::ranges::sort(windows, {}, &Window::begin);
  std::vector<Window> joined;
  for (const auto& window : windows) {
    if (!joined.empty() && window.begin <= joined.back().end + 1)
      joined.back().end = std::max(joined.back().end, window.end);
    else
      joined.push_back(window);
  }
  return joined;
}

std::string excerpt(const std::string& text, const std::vector<PassageHit>& hits) {
  const auto windows = windows_of(hits);
  std::string joined;
  for (const auto& window : windows) {
    const auto begin = std::min(window.begin, text.size());
    const auto end = std::clamp(window.end, begin, text.size());
    if (!joined.empty()) joined += gap;
    joined += text.substr(begin, end - begin);
  }
  return joined;
}

// The first `most` documents with their passages, in the order of the best of each.
std::vector<std::vector<PassageHit>> by_document(std::vector<PassageHit> hits, std::size_t most) {
  std::vector<std::vector<PassageHit>> documents;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> places;
  for (auto& hit : hits) {
    const auto key = std::pair(hit.document.part, hit.document.document);
    const auto found = places.find(key);
    if (found == places.end() && documents.size() == most) continue;
    const auto place = places.emplace(key, documents.size()).first->second;
    if (place == documents.size()) documents.emplace_back();
    documents[place].push_back(std::move(hit));
  }
  return documents;
}

// The bytes stay those of the whole.
void take_excerpt(Found& found, const std::vector<PassageHit>& hits) {
  auto text = excerpt(found.text, hits);
  if (text == found.text) return;
  if (found.bytes.empty()) found.bytes = std::move(found.text);
  found.text = std::move(text);
  found.source.extractor += passages_mark;
}

}  // namespace

bool is_excerpt(std::string_view text, std::string_view whole) {
  std::size_t from = 0;
  for (;;) {
    const auto end = std::min(text.find(gap), text.size());
    const auto at = whole.find(text.substr(0, end), from);
    if (at == whole.npos) return false;
    if (end == text.size()) return true;
    from = at + end;
    text.remove_prefix(end + gap.size());
  }
}

PassageSearch::PassageSearch(std::shared_ptr<const retrieval::Retriever> retriever,
                             retrieval::RetrievalOptions retrieval, bool each_collection,
                             CorpusSearchOptions search, const io::Clock& clock)
    : retriever_(std::move(retriever)),
      retrieval_(std::move(retrieval)),
      each_collection_(each_collection),
      search_(search),
      clock_(clock) {
  retrieval_.documents = {passages_a_result * search_.results, search_.before,
                          search_.require_date};
}

core::ToolHelp PassageSearch::help() const { return web_search_help(); }

std::string PassageSearch::options() const {
  auto json = options_json(retriever_->corpus(), search_);
  json["retrieval"] = retrieval::to_json(retrieval_);
  if (each_collection_) json["each_collection"] = true;
  const auto& models = retriever_->models();
  if (models.embedder) json["embedding"] = models.embedder->name();
  if (models.reranker) json["reranking"] = models.reranker->name();
  return io::hash_of(json);
}

boost::asio::awaitable<Findings> PassageSearch::perform(Request request) const {
  if (request.action.arguments.size() != 1) throw core::InputError("web_search takes one query");
  const auto query = request.action.arguments.front();
  std::vector<Collection> collections{Collection::none};
  if (each_collection_) collections = {Collection::text, Collection::image_text};
  const auto& corpus = retriever_->corpus();
  Findings findings;
  for (const auto collection : collections) {
    auto options = retrieval_;
    options.collection = collection;
    auto result = co_await retriever_->search(query, std::move(options));
    for (const auto& hits : by_document(std::move(result.hits), search_.results)) {
      const auto& best = hits.front().document;
      auto found = found_document(corpus, best, clock_);
      take_excerpt(found, hits);
      found.pictures = pictures_of(corpus, best, search_.images_per_page);
      findings.found.push_back(std::move(found));
    }
    for (auto& dropped : excluded_sources(corpus, result.excluded))
      if (findings.excluded.size() < search_.results)
        findings.excluded.push_back(std::move(dropped));
  }
  co_return findings;
}

}  // namespace assay::tools
