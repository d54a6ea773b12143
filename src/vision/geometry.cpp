#include "vision/geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace assay::vision {
namespace {

constexpr int farthest = 76;     // differing bits of two descriptors that may be one spot
constexpr int same_detail = 62;  // differing bits of what is the same spot, surely
constexpr double rivals = 0.92;  // how much nearer than the second the nearest must be
// Beyond this a pair is no match, nor a rival of one. Most pairs are.
constexpr int no_rival = static_cast<int>(farthest / rivals);
constexpr int fewest_inliers = 6;
constexpr double rough = 14;        // pixels; a single match knows angle and size only roughly
constexpr double same_place = 2.5;  // pixels: the corners of a window are farther apart
constexpr double fine = 4.5;        // pixels, once the map has been fitted

struct Match {
  Point from;
  Point to;
  double turn;  // radians
  double scale;
};

struct Nearest {
  int index = -1;
  int best = 257;
  int second = 257;
  void offer(int i, int at) {
    if (at < best) {
      second = best;
      best = at;
      index = i;
    } else if (at < second) {
      second = at;
    }
  }
};

Point point_of(const Feature& feature) { return {feature.x / 64.0, feature.y / 64.0}; }

Match match_of(const Feature& query, const Feature& found) {
  Match match;
  match.from = point_of(query);
  match.to = point_of(found);
  match.turn = static_cast<std::int8_t>(static_cast<std::uint8_t>(found.angle - query.angle)) *
               std::numbers::pi / 128;
  match.scale = std::pow(octave_factor, found.octave - query.octave);
  return match;
}

// Pairs that are each other's nearest.
std::vector<Match> matches_of(std::span<const Feature> query, std::span<const Feature> found) {
  std::vector<Nearest> of_query(query.size());
  std::vector<Nearest> of_found(found.size());
  for (std::size_t q = 0; q < query.size(); ++q)
    for (std::size_t f = 0; f < found.size(); ++f) {
      const int bits = distance(query[q], found[f]);
      if (bits > no_rival) continue;
      of_query[q].offer(static_cast<int>(f), bits);
      of_found[f].offer(static_cast<int>(q), bits);
    }
  std::vector<Match> matches;
  for (std::size_t q = 0; q < query.size(); ++q) {
    const auto& nearest = of_query[q];
    if (nearest.index < 0 || nearest.best > farthest) continue;
    if (of_found[nearest.index].index != static_cast<int>(q)) continue;
    if (nearest.best > rivals * nearest.second) continue;
    matches.push_back(match_of(query[q], found[nearest.index]));
  }
  return matches;
}

Affine proposal(const Match& match) {
  const double cosine = std::cos(match.turn) * match.scale;
  const double sine = std::sin(match.turn) * match.scale;
  Affine map{cosine, -sine, 0, sine, cosine, 0};
  const auto at = map(match.from);
  map.c = match.to.x - at.x;
  map.f = match.to.y - at.y;
  return map;
}

bool agrees(const Affine& map, const Match& match, double within) {
  const auto at = map(match.from);
  const double x = at.x - match.to.x;
  const double y = at.y - match.to.y;
  return x * x + y * y <= within * within;
}

int count(const Affine& map, std::span<const Match> matches, double within) {
  return static_cast<int>(std::count_if(matches.begin(), matches.end(), [&](const Match& match) {
    return agrees(map, match, within);
  }));
}

// Solves the 3 × 3 system of least squares for one row of the map, by Cramer's rule.
std::optional<std::array<double, 3>> solve(const std::array<double, 6>& m,
                                           const std::array<double, 3>& v) {
  // m: xx xy x yy y 1
  const auto [xx, xy, x, yy, y, n] = m;
  const double det = xx * (yy * n - y * y) - xy * (xy * n - x * y) + x * (xy * y - yy * x);
  if (std::abs(det) < 1e-6) return std::nullopt;
  const auto [vx, vy, v1] = v;
  return std::array<double, 3>{
      (vx * (yy * n - y * y) - xy * (vy * n - y * v1) + x * (vy * y - yy * v1)) / det,
      (xx * (vy * n - v1 * y) - vx * (xy * n - x * y) + x * (xy * v1 - vy * x)) / det,
      (xx * (yy * v1 - y * vy) - xy * (xy * v1 - vy * x) + vx * (xy * y - yy * x)) / det};
}

// The map that fits the matches within `within` of `map` best.
std::optional<Affine> fitted(const Affine& map, std::span<const Match> matches, double within) {
  std::array<double, 6> m{};
  std::array<double, 3> vx{};
  std::array<double, 3> vy{};
  // Around a middle, so that large coordinates don't drown small differences.
  constexpr double middle = normalised_side / 2.0;
  for (const auto& match : matches) {
    if (!agrees(map, match, within)) continue;
    const double x = match.from.x - middle;
    const double y = match.from.y - middle;
    m[0] += x * x, m[1] += x * y, m[2] += x, m[3] += y * y, m[4] += y, m[5] += 1;
    vx[0] += x * match.to.x, vx[1] += y * match.to.x, vx[2] += match.to.x;
    vy[0] += x * match.to.y, vy[1] += y * match.to.y, vy[2] += match.to.y;
  }
  const auto row_x = solve(m, vx);
  const auto row_y = solve(m, vy);
  if (!row_x || !row_y) return std::nullopt;
  Affine out{(*row_x)[0], (*row_x)[1], (*row_x)[2], (*row_y)[0], (*row_y)[1], (*row_y)[2]};
  out.c -= (out.a + out.b) * middle;
  out.f -= (out.d + out.e) * middle;
  return out;
}

// No copy is squeezed to a line, sheared to a needle, or (as its features are compared upright and
// mirrored apart) turned inside out.
bool plausible(const Affine& map) {
  if (!map.invertible() || map.determinant() <= 0) return false;
  const double first = std::hypot(map.a, map.d);
  const double second = std::hypot(map.b, map.e);
  const double ratio = first / second;
  const double cosine = (map.a * map.b + map.d * map.e) / (first * second);
  return first > 0.1 && first < 10 && ratio > 0.5 && ratio < 2 && std::abs(cosine) < 0.35;
}

// Several spots that lie on each other count as one.
int distinct_inliers(const Affine& map, std::span<const Match> matches) {
  std::vector<std::pair<int, int>> cells;
  for (const auto& match : matches)
    if (agrees(map, match, fine))
      cells.emplace_back(static_cast<int>(match.to.x / 6), static_cast<int>(match.to.y / 6));
  std::sort(cells.begin(), cells.end());
  return static_cast<int>(std::unique(cells.begin(), cells.end()) - cells.begin());
}

// The features of a picture by where they are.
class Places {
 public:
  explicit Places(std::span<const Feature> features) : features_(features), cells_(side * side) {
    for (std::size_t i = 0; i < features.size(); ++i) {
      const auto p = point_of(features[i]);
      cells_[cell(p.y) * side + cell(p.x)].push_back(static_cast<int>(i));
    }
  }
  template <class See>
  void near(Point p, See see) const {
    for (int y = std::max(0, cell(p.y) - 1); y <= std::min(side - 1, cell(p.y) + 1); ++y)
      for (int x = std::max(0, cell(p.x) - 1); x <= std::min(side - 1, cell(p.x) + 1); ++x)
        for (const int i : cells_[y * side + x]) {
          const auto at = point_of(features_[i]);
          if (std::hypot(at.x - p.x, at.y - p.y) <= same_place) see(features_[i]);
        }
  }

