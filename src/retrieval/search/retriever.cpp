#include "retrieval/search/retriever.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

#include "language/beginning.h"
#include "language/lines.h"
#include "language/sketch.h"
#include "retrieval/search/part_view.h"
#include "retrieval/search/word_list.h"

namespace assay::retrieval {
namespace {

using boost::asio::awaitable;
using models::Vector;
using Parts = std::vector<std::unique_ptr<PartView>>;
using RankedList = std::vector<RankedPassage>;

// So many texts go to the embedder at a time, and are on the disk before the next ones.
constexpr std::size_t embedded_together = 64;
// A longer passage, of a document that is one word, is cut for the models.
constexpr std::size_t longest_text = 16 << 10;

// By part, those of the list's groups.
std::map<std::uint32_t, std::vector<std::uint32_t>> rows_of(const Parts& parts,
                                                            const RankedList& list) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> rows;
  for (const auto& [id, score] : list)
    rows[id.part].push_back(parts[id.part]->part().passages().group(id.passage));
  return rows;
}

std::vector<double> scores_of(const RankedList& list) {
  std::vector<double> scores;
  for (const auto& one : list) scores.push_back(one.score);
  return scores;
}

}  // namespace

struct Retriever::Impl {
  std::shared_ptr<const Corpus> corpus;
  RetrievalModels models;
  io::Pool& pool;
  Parts parts;

  awaitable<std::vector<Vector>> embed(std::vector<std::string> texts) const;
  awaitable<Vector> embed_one(std::string text) const;
  awaitable<std::size_t> embed_rows(std::uint32_t part, std::vector<std::uint32_t> rows,
                                    EmbeddingProgress progress) const;
  awaitable<std::size_t> embed_list(RankedList list) const;
  RankedList nearest_list(const Vector& query, const RetrievalOptions& options) const;
  RankedList cosine_list(const Vector& query, const RankedList& words) const;
  awaitable<RankedList> vector_list(std::string query, RetrievalOptions options, RankedList words,
                                    std::size_t& embedded) const;
  awaitable<RankedList> reranked(std::string query, RankedList list, std::size_t most) const;
  std::vector<std::vector<float>> vectors_of(const RankedList& list) const;
  RankedList diverse(const RankedList& list, const RetrievalOptions& options) const;
  PassageHit hit_of(const RankedPassage& one) const;
};

awaitable<std::vector<Vector>> Retriever::Impl::embed(std::vector<std::string> texts) const {
  std::vector<models::Part> items;
  for (auto& text : texts) {
    if (text.size() > longest_text) text.resize(language::beginning(text, longest_text).size());
    items.push_back(models::TextPart{std::move(text)});
  }
  co_return co_await models.embedder->embed(std::move(items));
}

// Opens the vectors of all parts too, now that their dimension is known.
awaitable<Vector> Retriever::Impl::embed_one(std::string text) const {
  std::vector<std::string> texts;
  texts.push_back(std::move(text));
  auto vectors = co_await embed(std::move(texts));
  const auto dimension = vectors.front().size();
  co_await pool.run([&] {
    for (const auto& view : parts) view->vectors(dimension);
    return true;
  });
  co_return std::move(vectors.front());
}

// Those that have none yet. Each batch is kept before the next one is asked for.
awaitable<std::size_t> Retriever::Impl::embed_rows(std::uint32_t part,
                                                   std::vector<std::uint32_t> rows,
                                                   EmbeddingProgress progress) const {
  auto& view = *parts[part];
  std::size_t made = 0;
  for (std::size_t at = 0; at < rows.size();) {
    std::vector<std::uint32_t> batch;
    std::vector<std::string> texts;
    for (; at < rows.size() && batch.size() < embedded_together; ++at) {
      if (auto* file = view.vectors_if_made(); file != nullptr && file->has(rows[at])) continue;
      auto text = view.text(rows[at]);
      if (language::is_blank(text)) continue;
      batch.push_back(rows[at]);
      texts.push_back(std::move(text));
    }
    if (batch.empty()) continue;
    const auto vectors = co_await embed(std::move(texts));
    co_await pool.run([&] {
      view.vectors(vectors.front().size()).put(batch, vectors);
      return true;
    });
    made += batch.size();
    if (progress) progress(at, rows.size());
  }
  co_return made;
}

awaitable<std::size_t> Retriever::Impl::embed_list(RankedList list) const {
  std::size_t made = 0;
  for (auto& [part, rows] : rows_of(parts, list))
    made += co_await embed_rows(part, std::move(rows), {});
  co_return made;
}

// The nearest of all that have vectors.
RankedList Retriever::Impl::nearest_list(const Vector& query,
                                         const RetrievalOptions& options) const {
  RankedList list;
  for (std::uint32_t number = 0; number < parts.size(); ++number) {
    auto& view = *parts[number];
    const PassageFilter filter(view.part(), options);
    std::function<bool(std::uint32_t)> accept;
    if (filter.active())
      accept = [&](std::uint32_t row) { return view.member(row, filter).has_value(); };
    for (const auto& [row, cosine] : view.nearest_rows(query, options.candidates, accept))
      if (const auto passage = view.member(row, filter))
        list.push_back({{number, *passage}, cosine});
  }
  sort_ranked(list);
  if (list.size() > options.candidates) list.resize(options.candidates);
  return list;
}

