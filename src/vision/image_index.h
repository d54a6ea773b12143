#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "vision/affine.h"
#include "vision/features.h"

namespace assay::vision {

// A picture of the index that shows what the query shows.
struct ImageMatch {
  std::uint32_t picture = 0;  // its number: the order of add()
  double score = 0;           // 0 to 1: how sure it is
  bool mirrored = false;
  int turned = 0;          // 0, 90, 180 or 270: degrees clockwise that the query was turned by
  double query_share = 1;  // of the query's area that is the found picture (less: a frame, bars)
  double found_share = 1;  // of the found picture's area that the query shows (less: a crop)
  int inliers = 0;         // features that agree; 0 where it was found by its hash alone
  double agreement = 0;    // of the parts that overlap: the share that looks the same
  double detail = 0;       // of the spots that both have: the share that looks the same close up
  Affine to_found;         // from pixels of the query to pixels of the found picture, both in the
                           // size that their fingerprints were made of
  int found_width = 0;     // the size that the found picture's fingerprint was made of
  int found_height = 0;

  // `the same picture`, `mirrored and cropped`, `rotated by 90°, with something around it`, …
  std::string describe() const;
};

// Many pictures by their fingerprints, in one file that many processes may read at once.
class ImageIndex {
 public:
  // Maps the index that ImageIndexBuilder wrote into `folder`. Throws InputError where there is
  // none, it is of another version, or it is damaged.
  static ImageIndex open(const std::filesystem::path& folder);
  // The same without a file: for the few pictures of a claim.
  static ImageIndex in_memory(std::span<const Fingerprint> pictures);

  ImageIndex(ImageIndex&&) noexcept;
  ImageIndex& operator=(ImageIndex&&) noexcept;
  ~ImageIndex();

  std::size_t size() const;  // pictures

  // The pictures that show what the query shows, surest first, at most `top`. Safe to call from
  // several threads. Throws InputError where the file turns out to be damaged.
  std::vector<ImageMatch> search(const Fingerprint& query, std::size_t top = 10) const;

 private:
  struct Impl;
  explicit ImageIndex(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Writes an index. Memory stays bounded: fingerprints go to disk as they come.
class ImageIndexBuilder {
 public:
  // `folder` is made where it isn't there.
  explicit ImageIndexBuilder(const std::filesystem::path& folder);
  ~ImageIndexBuilder();
  ImageIndexBuilder(const ImageIndexBuilder&) = delete;
  ImageIndexBuilder& operator=(const ImageIndexBuilder&) = delete;

  // Returns the picture's number: 0, 1, 2, …
  std::uint32_t add(const Fingerprint& picture);
  // Writes the file. Until then the folder's earlier index, if any, is as it was.
  void finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay::vision
