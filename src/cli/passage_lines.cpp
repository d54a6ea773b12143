#include "cli/passage_lines.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "cli/search_lines.h"
#include "io/files.h"

namespace assay::cli {
namespace {

using core::Json;
using retrieval::Corpus;
using retrieval::PassageHit;

std::string part_of(const std::string& text, std::size_t begin, std::size_t end) {
  return begin < end && begin < text.size() ? text.substr(begin, end - begin) : std::string();
}

Json scores_json(const retrieval::PassageScores& scores) {
  Json json = Json::object();
  if (scores.words) json["bm25"] = *scores.words, json["bm25_rank"] = scores.words_rank;
  if (scores.cosine) json["cosine"] = *scores.cosine, json["cosine_rank"] = scores.cosine_rank;
  if (scores.fused) json["fused"] = *scores.fused;
  if (scores.reranked) json["reranked"] = *scores.reranked;
  if (scores.diverse) json["mmr"] = *scores.diverse;
  return json;
}

// `BM25 12.31 (1.), cosine 0.612 (4.), fused 0.0320`.
std::string scores_text(const retrieval::PassageScores& scores) {
  std::string text;
  const auto add = [&](std::string one) { text += (text.empty() ? "" : ", ") + one; };
  if (scores.words) add(fmt::format("BM25 {:.2f} ({}.)", *scores.words, scores.words_rank));
  if (scores.cosine) add(fmt::format("cosine {:.3f} ({}.)", *scores.cosine, scores.cosine_rank));
  if (scores.fused) add(fmt::format("fused {:.4f}", *scores.fused));
  if (scores.reranked) add(fmt::format("reranked {:.3f}", *scores.reranked));
  if (scores.diverse) add(fmt::format("MMR {:.3f}", *scores.diverse));
  return text;
}

}  // namespace

Json hit_json(const Corpus& corpus, const PassageHit& hit) {
  const auto document = corpus.document(hit.document);
  Json json{{"id", document.id},
            {"url", document.url},
            {"title", document.title},
            {"date", document.date ? Json(document.date->to_string()) : Json()},
            {"score", hit.document.score},
            {"scores", scores_json(hit.scores)},
            {"begin", hit.begin},
            {"end", hit.end},
            {"text", part_of(document.text, hit.begin, hit.end)},
            {"before", part_of(document.text, hit.context_begin, hit.begin)},
            {"after", part_of(document.text, hit.end, hit.context_end)},
            {"also_in", Json::array()}};
  if (!document.collection.empty()) json["collection"] = document.collection;
  if (!document.query.empty()) json["query"] = document.query;
  if (!document.filled.empty()) json["filled"] = document.filled;
  for (const auto& other : hit.also_in) json["also_in"].push_back(corpus.document(other).id);
  return json;
}

Json result_json(const Corpus& corpus, const retrieval::PassageResult& result) {
  Json hits = Json::array();
  for (const auto& hit : result.hits) hits.push_back(hit_json(corpus, hit));
  Json excluded = Json::array();
  for (const auto& dropped : result.excluded)
    excluded.push_back({{"id", corpus.document(dropped.hit).id}, {"reason", dropped.reason}});
  return {
      {"hits", std::move(hits)}, {"excluded", std::move(excluded)}, {"embedded", result.embedded}};
}

std::string hit_text(const Corpus& corpus, const PassageHit& hit, std::size_t rank) {
  const auto document = corpus.document(hit.document);
  auto text =
      fmt::format("{:>3}. {}{}{} ({})\n", rank, io::shown(document.id),
                  document.title.empty() ? "" : "  " + line_of(document.title, 100),
                  document.date ? "  " + document.date->to_string() : "", scores_text(hit.scores));
  if (!document.url.empty()) text += "     " + line_of(document.url, 200) + "\n";
  text += "     " + line_of(part_of(document.text, hit.begin, hit.end), 300) + "\n";
  if (!hit.also_in.empty()) text += fmt::format("     also in {} more\n", hit.also_in.size());
  return text;
}

}  // namespace assay::cli
