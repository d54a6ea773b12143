#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "assay/core/json.h"

// How well a search ranked, given what it should have found.
namespace assay::eval {

// Of each query the items that are relevant to it, with their grades, which are above 0.
using Judgements = std::map<std::string, std::map<std::string, double>>;
// Of each query the ids that were found, best first, each once.
using Rankings = std::map<std::string, std::vector<std::string>>;

// A JSON object {query: [ids]} or {query: {id: grade}}; a grade is true, false or a number up to
// 1,000,000, and what is false, 0 or below is not relevant. Ids are texts or whole numbers. Throws
// InputError, which names the file and the query, for anything else, and where no item is relevant
// to any query.
Judgements read_judgements(const std::filesystem::path& file);

// One of
// - a JSON object {query: [ids]};
// - JSON Lines, or an array, of {id, query_id or claim_id; ranking, ids or hits: [ids, or objects
//   with `id`]}, which is what `assay index search --queries` prints;
// - a TREC run, `query Q0 id rank score tag` a line, sorted by score, then by rank.
// An id that comes again in its ranking counts at its first place alone. Throws InputError, which
// names the file and the place, for anything else, and for a query that comes twice.
Rankings read_rankings(const std::filesystem::path& file);

// {queries, unranked, unjudged, recall_at: {"1": …, "3", "5", "10", "20", "100"}, hit_at, ndcg_at,
// mrr}: means over the `queries` to which something is relevant. `unranked` of them have no ranking
// and count as nothing found; `unjudged` counts the rankings of other queries, which are left out.
core::Json retrieval_metrics(const Rankings& rankings, const Judgements& judgements);

}  // namespace assay::eval
