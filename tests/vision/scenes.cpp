#include "vision/scenes.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <random>

#include "vision/decode.h"
#include "vision/encode.h"
#include "vision/orient.h"

namespace assay::test {
namespace {

using vision::Picture;

cv::Mat mat_of(Picture& picture) {
  return {picture.height, picture.width, CV_8UC3, picture.rgb.data()};
}
cv::Mat mat_of(const Picture& picture) {
  return {picture.height, picture.width, CV_8UC3, const_cast<std::uint8_t*>(picture.rgb.data())};
}
Picture picture_of(const cv::Mat& mat) {
  Picture picture(mat.cols, mat.rows);
  mat.copyTo(mat_of(picture));
  return picture;
}

class Chance {
 public:
  explicit Chance(std::uint32_t seed) : engine_(seed * 2654435761U + 12345U) {}
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) / 4294967295.0;
  }
  int whole(int low, int high) { return low + static_cast<int>(engine_() % (high - low + 1)); }
  cv::Scalar colour(double low = 20, double high = 235) {
    const double r = real(low, high);
    const double g = real(low, high);
    return {r, g, real(low, high)};
  }
  std::uint32_t seed() { return static_cast<std::uint32_t>(engine_()); }

 private:
  std::mt19937 engine_;
};

// Smooth noise of several sizes, like clouds: -1 to 1.
cv::Mat clouds(cv::Size size, int coarse, int octaves, std::uint32_t seed) {
  cv::RNG random(seed + 1);
  cv::Mat sum(size, CV_32F, cv::Scalar(0));
  float strength = 0.5F;
  for (int i = 0; i < octaves; ++i, coarse *= 2, strength *= 0.55F) {
    cv::Mat grid(coarse * 3 / 4 + 1, coarse + 1, CV_32F);
    random.fill(grid, cv::RNG::UNIFORM, -1, 1);
    cv::Mat layer;
    cv::resize(grid, layer, size, 0, 0, cv::INTER_CUBIC);
    sum += layer * strength;
  }
  return sum;
}

void tint(cv::Mat& picture, const cv::Mat& noise, double strength) {
  for (int y = 0; y < picture.rows; ++y) {
    auto* row = picture.ptr<cv::Vec3b>(y);
    const auto* n = noise.ptr<float>(y);
    for (int x = 0; x < picture.cols; ++x)
      for (int c = 0; c < 3; ++c)
        row[x][c] = cv::saturate_cast<std::uint8_t>(row[x][c] * (1 + strength * n[x]));
  }
}

void gradient(cv::Mat& picture, const cv::Scalar& top, const cv::Scalar& bottom) {
  for (int y = 0; y < picture.rows; ++y) {
    const double t = static_cast<double>(y) / picture.rows;
    picture.row(y).setTo(top * (1 - t) + bottom * t);
  }
}

void ridge(cv::Mat& picture, double height, double rough, const cv::Scalar& colour,
           Chance& detail) {
  std::vector<cv::Point> line{{0, picture.rows}};
  double y = height * picture.rows;
  double slope = 0;
  for (int x = 0; x <= picture.cols; x += 3) {
    slope = slope * 0.92 + detail.real(-rough, rough);
    y = std::clamp(y + slope, 0.1 * picture.rows, 0.95 * picture.rows);
    line.emplace_back(x, static_cast<int>(y));
  }
  line.emplace_back(picture.cols, picture.rows);
  cv::fillPoly(picture, std::vector<std::vector<cv::Point>>{line}, colour, cv::LINE_AA);
}

void landscape(cv::Mat& p, Chance& layout, Chance& detail) {
  gradient(p, layout.colour(120, 240), layout.colour(150, 250));
  tint(p, clouds(p.size(), 5, 6, detail.seed()), 0.3);
  const double horizon = layout.real(0.35, 0.6);
  for (int i = 0; i < 3; ++i)
    ridge(p, horizon + i * 0.1, layout.real(0.4, 1.6), layout.colour(30, 170), detail);
  cv::Mat ground = p(cv::Rect(0, static_cast<int>((horizon + 0.1) * p.rows), p.cols,
                              p.rows - static_cast<int>((horizon + 0.1) * p.rows)));
  tint(ground, clouds(ground.size(), 30, 4, detail.seed()), 0.5);
  const int trees = layout.whole(5, 40);
  const auto leaf = layout.colour(20, 120);
  for (int i = 0; i < trees; ++i) {
    const int x = detail.whole(0, p.cols);
    const int y = detail.whole(static_cast<int>(horizon * p.rows), p.rows);
    const int size = 4 + (y - static_cast<int>(horizon * p.rows)) / 6;
    cv::line(p, {x, y}, {x, y - size * 2}, {40, 30, 20}, std::max(1, size / 5), cv::LINE_AA);
    for (int k = 0; k < 7; ++k)
      cv::circle(p, {x + detail.whole(-size, size), y - size * 2 + detail.whole(-size, size)},
                 std::max(1, size / 2), leaf * detail.real(0.6, 1.3), cv::FILLED, cv::LINE_AA);
  }
}

