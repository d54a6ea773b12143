#include "eval/run/selection.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <utility>

#include "assay/core/error.h"
#include "eval/stats/random.h"

namespace assay::eval {
namespace {

using core::UsageError;

// `count` of the numbers below `total`, ascending.
std::vector<std::size_t> drawn(std::size_t count, std::size_t total, std::uint64_t seed) {
  std::vector<std::size_t> places(total);
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < count; ++i)
    std::swap(places[i], places[i + below(total - i, random)]);
  places.resize(count);
  std::sort(places.begin(), places.end());
  return places;
}

void keep_ids(const std::vector<std::string>& ids, std::vector<Instance>& instances) {
  std::set<std::string> wanted(ids.begin(), ids.end());
  std::set<std::string> known;
  for (const auto& instance : instances) known.insert(instance.claim.id);
  for (const auto& id : wanted)
    if (!known.contains(id)) throw UsageError("--ids: no claim has the id '" + id + "'");
  std::erase_if(instances, [&](const Instance& one) { return !wanted.contains(one.claim.id); });
}

}  // namespace

void select(const Selection& selection, Dataset& dataset) {
  auto& instances = dataset.instances;
  if (!selection.ids.empty()) keep_ids(selection.ids, instances);
  if (selection.sample && !selection.limit)
    throw UsageError("--sample draws as many claims as --limit says: give both");
  if (!selection.limit || *selection.limit >= instances.size()) return;
  if (!selection.sample) {
    instances.resize(*selection.limit);
    return;
  }
  std::vector<Instance> kept;
  for (const auto place : drawn(*selection.limit, instances.size(), *selection.sample))
    kept.push_back(std::move(instances[place]));
  instances = std::move(kept);
}

}  // namespace assay::eval
