#include "vision/image_index.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numbers>
#include <optional>
#include <utility>
#include <variant>

#include "io/files.h"
#include "vision/candidates.h"
#include "vision/geometry.h"
#include "vision/index_format.h"
#include "vision/mapped_file.h"

namespace assay::vision {
namespace {

constexpr std::size_t most_candidates = 24;  // of each kind that are confirmed or refused

// When a candidate is the same picture. Measured by bench/reverse_search.
constexpr int fewest_inliers = 8;
constexpr int few_inliers = 60;
constexpr int many_inliers = 100;
constexpr int fewest_blocks = 4;
constexpr int fewest_details = 8;
constexpr double smallest_share = 0.02;

// Of a picture that has hardly any features (fog, a clear sky), only the whole can be compared.
constexpr std::size_t hardly_any_features = 30;
constexpr double similarity_of_plain = 0.97;
// Of one with some, which no alignment was found for (soft shapes under grain), where the hash is
// near.
constexpr double similarity_of_soft = 0.985;
constexpr int near_hash = 48;
constexpr std::size_t most_plain = 4000;

struct NormalisedSize {
  double width;
  double height;
};
NormalisedSize normalised_size(int width, int height) {
  const double scale = static_cast<double>(normalised_side) / std::max(width, height);
  return {std::max(1.0, std::round(width * scale)), std::max(1.0, std::round(height * scale))};
}

struct Sizes {
  double query_width, query_height, found_width, found_height;
};

// From a map between normalised pixels, mirrored or not, to one between the pictures' own.
Affine to_own_pixels(const Affine& map, const Sizes& sizes) {
  const auto query =
      normalised_size(static_cast<int>(sizes.query_width), static_cast<int>(sizes.query_height));
  const auto found =
      normalised_size(static_cast<int>(sizes.found_width), static_cast<int>(sizes.found_height));
  const auto in =
      Affine::scaling(query.width / sizes.query_width, query.height / sizes.query_height);
  const auto out =
      Affine::scaling(sizes.found_width / found.width, sizes.found_height / found.height);
  return out.after(map.after(in));
}

// To one between the pictures squeezed to `side` × `side`.
Affine to_squares(const Affine& map, const Sizes& sizes, double side) {
  const auto in = Affine::scaling(sizes.query_width / side, sizes.query_height / side);
  const auto out = Affine::scaling(side / sizes.found_width, side / sizes.found_height);
  return out.after(map.after(in));
}

// What oriented(query, orientation) does, as a map of its pixels onto a picture of the found size.
Affine orientation_map(int orientation, const Sizes& sizes) {
  const bool swapped = orientation >= 5;
  const bool flip_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  const bool flip_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  // In units of the sides: a flip of the query, then maybe a swap.
  Affine flip{flip_x ? -1.0 : 1.0, 0, flip_x ? 1.0 : 0.0, 0, flip_y ? -1.0 : 1.0,
              flip_y ? 1.0 : 0.0};
  const Affine swap = swapped ? Affine{0, 1, 0, 1, 0, 0} : Affine{};
  const auto in = Affine::scaling(1 / sizes.query_width, 1 / sizes.query_height);
  const auto out = Affine::scaling(sizes.found_width, sizes.found_height);
  return out.after(swap.after(flip.after(in)));
}

// Reads the turn and the shares off the map.
ImageMatch described(std::uint32_t picture, const Affine& map, const Sizes& sizes) {
  ImageMatch match;
  match.picture = picture;
  match.to_found = map;
  match.found_width = static_cast<int>(sizes.found_width);
  match.found_height = static_cast<int>(sizes.found_height);
  match.mirrored = map.determinant() < 0;
  // Of a mirrored one, the turn that is left once the query has been mirrored back.
  const double sign = match.mirrored ? -1 : 1;
  const double angle = std::atan2(map.d * sign, map.a * sign) * 180 / std::numbers::pi;
  const int quarters = static_cast<int>(std::lround(angle / 90.0));
  match.turned = ((-quarters % 4) + 4) % 4 * 90;
  match.query_share = share_inside(map, sizes.query_width, sizes.query_height, sizes.found_width,
                                   sizes.found_height);
  match.found_share = share_inside(map.inverse(), sizes.found_width, sizes.found_height,
                                   sizes.query_width, sizes.query_height);
  return match;
}

// `colours`: how far they go together, 1 where they say nothing. Stripes and stars are on many
// flags, and only their colours differ; of a picture with much to be seen other colours are an
// edit.
bool same_colours(int inliers, double agreement, double colours) {
  if (inliers < few_inliers) return colours >= 0.85;
  if (inliers < many_inliers) return colours >= 0.7;
  return colours >= (agreement < 0.85 ? 0.45 : 0.2);
}

bool convincing(const ImageMatch& match, double colours) {
  if (!same_colours(match.inliers, match.agreement, colours)) return false;
  // Spots that repeat (windows, tiles) look less alike than they are; then all else must fit.
  if (match.agreement >= 0.92 && match.detail >= 0.42 && match.inliers >= 20) return true;
  const bool both = match.detail >= 0.55 && match.agreement + 2 * match.detail >= 2.08;
  if (match.agreement >= 0.85 && both) return true;
  // Parts are painted over, or lost in a small copy; what is left must fit well. Two windows of one
  // program reach 89 inliers with an agreement of 0.69.
  if (match.inliers >= many_inliers)
    return both && (match.agreement >= 0.5 ||
                    (match.agreement >= 0.3 && match.detail >= 0.78 && match.inliers >= 110));
  // Words over much of it, and the rest of it to the last detail.
  if (match.inliers >= 75 && match.detail >= 0.92 && match.agreement >= 0.55) return true;
  if (match.inliers >= few_inliers) return both && match.agreement >= 0.7;
  return match.inliers >= 25 && match.detail >= 0.92 && match.agreement >= 0.8;
}

double score_of(const ImageMatch& match) {
  const double by_features = 1 - std::exp(-match.inliers / 12.0);
  return std::clamp((by_features + match.agreement + match.detail) / 3, 0.0, 1.0);
}

}  // namespace

std::string ImageMatch::describe() const {
  std::vector<std::string> parts;
  if (mirrored) parts.emplace_back("mirrored");
  if (turned != 0) parts.push_back("rotated by " + std::to_string(turned) + "°");
  if (found_share < 0.93) parts.emplace_back("cropped");
  if (query_share < 0.93) parts.emplace_back("with something around it");
  if (parts.empty()) return "the same picture";
  std::string text = "the same picture, " + parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i)
    text += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
  return text;
}