// Those that the words found, by their vectors.
RankedList Retriever::Impl::cosine_list(const Vector& query, const RankedList& words) const {
  std::map<std::uint32_t, std::vector<PassageId>> by_part;
  for (const auto& one : words) by_part[one.id.part].push_back(one.id);
  RankedList list;
  for (const auto& [part, ids] : by_part) {
    auto& view = *parts[part];
    auto& file = view.vectors(query.size());
    std::vector<std::uint32_t> rows;
    std::vector<PassageId> with_vector;
    for (const auto& id : ids) {
      const auto row = view.part().passages().group(id.passage);
      if (!file.has(row)) continue;
      rows.push_back(row);
      with_vector.push_back(id);
    }
    const auto cosines_found = cosines(file, query, rows);
    for (std::size_t i = 0; i < rows.size(); ++i)
      list.push_back({with_vector[i], cosines_found[i]});
  }
  sort_ranked(list);
  return list;
}

awaitable<RankedList> Retriever::Impl::vector_list(std::string query, RetrievalOptions options,
                                                   RankedList words, std::size_t& embedded) const {
  const Vector vector = co_await embed_one(options.query_prefix + query);
  if (options.vectors == VectorUse::lazy) {
    embedded += co_await embed_list(words);
    co_return co_await pool.run([&] { return cosine_list(vector, words); });
  }
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    auto rows = co_await pool.run([&] { return parts[part]->rows(); });
    embedded += co_await embed_rows(part, std::move(rows), {});
  }
  co_return co_await pool.run([&] { return nearest_list(vector, options); });
}

// The first `most` in the order of the reranker; the others behind them are left out.
awaitable<RankedList> Retriever::Impl::reranked(std::string query, RankedList list,
                                                std::size_t most) const {
  if (list.size() > most) list.resize(most);
  if (list.empty()) co_return list;
  auto texts = co_await pool.run([&] {
    std::vector<std::string> texts;
    for (const auto& one : list) texts.push_back(parts[one.id.part]->text(one.id.passage));
    return texts;
  });
  const auto scores = co_await models.reranker->rerank(std::move(query), std::move(texts));
  for (std::size_t i = 0; i < list.size(); ++i) list[i].score = scores.at(i);
  sort_ranked(list);
  co_return list;
}

// Empty ones of passages that have none.
std::vector<std::vector<float>> Retriever::Impl::vectors_of(const RankedList& list) const {
  std::vector<std::vector<float>> vectors(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto& view = *parts[list[i].id.part];
    const auto row = view.part().passages().group(list[i].id.passage);
    if (auto* file = view.vectors_if_made(); file != nullptr && file->has(row))
      vectors[i] = file->read(row);
  }
  return vectors;
}

RankedList Retriever::Impl::diverse(const RankedList& list, const RetrievalOptions& options) const {
  const auto vectors = vectors_of(list);
  std::vector<language::Sketch> sketches;
  for (const auto& one : list) sketches.emplace_back(parts[one.id.part]->text(one.id.passage));
  // Where there are vectors by them, else by the words that both have.
  const auto likeness = [&](std::size_t a, std::size_t b) {
    if (vectors[a].empty() || vectors[b].empty()) return sketches[a].likeness(sketches[b]);
    double product = 0;
    for (std::size_t i = 0; i < vectors[a].size(); ++i)
      product += static_cast<double>(vectors[a][i]) * static_cast<double>(vectors[b][i]);
    return product;
  };
  const auto scores = scores_of(list);
  RankedList picked;
  for (const auto& [place, value] :
       pick_diverse(scores, *options.diversity, options.documents.top, likeness))
    picked.push_back({list[place].id, value});
  return picked;
}

PassageHit Retriever::Impl::hit_of(const RankedPassage& one) const {
  const auto& view = *parts[one.id.part];
  const auto& table = view.part().passages();
  const auto& row = table.row(one.id.passage);
  PassageHit hit;
  hit.id = one.id;
  hit.document = {one.id.part, row.document, one.score};
  hit.begin = row.begin;
  hit.end = row.end;
  const auto before = table.before(one.id.passage);
  const auto after = table.after(one.id.passage);
  hit.context_begin = before ? table.row(*before).begin : row.begin;
  hit.context_end = after ? table.row(*after).end : row.end;
  const auto group = table.group(one.id.passage);
  const auto add = [&](std::uint32_t other) {
    if (other != one.id.passage)
      hit.also_in.push_back({one.id.part, table.document(other), one.score});
  };
  add(group);
  for (const auto other : view.groups().others(group)) add(other);
  return hit;
}

