#include "tools/corpus_source.h"

#include <nlohmann/json.hpp>
#include <utility>

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

KeptPicture kept(const retrieval::Corpus& corpus, const retrieval::CorpusPicture& picture,
                 const retrieval::DocumentImage& shown) {
  KeptPicture result;
  auto& image = result.image;
  image.file = shown.reference;
  image.media_type = shown.media_type;
  image.caption = shown.caption;
  image.alt = shown.alt;
  image.nearby = shown.nearby;
  image.width = shown.width;
  image.height = shown.height;
  image.taken = shown.taken;
  image.note = shown.note;
  result.bytes = corpus.picture_bytes(picture);
  return result;
}

Found found(const retrieval::Corpus& corpus, const retrieval::CorpusHit& hit,
            retrieval::Document document, const io::Clock& clock) {
  Found result;
  result.source = source_of(document, hit.score);
  result.source.retrieved = clock.now();
  result.bytes = corpus.source_bytes(hit);
  result.text = std::move(document.text);
  return result;
}

}  // namespace

core::Json options_json(const retrieval::Corpus& corpus, const CorpusSearchOptions& options) {
  core::Json json{{"corpus", corpus.fingerprint()},
                  {"results", options.results},
                  {"require_date", options.require_date}};
  if (options.images_per_page != CorpusSearchOptions{}.images_per_page)
    json["images_per_page"] = options.images_per_page;
  if (options.before) json["before"] = *options.before;
  return json;
}

Found found_document(const retrieval::Corpus& corpus, const retrieval::CorpusHit& hit,
                     const io::Clock& clock) {
  return found(corpus, hit, corpus.document(hit), clock);
}

Found found_picture(const retrieval::Corpus& corpus, const retrieval::CorpusPicture& picture,
                    const io::Clock& clock) {
  auto document = corpus.document(picture.document);
  auto shown = kept(corpus, picture, document.images.at(picture.image));
  auto result = found(corpus, picture.document, std::move(document), clock);
  result.pictures.push_back(std::move(shown));
  return result;
}

std::vector<KeptPicture> pictures_of(const retrieval::Corpus& corpus,
                                     const retrieval::CorpusHit& hit, std::size_t most) {
  std::vector<KeptPicture> pictures;
  const auto document = corpus.document(hit);
  for (std::size_t i = 0; i < document.images.size() && pictures.size() < most; ++i)
    if (!document.images[i].sha256.empty())
      pictures.push_back(kept(corpus, {hit, i}, document.images[i]));
  return pictures;
}

std::vector<core::ExcludedSource> excluded_sources(
    const retrieval::Corpus& corpus, const std::vector<retrieval::ExcludedHit>& excluded) {
  std::vector<core::ExcludedSource> sources;
  for (const auto& one : excluded)
    sources.push_back({source_of(corpus.document(one.hit), one.hit.score), one.reason});
  return sources;
}

}  // namespace assay::tools