struct ImageIndex::Impl {
  std::variant<std::vector<std::byte>, MappedFile> storage;
  IndexView view;

  const std::uint8_t* thumbnail(std::uint32_t picture) const {
    return view.thumbnails.data() + std::size_t{picture} * sizeof(Thumbnail);
  }
  std::span<const Feature> features(std::uint32_t picture) const {
    const auto& entry = view.pictures[picture];
    return view.features.subspan(entry.first_feature, entry.features);
  }
  Sizes sizes(const Fingerprint& query, std::uint32_t picture) const {
    const auto& entry = view.pictures[picture];
    return {static_cast<double>(query.width), static_cast<double>(query.height),
            static_cast<double>(entry.width), static_cast<double>(entry.height)};
  }

  // How the query, or the inner picture of it, looks where `own` lays it over the found one.
  struct Look {
    Agreement seen;
    double colours = 1;  // 1, too, where they say nothing
  };
  Look look(const Thumbnail& thumbnail_of_query, const Tints& tints, std::uint32_t picture,
            const Affine& own, const Sizes& size) const {
    Look look{{thumbnail_of_query,
               {thumbnail(picture), sizeof(Thumbnail)},
               to_squares(own, size, thumbnail_side)}};
    constexpr double cell = static_cast<double>(thumbnail_side) / tint_side;
    const auto found = view.tints.subspan(std::size_t{picture} * sizeof(Tints), sizeof(Tints));
    look.colours = tint_agreement(tints, found, to_squares(own, size, tint_side), [&](Point at) {
                     return look.seen.agrees_at({at.x * cell, at.y * cell});
                   }).value_or(1);
    return look;
  }
  Look look(const Fingerprint& query, std::uint32_t picture, const Affine& own) const {
    const auto size = sizes(query, picture);
    const auto whole = look(query.thumbnail, query.tints, picture, own, size);
    if (!query.inner) return whole;
    // A small part of the query is blurred in its thumbnail; the part's own is sharp.
    const auto& inner = *query.inner;
    const auto part = look(
        inner.thumbnail, inner.tints, picture,
        own.after({1, 0, static_cast<double>(inner.left), 0, 1, static_cast<double>(inner.top)}),
        {static_cast<double>(inner.width), static_cast<double>(inner.height), size.found_width,
         size.found_height});
    const bool better =
        part.seen.blocks() >= fewest_blocks && part.seen.share() > whole.seen.share();
    return better ? part : whole;
  }