 private:
  static constexpr int cell_side = 8;
  static constexpr int side = normalised_side / cell_side + 1;
  static int cell(double at) { return std::clamp(static_cast<int>(at) / cell_side, 0, side - 1); }
  std::span<const Feature> features_;
  std::vector<std::vector<int>> cells_;
};

}  // namespace

Detail detail(std::span<const Feature> query, std::span<const Feature> found, const Affine& map,
              const std::function<bool(Point)>& counts) {
  const Places places(found);
  const double zoom = std::sqrt(std::abs(map.determinant()));
  const int octaves = static_cast<int>(std::lround(std::log(zoom) / std::log(octave_factor)));
  Detail result;
  for (const auto& feature : query) {
    int least = 257;
    const auto at = map(point_of(feature));
    if (!counts(at)) continue;
    places.near(at, [&](const Feature& other) {
      if (std::abs(other.octave - feature.octave - octaves) > 1) return;
      least = std::min(least, distance(feature, other));
    });
    if (least > 256) continue;
    ++result.compared;
    result.alike += least <= same_detail;
  }
  return result;
}

std::optional<Alignment> align(std::span<const Feature> query, std::span<const Feature> found) {
  const auto matches = matches_of(query, found);
  Affine best;
  int most = 0;
  for (const auto& match : matches) {
    const auto map = proposal(match);
    const int agreeing = count(map, matches, rough);
    if (agreeing > most) {
      most = agreeing;
      best = map;
    }
  }
  if (most < fewest_inliers) return std::nullopt;
  for (const double within : {rough, rough / 2, fine, fine}) {
    const auto next = fitted(best, matches, within);
    if (!next || !plausible(*next)) break;
    if (count(*next, matches, within) < fewest_inliers) break;
    best = *next;
  }
  if (!plausible(best)) return std::nullopt;
  Alignment alignment{best, distinct_inliers(best, matches), static_cast<int>(matches.size())};
  if (alignment.inliers < fewest_inliers) return std::nullopt;
  return alignment;
}

}  // namespace assay::vision