void street(cv::Mat& p, Chance& layout, Chance& detail) {
  gradient(p, layout.colour(120, 240), layout.colour(140, 230));
  tint(p, clouds(p.size(), 4, 5, detail.seed()), 0.2);
  int x = 0;
  while (x < p.cols) {
    const int width = layout.whole(50, 140);
    const int top = layout.whole(20, p.rows / 2);
    const auto wall = layout.colour(60, 210);
    cv::rectangle(p, {x, top + detail.whole(-8, 8)}, {x + width, p.rows}, wall, cv::FILLED);
    const int step_x = layout.whole(10, 26);
    const int step_y = layout.whole(14, 34);
    for (int wy = top + 12; wy < p.rows - 60; wy += step_y)
      for (int wx = x + 6; wx < x + width - 8; wx += step_x) {
        const bool lit = detail.real(0, 1) < 0.4;
        const cv::Scalar pane = lit ? cv::Scalar(240, 220, 140) : wall * detail.real(0.2, 0.8);
        cv::rectangle(p, {wx, wy}, {wx + step_x * 3 / 5, wy + step_y * 3 / 5}, pane, cv::FILLED);
      }
    x += width + layout.whole(0, 12);
  }
  cv::rectangle(p, {0, p.rows - 60}, {p.cols, p.rows}, {70, 70, 75}, cv::FILLED);
  for (int i = layout.whole(3, 9); i > 0; --i) {
    const int cx = detail.whole(0, p.cols);
    const auto body = detail.colour();
    cv::rectangle(p, {cx, p.rows - 45}, {cx + 70, p.rows - 22}, body, cv::FILLED);
    cv::rectangle(p, {cx + 14, p.rows - 60}, {cx + 55, p.rows - 45}, body * 0.7, cv::FILLED);
    for (const int wheel : {15, 55})
      cv::circle(p, {cx + wheel, p.rows - 22}, 8, {15, 15, 15}, cv::FILLED, cv::LINE_AA);
  }
}

void person(cv::Mat& p, int x, int y, int size, Chance& detail, const cv::Scalar& clothes) {
  const cv::Scalar skin = cv::Scalar(225, 180, 150) * detail.real(0.35, 1.05);
  cv::ellipse(p, {x, y + size}, {size * 4 / 5, size}, 0, 0, 360, clothes, cv::FILLED, cv::LINE_AA);
  cv::circle(p, {x, y - size / 4}, size * 2 / 5, skin, cv::FILLED, cv::LINE_AA);
  cv::ellipse(p, {x, y - size / 2}, {size * 2 / 5, size / 4}, 0, 180, 360, detail.colour(10, 110),
              cv::FILLED, cv::LINE_AA);
  for (const int eye : {-1, 1})
    cv::circle(p, {x + eye * size / 7, y - size / 4}, std::max(1, size / 16), {20, 20, 20},
               cv::FILLED);
}

void crowd(cv::Mat& p, Chance& layout, Chance& detail) {
  gradient(p, layout.colour(80, 220), layout.colour(60, 160));
  tint(p, clouds(p.size(), 8, 5, detail.seed()), 0.25);
  const auto team = layout.colour();
  const int rows = layout.whole(4, 8);
  for (int r = 0; r < rows; ++r) {
    const int size = 12 + r * 6;
    const int y = p.rows * (r + 3) / (rows + 3);
    for (int x = 0; x < p.cols + size; x += size * 3 / 2) {
      const auto clothes = detail.real(0, 1) < 0.5 ? team : detail.colour();
      person(p, x + detail.whole(-size / 3, size / 3), y + detail.whole(-size / 4, size / 4), size,
             detail, clothes);
    }
  }
}

