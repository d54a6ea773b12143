#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "assay/core/json.h"

// Human ratings of reports and justifications (DEFAME, section 4.6 and appendix H; RW-Post, section
// V-D).
namespace assay::eval {

enum class Scale {
  likert,  // 1 to 5, higher is better
  errors   // 0 to 2, lower is better; shown as 1 - s/2
};

struct Rating {
  std::string item;
  std::string system;
  std::string rater;
  std::vector<std::optional<double>> values;  // one a criterion; nothing: not rated
};

struct Ratings {
  std::vector<std::string> criteria;
  std::vector<Scale> scales;  // one a criterion
  std::vector<Rating> ratings;
};

// The scale of a criterion that nobody named: errors where its name begins with `reasoning`,
// `evidence`, `label` or `hallucination` (AgentFact's dimensions), else likert.
Scale usual_scale(const std::string& criterion);

// Reads CSV with a header, or JSON Lines: `item`, `system`, `rater`, and a column for each
// criterion. `system` and `rater` may be missing. Empty cells and nulls are ratings that were not
// given. Throws InputError, with file and row, for a value that is no number of the criterion's
// scale, a rater who rates an item of a system twice, no criterion, no rating, more than 100
// systems or a million cells; UsageError for a scale of a criterion that is not there.
Ratings read_ratings(const std::filesystem::path& file, const std::map<std::string, Scale>& scales);

// {criteria: [{name, scale, systems: [{system, ratings, mean, shown, interval, deviation, median}],
// pairs: [{a, b, mann_whitney: {u, p, exact}, wilcoxon: {items, statistic, p, exact}|null}],
// alpha: {ordinal, interval}}]}. `shown` is the mean as it is shown (1 - s/2 of errors), with its
// 95 % bootstrap interval; a system without ratings has neither. Mann–Whitney is over all ratings
// of two systems, Wilcoxon over the items' means where both were rated. α is null where it is not
// defined.
core::Json ratings_report(const Ratings& ratings);

// The report in lines for a terminal.
std::string ratings_text(const core::Json& report);

}  // namespace assay::eval
