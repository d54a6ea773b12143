#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace assay::eval {

struct NewsItem {
  std::string caption;
  std::string image;  // path, relative to the file's folder
};

// Items of VisualNews's `data.json` by their ids, as text. The file may be hundreds of MB: it is
// gone through once, and only the items of these ids are kept. Throws InputError, which names the
// file and the item's number, where it is not of the form.
std::unordered_map<std::string, NewsItem> read_visual_news(
    const std::filesystem::path& file, const std::unordered_set<std::string>& ids);

}  // namespace assay::eval
