#include "tools/image_search.h"

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "tools/help.h"
#include "vision/image_index.h"

namespace assay::tools {
namespace {

// Pictures that were seen already, whatever their size and compression.
class Seen {
 public:
  explicit Seen(vision::PictureReaders& readers) : readers_(readers) {}

  // Where an earlier one looks the same, its place among those that were added; else adds it.
  std::optional<std::size_t> find_or_add(const std::string& bytes) {
    auto print = fingerprint_of(bytes);
    if (!print) return std::nullopt;
    for (std::size_t i = 0; i < prints_.size(); ++i)
      if (same(*print, prints_[i])) return i;
    prints_.push_back(std::move(*print));
    return std::nullopt;
  }

 private:
  std::optional<vision::Fingerprint> fingerprint_of(const std::string& bytes) {
    try {
      return vision::fingerprint(readers_.read(bytes).picture);
    } catch (const vision::Undecodable&) {
      return std::nullopt;
    }
  }

  static bool same(const vision::Fingerprint& a, const vision::Fingerprint& b) {
    const auto matches = vision::ImageIndex::in_memory({&b, 1}).search(a, 1);
    return !matches.empty() && !matches.front().mirrored && matches.front().turned == 0 &&
           matches.front().query_share > 0.95 && matches.front().found_share > 0.95;
  }

  vision::PictureReaders& readers_;
  std::vector<vision::Fingerprint> prints_;
};

}  // namespace

CorpusImageSearch::CorpusImageSearch(std::shared_ptr<const retrieval::Corpus> corpus,
                                     CorpusSearchOptions options, vision::PictureReaders& readers,
                                     io::Pool& pool, const io::Clock& clock)
    : CorpusTool(std::move(corpus), options, pool, clock), readers_(readers) {}

core::ToolHelp CorpusImageSearch::help() const { return image_search_help(); }

Findings CorpusImageSearch::search(const Request& request) const {
  const auto& action = request.action;
  if (action.arguments.size() != 1) throw core::InputError("image_search takes one caption");
  // More than are wanted, for some may be copies of others.
  const auto result =
      corpus_->search_pictures(action.arguments.front(), search_for(2 * options_.results));
  Findings findings;
  Seen seen(readers_);
  std::vector<std::string> names;
  for (const auto& hit : result.hits) {
    if (findings.found.size() == options_.results) break;
    auto found = found_picture(*corpus_, hit, clock_);
    if (const auto earlier = seen.find_or_add(found.pictures.front().bytes)) {
      findings.excluded.push_back(
          {std::move(found.source), "its picture looks the same as that of " + names.at(*earlier)});
      continue;
    }
    names.push_back(found.source.url.empty() ? found.source.document : found.source.url);
    findings.found.push_back(std::move(found));
  }
  for (auto& excluded : excluded_sources(*corpus_, result.excluded))
    findings.excluded.push_back(std::move(excluded));
  return findings;
}

}  // namespace assay::tools
