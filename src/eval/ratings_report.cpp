#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "eval/ratings.h"
#include "eval/report/comparison_words.h"
#include "eval/stats/bootstrap.h"
#include "eval/stats/krippendorff.h"
#include "eval/stats/mann_whitney.h"
#include "eval/stats/summary.h"
#include "eval/stats/wilcoxon.h"
#include "report/display_text.h"

namespace assay::eval {
namespace {

using core::Json;

constexpr std::size_t resamples = 2'000;  // of the bootstrap intervals

double shown(double value, Scale scale) { return scale == Scale::errors ? 1 - value / 2 : value; }

// What one system was given on one criterion.
struct OfSystem {
  std::vector<double> values;
  std::map<std::string, std::vector<double>> by_item;
};

// One a system, in the order of `systems`.
std::vector<OfSystem> of_systems(const Ratings& ratings, std::size_t criterion,
                                 const std::vector<std::string>& systems) {
  std::vector<OfSystem> all(systems.size());
  for (const auto& rating : ratings.ratings) {
    const auto& value = rating.values[criterion];
    if (!value) continue;
    const auto place = std::ranges::find(systems, rating.system) - systems.begin();
    auto& of_system = all[static_cast<std::size_t>(place)];
    of_system.values.push_back(*value);
    of_system.by_item[rating.item].push_back(*value);
  }
  return all;
}

Json system_json(const std::string& system, const std::vector<double>& values, Scale scale) {
  Json json{{"system", system}, {"ratings", values.size()}};
  if (values.empty()) return json;
  const auto interval = bootstrap_interval(
      values.size(),
      [&](std::span<const std::size_t> places) {
        double sum = 0;
        for (const auto place : places) sum += values[place];
        return shown(sum / static_cast<double>(places.size()), scale);
      },
      resamples);
  json["mean"] = mean(values);
  json["shown"] = shown(mean(values), scale);
  json["interval"] = {interval.low, interval.high};
  json["deviation"] = standard_deviation(values);
  json["median"] = median(values);
  return json;
}

Json wilcoxon_json(const OfSystem& a, const OfSystem& b) {
  std::vector<double> of_a;
  std::vector<double> of_b;
  for (const auto& [item, values] : a.by_item)
    if (const auto found = b.by_item.find(item); found != b.by_item.end()) {
      of_a.push_back(mean(values));
      of_b.push_back(mean(found->second));
    }
  if (of_a.empty()) return nullptr;
  const auto test = wilcoxon(of_a, of_b);
  return {
      {"items", of_a.size()}, {"statistic", test.statistic}, {"p", test.p}, {"exact", test.exact}};
}

Json pairs_json(const std::vector<OfSystem>& values, const std::vector<std::string>& systems) {
  Json pairs = Json::array();
  for (std::size_t i = 0; i < systems.size(); ++i)
    for (std::size_t j = i + 1; j < systems.size(); ++j) {
      if (values[i].values.empty() || values[j].values.empty()) continue;
      const auto test = mann_whitney(values[i].values, values[j].values);
      pairs.push_back({{"a", systems[i]},
                       {"b", systems[j]},
                       {"mann_whitney", {{"u", test.u}, {"p", test.p}, {"exact", test.exact}}},
                       {"wilcoxon", wilcoxon_json(values[i], values[j])}});
    }
  return pairs;
}

// What was rated is an item of a system. Ratings without a rater can't be held against each other.
Json alpha_json(const Ratings& ratings, std::size_t criterion) {
  std::map<std::pair<std::string, std::string>, std::vector<double>> rated;
  for (const auto& rating : ratings.ratings)
    if (!rating.rater.empty() && rating.values[criterion])
      rated[{rating.system, rating.item}].push_back(*rating.values[criterion]);
  std::vector<std::vector<double>> units;
  for (auto& [what, values] : rated) units.push_back(std::move(values));
  Json json{{"ordinal", nullptr}, {"interval", nullptr}};
  if (const auto alpha = krippendorff_of_items(units, RatingLevel::ordinal))
    json["ordinal"] = *alpha;
  if (const auto alpha = krippendorff_of_items(units, RatingLevel::interval))
    json["interval"] = *alpha;
  return json;
}

std::string system_line(const Json& system) {
  const auto name = report::one_line(system.at("system").get<std::string>(), 40);
  if (!system.contains("mean"))
    return fmt::format("  {}: not rated\n", name.empty() ? "all" : name);
  return fmt::format("  {}: {:.3f} ({:.3f} to {:.3f}), standard deviation {:.3f}, {} ratings\n",
                     name.empty() ? "all" : name, system.at("shown").get<double>(),
                     system.at("interval").at(0).get<double>(),
                     system.at("interval").at(1).get<double>(),
                     system.at("deviation").get<double>(), system.at("ratings").dump());
}

std::string pair_lines(const Json& pair) {
  const auto name = [&](const char* key) {
    return report::one_line(pair.at(key).get<std::string>(), 40);
  };
  const auto& u = pair.at("mann_whitney");
  auto text = fmt::format("  {} against {}: Mann–Whitney U = {:.1f}, p = {}", name("a"), name("b"),
                          u.at("u").get<double>(), probability_text(u.at("p").get<double>()));
  if (const auto& w = pair.at("wilcoxon"); !w.is_null())
    text += fmt::format("; Wilcoxon over {} items: p = {}", w.at("items").dump(),
                        probability_text(w.at("p").get<double>()));
  return text + "\n";
}

}  // namespace

Json ratings_report(const Ratings& ratings) {
  std::vector<std::string> systems;
  for (const auto& rating : ratings.ratings)
    if (std::ranges::find(systems, rating.system) == systems.end())
      systems.push_back(rating.system);
  Json criteria = Json::array();
  for (std::size_t i = 0; i < ratings.criteria.size(); ++i) {
    Json json{{"name", ratings.criteria[i]},
              {"scale", ratings.scales[i] == Scale::likert ? "likert" : "errors"},
              {"systems", Json::array()}};
    const auto values = of_systems(ratings, i, systems);
    for (std::size_t j = 0; j < systems.size(); ++j)
      json["systems"].push_back(system_json(systems[j], values[j].values, ratings.scales[i]));
    json["pairs"] = pairs_json(values, systems);
    json["alpha"] = alpha_json(ratings, i);
    criteria.push_back(std::move(json));
  }
  return {{"ratings", ratings.ratings.size()}, {"criteria", criteria}};
}

std::string ratings_text(const Json& report) {
  std::string text;
  for (const auto& criterion : report.at("criteria")) {
    const bool errors = criterion.at("scale") == "errors";
    text += report::one_line(criterion.at("name").get<std::string>(), 60) +
            (errors ? " (shown as 1 - s/2, higher is better)" : " (1 to 5)") + "\n";
    for (const auto& system : criterion.at("systems")) text += system_line(system);
    for (const auto& pair : criterion.at("pairs")) text += pair_lines(pair);
    const auto& alpha = criterion.at("alpha");
    if (alpha.at("ordinal").is_number())
      text += fmt::format("  agreement: Krippendorff's alpha {:.3f} (ordinal), {:.3f} (interval)\n",
                          alpha.at("ordinal").get<double>(), alpha.at("interval").get<double>());
    else
      text += "  agreement: not defined (no item has two raters, or all ratings are the same)\n";
  }
  return text;
}

}  // namespace assay::eval