void room(cv::Mat& p, Chance& layout, Chance& detail) {
  p.setTo(layout.colour(130, 230));
  tint(p, clouds(p.size(), 3, 7, detail.seed()), 0.12);
  const int floor = layout.whole(p.rows * 6 / 10, p.rows * 8 / 10);
  cv::rectangle(p, {0, floor}, {p.cols, p.rows}, layout.colour(60, 160), cv::FILLED);
  for (int x = -p.cols; x < 2 * p.cols; x += 40)
    cv::line(p, {x, p.rows}, {p.cols / 2 + (x - p.cols / 2) / 3, floor}, {40, 35, 30}, 1,
             cv::LINE_AA);
  for (int i = layout.whole(6, 14); i > 0; --i) {
    const int x = layout.whole(0, p.cols - 60) + detail.whole(-9, 9);
    const int y = layout.whole(10, floor) + detail.whole(-9, 9);
    const cv::Rect box(x, y, layout.whole(30, 120), layout.whole(30, 120));
    cv::Mat area = p(box & cv::Rect(0, 0, p.cols, p.rows));
    if (area.empty()) continue;
    area.setTo(layout.colour());
    tint(area, clouds(area.size(), 6, 4, detail.seed()), 0.6);
    cv::rectangle(p, box, layout.colour(10, 90), 2, cv::LINE_AA);
  }
}

void leaves(cv::Mat& p, Chance& layout, Chance& detail) {
  const auto base = layout.colour(20, 130);
  p.setTo(base * 0.5);
  for (int i = 0; i < 900; ++i) {
    const cv::Point at(detail.whole(0, p.cols), detail.whole(0, p.rows));
    const int size = detail.whole(4, 22);
    cv::ellipse(p, at, {size, std::max(2, size / 3)}, detail.real(0, 360), 0, 360,
                base * detail.real(0.5, 1.7), cv::FILLED, cv::LINE_AA);
  }
  for (int i = layout.whole(2, 12); i > 0; --i)
    cv::circle(p, {detail.whole(0, p.cols), detail.whole(0, p.rows)}, detail.whole(8, 24),
               layout.colour(150, 250), cv::FILLED, cv::LINE_AA);
}

void portrait(cv::Mat& p, Chance& layout, Chance& detail) {
  gradient(p, layout.colour(60, 220), layout.colour(60, 220));
  tint(p, clouds(p.size(), 4, 6, detail.seed()), 0.25);
  const int size = p.rows / 3;
  person(p, p.cols / 2 + layout.whole(-60, 60), p.rows / 2 + detail.whole(-20, 20), size, detail,
         layout.colour());
  cv::Mat low = p(cv::Rect(0, p.rows / 2, p.cols, p.rows / 2));
  tint(low, clouds(low.size(), 24, 4, detail.seed()), 0.25);
  for (int i = 0; i < 6; ++i)
    cv::line(p, {p.cols / 2 + detail.whole(-size, size), p.rows}, {p.cols / 2, p.rows * 6 / 10},
             detail.colour(), 3, cv::LINE_AA);
}

void sky(cv::Mat& p, Chance& layout, Chance& detail) {
  gradient(p, layout.colour(90, 200), layout.colour(160, 250));
  tint(p, clouds(p.size(), layout.whole(3, 6), 7, detail.seed()), layout.real(0.15, 0.5));
  cv::circle(p, {layout.whole(0, p.cols), layout.whole(0, p.rows / 2)}, layout.whole(14, 40),
             {255, 245, 210}, cv::FILLED, cv::LINE_AA);
  for (int i = layout.whole(0, 15); i > 0; --i) {
    const cv::Point at(detail.whole(0, p.cols), detail.whole(0, p.rows * 2 / 3));
    for (const int side : {-1, 1})
      cv::line(p, at, {at.x + side * 9, at.y - 5}, {30, 30, 35}, 2, cv::LINE_AA);
  }
  ridge(p, 0.88, 0.5, layout.colour(10, 60), detail);
}

