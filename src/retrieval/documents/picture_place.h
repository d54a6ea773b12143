#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/documents/folder.h"

namespace assay::retrieval {

// Where the files may lie that documents refer to: one folder and what is below it. Nothing outside
// of it is ever opened, whatever a document says: no `..`, no absolute path, no link that leads
// out.
class PicturePlace {
 public:
  // Any file under the folder.
  explicit PicturePlace(std::filesystem::path folder);
  // Only the files of the listing, which must outlive this.
  PicturePlace(std::filesystem::path folder, const FolderListing& listing);

  // The file at that path in the folder (normalised, see path_inside()), or nothing. Its path may
  // be opened.
  struct Found {
    std::filesystem::path path;
    std::string relative;
    std::size_t number = 0;  // in the listing, where there is one
  };
  std::optional<Found> find(const std::string& relative) const;

  // Does a link lead from there out of the folder?
  bool leads_out(const std::filesystem::path& path) const;

  const std::filesystem::path& folder() const { return folder_; }
  const FolderListing* listing() const { return listing_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path real_;  // without links
  const FolderListing* listing_ = nullptr;
};

// The path in the folder that a path means in `base` (a folder in it, empty for itself): without
// `.`, `..` and double slashes. Nothing where it leads outside or is no path.
std::optional<std::string> path_inside(std::string_view base, std::string_view path);

// `a/b` of `a/b/c.jpg`; empty where there is no slash.
std::string_view folder_of(std::string_view relative);
// `c.jpg` of `a/b/c.jpg`.
std::string_view name_of(std::string_view relative);
// `c` of `a/b/c.jpg`.
std::string_view stem_of(std::string_view relative);

// Is it, by its name, a picture that is decoded?
bool has_picture_name(std::string_view name);

}  // namespace assay::retrieval
