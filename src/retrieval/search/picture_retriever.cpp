#include "retrieval/search/picture_retriever.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "assay/core/error.h"
#include "io/sha256.h"
#include "retrieval/corpus_parts.h"
#include "retrieval/search/vector_place.h"
#include "vision/encode.h"

namespace assay::retrieval {
namespace {

using boost::asio::awaitable;
using models::Vector;

constexpr int longest_side = 768;  // pixels; models look at less mostly
constexpr std::size_t embedded_together = 8;

models::Part part_of_picture(vision::PictureReaders& readers, const std::string& bytes) {
  const auto picture = vision::fitted(readers.read(bytes).picture, longest_side);
  return models::ImagePart{"image/jpeg",
                           std::make_shared<const std::string>(vision::encode_jpeg(picture, 90))};
}

}  // namespace

struct PictureRetriever::Impl {
  std::shared_ptr<const Corpus> corpus;
  std::shared_ptr<models::Embedder> embedder;
  vision::PictureReaders& readers;
  io::Pool& pool;
  std::function<void(std::string_view)> say;
  // By part, once the dimension of the vectors is known. Used on the loop alone.
  std::map<std::size_t, VectorFile> files;

  awaitable<Vector> embed(models::Part item) const;
  awaitable<bool> embed_part(std::size_t number, std::size_t dimension);
  PictureSearchResult found(const Vector& query, const CorpusSearch& options) const;
  awaitable<PictureSearchResult> search(models::Part query, CorpusSearch options);
};

awaitable<Vector> PictureRetriever::Impl::embed(models::Part item) const {
  std::vector<models::Part> items;
  items.push_back(std::move(item));
  auto vectors = co_await embedder->embed(std::move(items));
  co_return std::move(vectors.front());
}

// Those that have none yet. What can't be decoded stays without.
awaitable<bool> PictureRetriever::Impl::embed_part(std::size_t number, std::size_t dimension) {
  const auto& part = *corpus->parts().parts[number];
  const auto* pictures = part.pictures();
  if (pictures == nullptr) co_return false;
  auto place = files.find(number);
  if (place == files.end()) {
    const VectorShape shape{pictures->pictures(), static_cast<std::uint32_t>(dimension),
                            VectorKind::float16, embedder->name(),
                            "pictures " + part.fingerprint()};
    place = files.emplace(number, open_vectors(part.folder(), "pictures", shape, say)).first;
  }
  auto& file = place->second;
  for (std::uint32_t at = 0; at < pictures->pictures();) {
    std::vector<std::uint32_t> rows;
    std::vector<models::Part> items;
    co_await pool.run([&] {
      for (; at < pictures->pictures() && rows.size() < embedded_together; ++at) {
        if (file.has(at)) continue;
        try {
          items.push_back(part_of_picture(readers, pictures->bytes(at)));
          rows.push_back(at);
        } catch (const vision::Undecodable&) {
        }
      }
      return true;
    });
    if (rows.empty()) continue;
    const auto vectors = co_await embedder->embed(std::move(items));
    co_await pool.run([&] { return file.put(rows, vectors), true; });
  }
  co_return true;
}

PictureSearchResult PictureRetriever::Impl::found(const Vector& query,
                                                  const CorpusSearch& options) const {
  const Sieve sieve(options);
  std::vector<CorpusPicture> kept;
  std::vector<ExcludedHit> dropped;
  for (const auto& [number, file] : files) {
    const auto& part = *corpus->parts().parts[number];
    const auto& pictures = *part.pictures();
    std::size_t from_here = 0;
    for (const auto& [row, cosine] : nearest(file, query, pictures.pictures())) {
      if (from_here == options.top) break;
      std::optional<CorpusPicture> shown;
      std::uint32_t oldest = UINT32_MAX;
      for (const auto showing : pictures.shown(row)) {
        const auto where = pictures.showing(showing);
        const CorpusHit hit{static_cast<std::uint32_t>(number), where.document, cosine};
        const auto date = part.date(where.document);
        if (!sieve.keeps(date)) {
          dropped.push_back({hit, sieve.reason(date)});
          continue;
        }
        const auto order = date == 0 ? UINT32_MAX - 1 : date;
        if (order >= oldest) continue;
        oldest = order;
        shown = CorpusPicture{hit, where.image};
      }
      if (!shown) continue;
      kept.push_back(*shown);
      ++from_here;
    }
  }
  const auto better = [](const CorpusHit& a, const CorpusHit& b) {
    return a.score != b.score ? a.score > b.score
                              : std::pair(a.part, a.document) < std::pair(b.part, b.document);
  };
  std::ranges::sort(kept, better, &CorpusPicture::document);
  std::ranges::sort(dropped, better, &ExcludedHit::hit);
  if (kept.size() > options.top) kept.resize(options.top);
  if (dropped.size() > options.top) dropped.resize(options.top);
  return {std::move(kept), std::move(dropped)};
}

awaitable<PictureSearchResult> PictureRetriever::Impl::search(models::Part query,
                                                              CorpusSearch options) {
  if (corpus->pictures() == 0 || options.top == 0) co_return PictureSearchResult{};
  const Vector vector = co_await embed(std::move(query));
  for (std::size_t number = 0; number < corpus->parts().parts.size(); ++number)
    co_await embed_part(number, vector.size());
  co_return co_await pool.run([&] { return found(vector, options); });
}

PictureRetriever::PictureRetriever(std::shared_ptr<const Corpus> corpus,
                                   std::shared_ptr<models::Embedder> embedder,
                                   vision::PictureReaders& readers, io::Pool& pool,
                                   std::function<void(std::string_view)> say)
    : impl_(new Impl{std::move(corpus), std::move(embedder), readers, pool, std::move(say), {}}) {}
PictureRetriever::~PictureRetriever() = default;

const Corpus& PictureRetriever::corpus() const { return *impl_->corpus; }
const std::string& PictureRetriever::model() const { return impl_->embedder->name(); }

awaitable<PictureSearchResult> PictureRetriever::by_text(std::string text,
                                                         CorpusSearch options) const {
  models::Part query = models::TextPart{std::move(text)};
  co_return co_await impl_->search(std::move(query), std::move(options));
}

awaitable<PictureSearchResult> PictureRetriever::by_picture(std::string bytes,
                                                            CorpusSearch options) const {
  auto query = co_await impl_->pool.run([&] { return part_of_picture(impl_->readers, bytes); });
  co_return co_await impl_->search(std::move(query), std::move(options));
}

}  // namespace assay::retrieval
