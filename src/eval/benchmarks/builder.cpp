#include "eval/benchmarks/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

using core::InputError;

constexpr std::size_t listed_bad_rows = 20;

bool is_there(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::exists(file, error);
}

}  // namespace

DatasetBuilder::DatasetBuilder(std::filesystem::path file, std::filesystem::path base,
                               const LoadOptions& options)
    : file_(std::move(file)), skip_bad_(options.skip_bad) {
  dataset_.base = std::move(base);
}

void DatasetBuilder::add(const std::string& place,
                         const std::function<std::optional<Instance>()>& make) {
  place_ = place;
  try {
    auto instance = make();
    if (!instance) return;
    check_fresh(*instance);
    dataset_.instances.push_back(*std::move(instance));
  } catch (const InputError& error) {
    bad(place + ": " + error.what());
  }
}

void DatasetBuilder::check_fresh(const Instance& instance) {
  const auto [earlier, fresh] = places_.emplace(instance.claim.id, place_);
  if (!fresh)
    throw InputError(fmt::format("the id '{}' is that of {} too", io::shown(instance.claim.id),
                                 earlier->second));
}

void DatasetBuilder::bad(const std::string& message) {
  if (!skip_bad_) throw InputError(message);
  if (++bad_ <= listed_bad_rows) warn("left out " + message);
}

BadRow DatasetBuilder::bad_rows() {
  if (!skip_bad_) return {};
  return [this](const std::string& message) { bad(message); };
}

void DatasetBuilder::note(std::string_view kind, std::string_view detail) {
  auto it = std::ranges::find(counts_, kind, &Count::kind);
  if (it == counts_.end()) {
    const auto first = detail.empty() ? place_ : std::string(detail);
    it = counts_.insert(it, {std::string(kind), 0, first});
  }
  ++it->number;
}

void DatasetBuilder::warn(std::string message) { dataset_.warnings.push_back(std::move(message)); }

std::optional<core::Date> DatasetBuilder::date(std::string_view text) {
  if (language::is_blank(text)) return std::nullopt;
  auto date = core::Date::parse(text);
  if (!date)
    note("dates that can't be read",
         fmt::format("{}: '{}'", place_, io::shown(text.substr(0, 60))));
  return date;
}

std::string DatasetBuilder::image(std::string path) {
  const std::filesystem::path file(path);
  const bool up = std::ranges::any_of(file, [](const auto& part) { return part == ".."; });
  if (path.empty() || path.find('\0') != std::string::npos || file.is_absolute() || up)
    throw InputError(
        fmt::format("the picture '{}' is no path below the benchmark's folder", io::shown(file)));
  return path;
}

void DatasetBuilder::check_images() {
  for (const auto& instance : dataset_.instances)
    for (const auto& image : instance.image_files)
      if (!image.starts_with("data:") && !is_there(dataset_.base / image))
        note("pictures that are not there", "'" + io::shown(image) + "'");
}

Dataset DatasetBuilder::finish() {
  if (dataset_.instances.empty())
    throw InputError(fmt::format("'{}' holds no claim that can be used", io::shown(file_)));
  check_images();
  for (const auto& count : counts_)
    warn(fmt::format("'{}': {}: {} (the first: {})", io::shown(file_), count.kind, count.number,
                     count.first));
  if (bad_ > 0) warn(fmt::format("'{}': rows left out: {}", io::shown(file_), bad_));
  return std::move(dataset_);
}

}  // namespace assay::eval