  struct Confirmation {
    bool aligned = false;  // and so looked at closely
    std::optional<ImageMatch> match;
  };
  Confirmation confirm_features(const Fingerprint& query, bool mirrored,
                                std::uint32_t picture) const {
    const auto& of_query = mirrored ? query.mirrored : query.upright;
    const auto alignment = align(of_query, features(picture));
    if (!alignment || alignment->inliers < fewest_inliers) return {};
    auto map = alignment->map;
    if (mirrored) {
      const auto size = normalised_size(query.width, query.height);
      map = map.after({-1, 0, size.width, 0, 1, 0});
    }
    const auto size = sizes(query, picture);
    const auto own = to_own_pixels(map, size);
    const auto [seen, colours] = look(query, picture, own);
    const auto normalised =
        normalised_size(view.pictures[picture].width, view.pictures[picture].height);
    const auto close =
        detail(of_query, features(picture), alignment->map, [&, &blocks = seen](Point at) {
          return blocks.agrees_at({at.x * thumbnail_side / normalised.width,
                                   at.y * thumbnail_side / normalised.height});
        });
    auto match = described(picture, own, size);
    match.inliers = alignment->inliers;
    match.agreement = seen.share();
    match.detail = close.share();
    match.score = score_of(match);
    if (seen.blocks() < fewest_blocks || close.compared < fewest_details ||
        std::max(match.query_share, match.found_share) < smallest_share ||
        !convincing(match, colours))
      return {true, std::nullopt};
    return {true, match};
  }

  // Of two pictures without features that fit (fog, a clear sky): turned in each of the eight ways.
  std::optional<ImageMatch> confirm_plain(const Fingerprint& query, std::uint32_t picture,
                                          double least) const {
    const std::span<const std::uint8_t> found(thumbnail(picture), sizeof(Thumbnail));
    int best = 0;
    double similarity = 0;
    for (int orientation = 1; orientation <= 8; ++orientation) {
      const double here = similarity_without_slope(query.thumbnail, found, orientation);
      if (here > similarity) similarity = here, best = orientation;
    }
    if (similarity < least) return std::nullopt;
    const auto size = sizes(query, picture);
    const auto map = orientation_map(best, size);
    if (!same_colours(0, 1, look(query.thumbnail, query.tints, picture, map, size).colours))
      return std::nullopt;
    auto match = described(picture, map, size);
    match.agreement = match.detail = similarity;
    match.score = score_of(match);
    return match;
  }

  bool is_plain(std::uint32_t picture) const {
    return view.pictures[picture].features < hardly_any_features;
  }
};