// The same title bar and logo over other pictures and words: a newspaper's or a channel's card.
void card(cv::Mat& p, Chance& layout, Chance& detail) {
  switch (detail.whole(0, 3)) {
    case 0:
      landscape(p, detail, detail);
      break;
    case 1:
      crowd(p, detail, detail);
      break;
    case 2:
      room(p, detail, detail);
      break;
    default:
      portrait(p, detail, detail);
      break;
  }
  const auto bar = layout.colour();
  const int top = p.rows - 96;
  cv::rectangle(p, {0, top}, {p.cols, p.rows}, bar, cv::FILLED);
  cv::putText(p, "BREAKING NEWS", {16, top + 34}, cv::FONT_HERSHEY_DUPLEX, 1.0, {255, 255, 255}, 2,
              cv::LINE_AA);
  std::string words;
  for (int i = 0; i < 24; ++i)
    words += i % 6 == 5 ? ' ' : static_cast<char>('a' + detail.whole(0, 25));
  cv::putText(p, words, {16, top + 76}, cv::FONT_HERSHEY_SIMPLEX, 0.8, {255, 255, 255}, 2,
              cv::LINE_AA);
  cv::circle(p, {p.cols - 50, 46}, 30, bar, cv::FILLED, cv::LINE_AA);
  cv::putText(p, "TV" + std::to_string(layout.whole(1, 9)), {p.cols - 74, 54},
              cv::FONT_HERSHEY_DUPLEX, 0.8, {255, 255, 255}, 2, cv::LINE_AA);
}

void grain(cv::Mat& p, std::uint32_t seed) {
  cv::RNG random(seed + 7);
  cv::Mat noise(p.size(), CV_16SC3);
  random.fill(noise, cv::RNG::NORMAL, 0, 3);
  cv::Mat sum;
  cv::add(p, noise, sum, cv::noArray(), CV_8U);
  sum.copyTo(p);
}

Picture framed(const Picture& from, int left, int top, int right, int bottom,
               const cv::Scalar& colour) {
  cv::Mat out;
  cv::copyMakeBorder(mat_of(from), out, top, bottom, left, right, cv::BORDER_CONSTANT, colour);
  return picture_of(out);
}

// A phone's screen: bars with text above and below, the picture scaled to its width.
Picture screenshot(const Picture& from, std::uint32_t seed) {
  Chance chance(seed);
  const bool dark = chance.real(0, 1) < 0.5;
  const cv::Scalar paper = dark ? cv::Scalar(18, 20, 24) : cv::Scalar(250, 250, 250);
  const cv::Scalar ink = dark ? cv::Scalar(230, 230, 230) : cv::Scalar(20, 20, 20);
  const int width = 480;
  const auto inner = resized(from, width, from.height * width / from.width);
  auto out = framed(inner, 0, 150, 0, 190, paper);
  cv::Mat p = mat_of(out);
  cv::putText(p, "12:0" + std::to_string(chance.whole(0, 9)), {14, 24}, cv::FONT_HERSHEY_SIMPLEX,
              0.6, ink, 1, cv::LINE_AA);
  cv::circle(p, {40, 84}, 24, chance.colour(), cv::FILLED, cv::LINE_AA);
  for (int line = 0; line < 6; ++line) {
    std::string words;
    for (int i = 0; i < 34; ++i)
      words += chance.whole(0, 5) == 0 ? ' ' : static_cast<char>('a' + chance.whole(0, 25));
    const int y = line < 2 ? 80 + line * 30 : out.height - 150 + (line - 2) * 34;
    cv::putText(p, words, {line < 2 ? 80 : 14, y}, cv::FONT_HERSHEY_SIMPLEX, 0.6, ink, 1,
                cv::LINE_AA);
  }
  return recompressed(out, 85);
}

// Cuts away about 30 % of the area, from all sides or mostly from one.
Picture crop_30(const Picture& from, std::uint32_t seed) {
  Chance chance(seed);
  const double wide = chance.real(0.72, 0.98);
  const double high = 0.705 / wide;
  const int width = static_cast<int>(from.width * wide);
  const int height = static_cast<int>(from.height * high);
  return recompressed(cropped(from, chance.whole(0, from.width - width),
                              chance.whole(0, from.height - height), width, height),
                      85);
}

Picture retouched(const Picture& from, std::uint32_t seed) {
  Chance chance(seed);
  auto out = from;
  const int side = std::min(from.width, from.height) / 6;
  paste_object(out, chance.whole(0, from.width - side), chance.whole(0, from.height - side), side,
               side, seed);
  return recompressed(out, 85);
}

