#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/core/error.h"
#include "eval/benchmarks/json_rows.h"
#include "eval/csv.h"
#include "eval/ratings.h"
#include "io/files.h"
#include "language/json_input.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;
namespace fs = std::filesystem;

// Each pair of systems is compared, and each cell resampled often.
constexpr std::size_t most_systems = 100;
constexpr std::size_t most_cells = 1'000'000;

bool is_criterion(const std::string& name) {
  return name != "item" && name != "system" && name != "rater";
}

double checked(double value, Scale scale, const std::string& criterion) {
  const double low = scale == Scale::likert ? 1 : 0;
  const double high = scale == Scale::likert ? 5 : 2;
  if (!(value >= low && value <= high))
    throw InputError("`" + criterion + "` is not from " + std::to_string(static_cast<int>(low)) +
                     " to " + std::to_string(static_cast<int>(high)));
  return value;
}

std::optional<double> number_in(const std::string& cell, const std::string& criterion) {
  if (cell.empty()) return std::nullopt;
  double value = 0;
  const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (read.ec != std::errc() || read.ptr != cell.data() + cell.size())
    throw InputError("`" + criterion + "` is no number: '" + cell + "'");
  return value;
}

class Reader {
 public:
  explicit Reader(const std::map<std::string, Scale>& scales) : scales_(scales) {}

  void set_criteria(std::vector<std::string> names) {
    for (auto& name : names) {
      if (!is_criterion(name)) continue;
      const auto given = scales_.find(name);
      ratings_.scales.push_back(given == scales_.end() ? usual_scale(name) : given->second);
      ratings_.criteria.push_back(std::move(name));
    }
  }
  bool has_criteria() const { return !ratings_.criteria.empty(); }
  const std::vector<std::string>& criteria() const { return ratings_.criteria; }

  void add(Rating rating) {
    cells_ += ratings_.criteria.size();
    if (cells_ > most_cells)
      throw InputError("more than " + std::to_string(most_cells) + " cells with ratings");
    systems_.insert(rating.system);
    if (systems_.size() > most_systems)
      throw InputError("more than " + std::to_string(most_systems) + " systems");
    if (rating.item.empty()) throw InputError("`item` is empty");
    for (std::size_t i = 0; i < rating.values.size(); ++i)
      if (rating.values[i])
        rating.values[i] = checked(*rating.values[i], ratings_.scales[i], ratings_.criteria[i]);
    if (!rating.rater.empty() && !seen_.insert({rating.item, rating.system, rating.rater}).second)
      throw InputError("'" + rating.rater + "' rates the item '" + rating.item + "' of '" +
                       rating.system + "' twice");
    ratings_.ratings.push_back(std::move(rating));
  }

  Ratings take(const fs::path& file) {
    const auto name = "'" + io::shown(file) + "'";
    if (ratings_.criteria.empty())
      throw InputError(name + " has no criterion beside item, system and rater");
    if (ratings_.ratings.empty()) throw InputError(name + " holds no rating");
    for (const auto& [criterion, scale] : scales_)
      if (std::find(ratings_.criteria.begin(), ratings_.criteria.end(), criterion) ==
          ratings_.criteria.end())
        throw core::UsageError("--scale: " + name + " has no criterion '" + criterion + "'");
    return std::move(ratings_);
  }

 private:
  const std::map<std::string, Scale>& scales_;
  Ratings ratings_;
  std::set<std::array<std::string, 3>> seen_;
  std::set<std::string> systems_;
  std::size_t cells_ = 0;
};

std::size_t need_column(const CsvTable& table, const fs::path& file, std::string_view name) {
  if (const auto column = table.column(name)) return *column;
  throw InputError("'" + io::shown(file) + "' has no column '" + std::string(name) + "'");
}

void read_table(const fs::path& file, Reader& reader) {
  const auto table = read_csv(file);
  const auto item = need_column(table, file, "item");
  const auto system = table.column("system");
  const auto rater = table.column("rater");
  reader.set_criteria(table.header);
  for (const auto& row : table.rows) {
    try {
      Rating rating;
      rating.item = row.cells[item];
      if (system) rating.system = row.cells[*system];
      if (rater) rating.rater = row.cells[*rater];
      for (const auto& criterion : reader.criteria())
        rating.values.push_back(
            number_in(row.cells[need_column(table, file, criterion)], criterion));
      reader.add(std::move(rating));
    } catch (const InputError& error) {
      throw InputError("'" + io::shown(file) + "' row " + std::to_string(row.number) + " (line " +
                       std::to_string(row.line) + "): " + error.what());
    }
  }
}

Rating rating_of(const Json& object, Reader& reader) {
  if (!reader.has_criteria()) {  // the first line says which there are
    std::vector<std::string> names;
    for (const auto& [key, value] : object.items()) names.push_back(key);
    reader.set_criteria(std::move(names));
  }
  Rating rating;
  rating.item = language::id_field(object, "item");
  rating.system = language::id_field(object, "system");
  rating.rater = language::id_field(object, "rater");
  for (const auto& [key, value] : object.items())
    if (is_criterion(key) && std::find(reader.criteria().begin(), reader.criteria().end(), key) ==
                                 reader.criteria().end())
      throw InputError("the first line has no criterion '" + key + "'");
  for (const auto& criterion : reader.criteria())
    rating.values.push_back(language::number_field(object, criterion.c_str()));
  return rating;
}

void read_objects(const fs::path& file, Reader& reader) {
  each_item(file, [&](const Json& object, std::size_t) { reader.add(rating_of(object, reader)); });
}

}  // namespace

Scale usual_scale(const std::string& criterion) {
  for (const auto* name : {"reasoning", "evidence", "label", "hallucination"})
    if (criterion.starts_with(name)) return Scale::errors;
  return Scale::likert;
}

Ratings read_ratings(const fs::path& file, const std::map<std::string, Scale>& scales) {
  Reader reader(scales);
  if (file.extension() == ".csv")
    read_table(file, reader);
  else
    read_objects(file, reader);
  return reader.take(file);
}

}  // namespace assay::eval