namespace {

// Writes down what a step scored the passages that were found.
template <class Set>
void note(std::vector<PassageHit>& hits, const RankedList& list, Set set) {
  std::map<PassageId, std::size_t> places;
  for (std::size_t i = 0; i < list.size(); ++i) places.emplace(list[i].id, i);
  for (auto& hit : hits)
    if (const auto found = places.find(hit.id); found != places.end())
      set(hit.scores, list[found->second].score, found->second + 1);
}

}  // namespace

Retriever::Retriever(std::shared_ptr<const Corpus> corpus, RetrievalModels models, io::Pool& pool,
                     std::function<void(std::string_view)> say)
    : impl_(new Impl{std::move(corpus), std::move(models), pool, {}}) {
  const auto model = impl_->models.embedder ? impl_->models.embedder->name() : std::string();
  for (const auto& part : impl_->corpus->parts().parts)
    impl_->parts.push_back(std::make_unique<PartView>(*part, model, impl_->models.vectors, say));
}

Retriever::~Retriever() = default;
const Corpus& Retriever::corpus() const { return *impl_->corpus; }
const RetrievalModels& Retriever::models() const { return impl_->models; }

awaitable<std::size_t> Retriever::embed_all(EmbeddingProgress progress) const {
  co_await impl_->embed_one("any text");
  std::vector<std::vector<std::uint32_t>> rows;
  std::size_t all = 0;
  for (const auto& part : impl_->parts) {
    rows.push_back(co_await impl_->pool.run([&] { return part->rows(); }));
    all += rows.back().size();
  }
  std::size_t made = 0;
  std::size_t before = 0;
  for (std::uint32_t part = 0; part < rows.size(); ++part) {
    const auto size = rows[part].size();
    EmbeddingProgress told;
    if (progress)
      told = [&progress, before, all](std::size_t done, std::size_t) {
        progress(before + done, all);
      };
    made += co_await impl_->embed_rows(part, std::move(rows[part]), told);
    before += size;
  }
  if (made > 0 || all > exact_up_to)
    co_await impl_->pool.run([&] {
      for (const auto& part : impl_->parts) part->build_approximate({});
      return true;
    });
  co_return made;
}

namespace {

// What each step made of a query; steps that were left out made nothing.
struct Steps {
  RankedList words;
  RankedList vectors;
  RankedList fused;
  RankedList reranked;
  RankedList diverse;
};

void note_all(std::vector<PassageHit>& hits, const Steps& steps) {
  note(hits, steps.words, [](PassageScores& scores, double score, std::size_t rank) {
    scores.words = score;
    scores.words_rank = rank;
  });
  note(hits, steps.vectors, [](PassageScores& scores, double score, std::size_t rank) {
    scores.cosine = score;
    scores.cosine_rank = rank;
  });
  note(hits, steps.fused,
       [](PassageScores& scores, double score, std::size_t) { scores.fused = score; });
  note(hits, steps.reranked,
       [](PassageScores& scores, double score, std::size_t) { scores.reranked = score; });
  note(hits, steps.diverse,
       [](PassageScores& scores, double score, std::size_t) { scores.diverse = score; });
}

RankedList first(RankedList list, std::size_t most) {
  if (list.size() > most) list.resize(most);
  return list;
}

}  // namespace

awaitable<PassageResult> Retriever::search(std::string query, RetrievalOptions options) const {
  const auto& impl = *impl_;
  if (impl.models.embedder == nullptr) options.vectors = VectorUse::none;
  const auto top = options.documents.top;
  options.candidates = std::max(options.candidates, top);
  const bool lazy = options.vectors == VectorUse::lazy;
  PassageResult result;
  Steps steps;
  if (options.words || lazy) {
    const auto most = lazy ? std::max(options.lazy, options.candidates) : options.candidates;
    steps.words =
        co_await impl.pool.run([&] { return words_list(impl.parts, query, options, most); });
  }
  if (options.vectors != VectorUse::none)
    steps.vectors = co_await impl.vector_list(query, options, steps.words, result.embedded);
  if (!options.words) steps.words.clear();
  RankedList best = first(options.words ? steps.words : steps.vectors, options.candidates);
  if (options.words && options.vectors != VectorUse::none) {
    const std::array lists{first(steps.words, options.candidates),
                           first(steps.vectors, options.candidates)};
    best = steps.fused = fuse(lists);
  }
  if (impl.models.reranker != nullptr && options.rerank)
    best = steps.reranked = co_await impl.reranked(query, best, options.candidates);
  if (options.diversity)
    best = steps.diverse = co_await impl.pool.run(
        [&] { return impl.diverse(first(best, options.candidates), options); });
  for (const auto& one : first(best, top)) result.hits.push_back(impl.hit_of(one));
  note_all(result.hits, steps);
  result.excluded =
      co_await impl.pool.run([&] { return dropped_by_date(impl.parts, query, options); });
  co_return result;
}

}  // namespace assay::retrieval