Picture colour_cast(const Picture& from, std::uint32_t seed) {
  Chance chance(seed);
  cv::Mat out;
  mat_of(from).convertTo(out, CV_32FC3);
  cv::multiply(
      out, cv::Scalar(chance.real(0.75, 1.2), chance.real(0.75, 1.2), chance.real(0.75, 1.2)), out);
  out.convertTo(out, CV_8UC3);
  return recompressed(picture_of(out), 85);
}

Picture overlaid(const Picture& from, std::uint32_t seed) {
  Chance chance(seed);
  auto out = from;
  cv::Mat p = mat_of(out);
  const int top = chance.whole(0, from.height * 3 / 4);
  if (chance.real(0, 1) < 0.5)
    cv::rectangle(p, {0, top}, {from.width, top + from.height / 5}, {0, 0, 0}, cv::FILLED);
  for (int line = 0; line < 2; ++line)
    write_text(out, line == 0 ? "SHARE BEFORE THEY" : "DELETE THIS PHOTO!!", 12,
               top + (line + 1) * from.height / 12, from.height / 480.0 * 1.2);
  return recompressed(out, 85);
}

Picture turned(const Picture& from, int orientation) {
  return recompressed(vision::oriented(from, orientation), 85);
}

}  // namespace

Picture make_scene(std::uint32_t layout_seed, std::uint32_t detail_seed, int width, int height) {
  Chance layout(layout_seed);
  Chance detail(detail_seed * 7919U + layout_seed);
  Picture picture(width, height);
  cv::Mat p = mat_of(picture);
  switch (layout_seed % scene_kinds) {
    case 0:
      landscape(p, layout, detail);
      break;
    case 1:
      street(p, layout, detail);
      break;
    case 2:
      crowd(p, layout, detail);
      break;
    case 3:
      room(p, layout, detail);
      break;
    case 4:
      leaves(p, layout, detail);
      break;
    case 5:
      portrait(p, layout, detail);
      break;
    case 6:
      sky(p, layout, detail);
      break;
    default:
      card(p, layout, detail);
      break;
  }
  grain(p, detail.seed());
  return picture;
}

Picture make_page(std::uint32_t layout_seed, std::uint32_t detail_seed, int width, int height) {
  Chance layout(layout_seed);
  Chance detail(detail_seed * 7919U + layout_seed);
  Picture picture(width, height);
  cv::Mat p = mat_of(picture);
  const bool dark = layout.real(0, 1) < 0.3;
  p.setTo(dark ? cv::Scalar(20, 24, 30) : cv::Scalar(255, 255, 255));
  const cv::Scalar ink = dark ? cv::Scalar(235, 235, 235) : cv::Scalar(15, 20, 25);
  const auto logo = layout.colour();
  cv::circle(p, {40, 40}, 24, logo, cv::FILLED, cv::LINE_AA);
  cv::putText(p, "Daily " + std::to_string(layout.whole(10, 99)), {76, 48}, cv::FONT_HERSHEY_DUPLEX,
              0.8, logo, 2, cv::LINE_AA);
  const int font = layout.real(0, 1) < 0.5 ? cv::FONT_HERSHEY_SIMPLEX : cv::FONT_HERSHEY_COMPLEX;
  const double size = layout.real(0.5, 0.9);
  const int step = static_cast<int>(44 * size);
  for (int y = 100; y < height - 20; y += step) {
    std::string words;
    const int letters = std::min(60, static_cast<int>((width - 40) / (19 * size)));
    for (int i = detail.whole(0, letters / 3); i < letters; ++i)
      words += detail.whole(0, 5) == 0 ? ' ' : static_cast<char>('a' + detail.whole(0, 25));
    cv::putText(p, words, {20, y}, font, size, ink, 1, cv::LINE_AA);
  }
  return picture;
}

Picture make_fog(std::uint32_t layout_seed, std::uint32_t detail_seed, int width, int height) {
  Chance layout(layout_seed);
  Chance detail(detail_seed * 7919U + layout_seed);
  Picture picture(width, height);
  cv::Mat p = mat_of(picture);
  gradient(p, layout.colour(90, 240), layout.colour(90, 240));
  tint(p, clouds(p.size(), 2, 2, detail.seed()), 0.25);
  for (int i = detail.whole(1, 3); i > 0; --i)
    cv::circle(p, {detail.whole(0, width), detail.whole(0, height)}, detail.whole(20, 70),
               layout.colour(60, 250), cv::FILLED, cv::LINE_AA);
  cv::GaussianBlur(p, p, {}, 14);
  grain(p, detail.seed());
  return picture;
}