ImageIndex::ImageIndex(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ImageIndex::ImageIndex(ImageIndex&&) noexcept = default;
ImageIndex& ImageIndex::operator=(ImageIndex&&) noexcept = default;
ImageIndex::~ImageIndex() = default;

ImageIndex ImageIndex::open(const std::filesystem::path& folder) {
  const auto path = folder / index_file;
  auto file = MappedFile::read(path);
  const auto view = view_index(file.bytes(), io::shown(path));
  return ImageIndex(std::make_unique<Impl>(Impl{std::move(file), view}));
}

ImageIndex ImageIndex::in_memory(std::span<const Fingerprint> pictures) {
  std::uint64_t features = 0;
  for (const auto& picture : pictures) features += picture.features.size();
  const auto header = make_header(pictures.size(), features);
  const IndexLayout layout(header.pictures, header.features, header.word_bits);
  std::vector<std::byte> bytes(layout.end);
  std::memcpy(bytes.data(), &header, sizeof header);
  auto* entries = reinterpret_cast<PictureEntry*>(bytes.data() + layout.pictures);
  auto* thumbnails = bytes.data() + layout.thumbnails;
  auto* tints = bytes.data() + layout.tints;
  auto* to = reinterpret_cast<Feature*>(bytes.data() + layout.features);
  std::uint64_t first = 0;
  for (const auto& picture : pictures) {
    *entries++ = {first,
                  static_cast<std::uint32_t>(picture.features.size()),
                  picture.width,
                  picture.height,
                  0,
                  picture.hashes[0]};
    std::memcpy(thumbnails, picture.thumbnail.data(), sizeof(Thumbnail));
    thumbnails += sizeof(Thumbnail);
    std::memcpy(tints, picture.tints.data(), sizeof(Tints));
    tints += sizeof(Tints);
    std::copy(picture.features.begin(), picture.features.end(), to + first);
    first += picture.features.size();
  }
  fill_lists(bytes);
  const auto view = view_index(bytes, "pictures");
  return ImageIndex(std::make_unique<Impl>(Impl{std::move(bytes), view}));
}

std::size_t ImageIndex::size() const { return impl_->view.pictures.size(); }

std::vector<ImageMatch> ImageIndex::search(const Fingerprint& query, std::size_t top) const {
  std::map<std::uint32_t, ImageMatch> best;
  const auto offer = [&](const std::optional<ImageMatch>& match) {
    if (!match) return;
    const auto [at, added] = best.emplace(match->picture, *match);
    if (!added && at->second.score < match->score) at->second = *match;
  };
  for (const bool mirrored : {false, true}) {
    const auto& features = mirrored ? query.mirrored : query.upright;
    for (const auto& one : candidates_by_features(impl_->view, features, most_candidates))
      offer(impl_->confirm_features(query, mirrored, one.picture).match);
  }
  const auto offer_by_hash = [&](std::span<const PerceptualHash, 8> hashes) {
    for (const auto& one : candidates_by_hash(impl_->view, hashes, most_candidates)) {
      if (best.contains(one.picture)) continue;
      // Its hash may be near where no feature voted for it: blurred, or very small.
      const bool mirrored = one.orientation == 2 || one.orientation == 4 || one.orientation == 5 ||
                            one.orientation == 7;
      auto [aligned, match] = impl_->confirm_features(query, mirrored, one.picture);
      if (!aligned && one.bits <= near_hash)
        match = impl_->confirm_plain(query, one.picture, similarity_of_soft);
      offer(match);
    }
  };
  offer_by_hash(query.hashes);
  if (query.inner) offer_by_hash(query.inner->hashes);
  std::size_t plain = 0;
  if (query.features.size() < hardly_any_features)
    for (std::uint32_t i = 0; i < size() && plain < most_plain; ++i)
      if (impl_->is_plain(i)) {
        ++plain;
        offer(impl_->confirm_plain(query, i, similarity_of_plain));
      }
  std::vector<ImageMatch> matches;
  for (auto& [picture, match] : best) matches.push_back(match);
  std::sort(matches.begin(), matches.end(), [](const ImageMatch& a, const ImageMatch& b) {
    return a.score != b.score ? a.score > b.score : a.picture < b.picture;
  });
  if (matches.size() > top) matches.resize(top);
  return matches;
}

}  // namespace assay::vision
