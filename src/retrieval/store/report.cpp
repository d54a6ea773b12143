#include "retrieval/store/report.h"

#include <fmt/format.h>

#include <array>

namespace assay::retrieval {

std::string time_left(std::uint64_t bytes, std::uint64_t total, double seconds) {
  const double share = static_cast<double>(bytes) / static_cast<double>(total);
  // The first moments say little about the rest.
  if (seconds < 1 || share < 0.01 || share >= 1) return {};
  const auto left = static_cast<std::uint64_t>(seconds * (1 - share) / share) + 1;
  return left < 90 ? fmt::format(", {} s left", left)
                   : fmt::format(", {} min left", (left + 59) / 60);
}

std::string progress_text(const BuildProgress& progress, double seconds) {
  std::string text = counted(progress.documents, "document", "documents");
  if (progress.pictures > 0) text += ", " + counted(progress.pictures, "picture", "pictures");
  if (progress.left_out > 0) text += ", " + with_commas(progress.left_out) + " left out";
  if (progress.total == 0) return text;
  if (progress.bytes >= progress.total) return text + ", finishing";
  return text + fmt::format(", {} %", progress.bytes * 100 / progress.total) +
         time_left(progress.bytes, progress.total, seconds);
}

std::string contents_text(const Manifest& manifest) {
  auto text = counted(manifest.documents, "document", "documents");
  if (manifest.pictures > 0) text += ", " + counted(manifest.pictures, "picture", "pictures");
  return text;
}

std::vector<std::string> left_out_lines(const LeftOut& left) {
  std::vector<std::string> lines;
  for (const auto& problem : left.problems) lines.push_back(problem.where + ": " + problem.reason);
  const auto all = left.bad_lines + left.unreadable + left.renamed + left.pictures;
  if (all > left.problems.size())
    lines.push_back("… and " + with_commas(all - left.problems.size()) + " more of these");
  std::string counts;
  const auto add = [&](std::uint64_t count, const char* one, const char* many) {
    if (count > 0) counts += (counts.empty() ? "" : ", ") + counted(count, one, many);
  };
  add(left.unreadable, "document that can't be read", "documents that can't be read");
  add(left.bad_lines, "bad line", "bad lines");
  add(left.pictures, "picture that can't be read", "pictures that can't be read");
  add(left.empty, "document without text", "documents without text");
  add(left.repeated, "document that was there already", "documents that were there already");
  add(left.other, "file of another kind", "files of other kinds");
  add(left.hidden, "hidden file or folder", "hidden files or folders");
  if (!counts.empty()) lines.push_back("left out: " + counts);
  return lines;
}

std::string counted(std::uint64_t count, const char* one, const char* many) {
  return with_commas(count) + " " + (count == 1 ? one : many);
}

std::string with_commas(std::uint64_t number) {
  auto text = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

std::string readable_bytes(std::uint64_t bytes) {
  constexpr std::array units{"B", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1000 && unit + 1 < units.size()) value /= 1000, ++unit;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, units[unit]);
}

}  // namespace assay::retrieval