Picture resized(const Picture& picture, int width, int height) {
  cv::Mat out;
  cv::resize(mat_of(picture), out, {width, height}, 0, 0,
             width < picture.width ? cv::INTER_AREA : cv::INTER_LINEAR);
  return picture_of(out);
}

Picture cropped(const Picture& picture, int x, int y, int width, int height) {
  return picture_of(mat_of(picture)(cv::Rect(x, y, width, height)));
}

Picture recompressed(const Picture& picture, int quality) {
  return vision::decode(vision::encode_jpeg(picture, quality)).picture;
}

Picture brightened(const Picture& picture, double gain, double offset) {
  cv::Mat out;
  mat_of(picture).convertTo(out, CV_8UC3, gain, offset);
  return picture_of(out);
}

Picture blurred(const Picture& picture, double radius) {
  cv::Mat out;
  cv::GaussianBlur(mat_of(picture), out, {}, radius);
  return picture_of(out);
}

void paste_object(Picture& picture, int x, int y, int width, int height, std::uint32_t seed) {
  Chance chance(seed);
  cv::Mat p = mat_of(picture);
  const cv::Scalar colour(chance.real(180, 255), chance.real(0, 60), chance.real(150, 255));
  cv::ellipse(p, {x + width / 2, y + height / 2}, {width / 2, height / 2}, 0, 0, 360, colour,
              cv::FILLED, cv::LINE_AA);
  cv::rectangle(p, {x + width / 4, y + height / 2}, {x + width * 3 / 4, y + height},
                {255 - colour[0], 255, 30}, cv::FILLED);
}

void write_text(Picture& picture, const std::string& text, int x, int y, double size) {
  cv::Mat p = mat_of(picture);
  const int thick = std::max(1, static_cast<int>(std::lround(size * 2)));
  cv::putText(p, text, {x, y}, cv::FONT_HERSHEY_DUPLEX, size, {0, 0, 0}, thick + 3, cv::LINE_AA);
  cv::putText(p, text, {x, y}, cv::FONT_HERSHEY_DUPLEX, size, {255, 255, 255}, thick, cv::LINE_AA);
}

const std::vector<Edit>& edits() {
  static const std::vector<Edit> all{
      {"same", [](const Picture& p, std::uint32_t) { return p; }},
      {"half size",
       [](const Picture& p, std::uint32_t) {
         return recompressed(resized(p, p.width / 2, p.height / 2), 85);
       }},
      {"a quarter of the size",
       [](const Picture& p, std::uint32_t) {
         return recompressed(resized(p, p.width / 4, p.height / 4), 85);
       }},
      {"double size",
       [](const Picture& p, std::uint32_t) {
         return recompressed(resized(p, p.width * 2, p.height * 2), 85);
       }},
      {"recompressed, quality 20",
       [](const Picture& p, std::uint32_t) { return recompressed(p, 20); }},
      {"cropped by 30 %", crop_30},
      {"brighter",
       [](const Picture& p, std::uint32_t) { return recompressed(brightened(p, 1.15, 25), 85); }},
      {"less contrast",
       [](const Picture& p, std::uint32_t) { return recompressed(brightened(p, 0.6, 30), 85); }},
      {"other colours", colour_cast},
      {"blurred",
       [](const Picture& p, std::uint32_t) { return recompressed(blurred(p, 1.8), 85); }},
      {"retouched", retouched},
      {"mirrored", [](const Picture& p, std::uint32_t) { return turned(p, 2); }},
      {"framed",
       [](const Picture& p, std::uint32_t seed) {
         Chance chance(seed);
         const int side = chance.whole(20, 70);
         return recompressed(framed(p, side, side, side, side, chance.colour(0, 255)), 85);
       }},
      {"rotated by 90°", [](const Picture& p, std::uint32_t) { return turned(p, 6); }},
      {"rotated by 180°", [](const Picture& p, std::uint32_t) { return turned(p, 3); }},
      {"rotated by 270°", [](const Picture& p, std::uint32_t) { return turned(p, 8); }},
      {"screenshot", screenshot},
      {"text over it", overlaid}};
  return all;
}

}  // namespace assay::test
