#include "reasoning/extractive/quantities.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "reasoning/extractive/dates.h"
#include "reasoning/extractive/number_words.h"
#include "reasoning/extractive/scanning.h"
#include "reasoning/extractive/units.h"

namespace assay::reasoning::extractive {
namespace {

const std::unordered_map<std::string_view, Bound>& bound_words() {
  using enum Bound;
  static const std::unordered_map<std::string_view, Bound> words{{"about", about},
                                                                 {"around", about},
                                                                 {"roughly", about},
                                                                 {"approximately", about},
                                                                 {"approx", about},
                                                                 {"nearly", about},
                                                                 {"almost", about},
                                                                 {"some", about},
                                                                 {"circa", about},
                                                                 {"close to", about},
                                                                 {"an estimated", about},
                                                                 {"estimated", about},
                                                                 {"~", about},
                                                                 {"≈", about},
                                                                 {"more than", more},
                                                                 {"over", more},
                                                                 {"above", more},
                                                                 {"at least", more},
                                                                 {"no less than", more},
                                                                 {"not less than", more},
                                                                 {"exceeds", more},
                                                                 {"exceeded", more},
                                                                 {"exceeding", more},
                                                                 {"upwards of", more},
                                                                 {"greater than", more},
                                                                 {"minimum of", more},
                                                                 {"a minimum of", more},
                                                                 {">", more},
                                                                 {"less than", less},
                                                                 {"fewer than", less},
                                                                 {"under", less},
                                                                 {"below", less},
                                                                 {"at most", less},
                                                                 {"up to", less},
                                                                 {"no more than", less},
                                                                 {"not more than", less},
                                                                 {"maximum of", less},
                                                                 {"<", less},
                                                                 {"etwa", about},
                                                                 {"rund", about},
                                                                 {"ungefahr", about},
                                                                 {"fast", about},
                                                                 {"knapp", about},
                                                                 {"circa", about},
                                                                 {"ca", about},
                                                                 {"mehr als", more},
                                                                 {"uber", more},
                                                                 {"mindestens", more},
                                                                 {"weniger als", less},
                                                                 {"unter", less},
                                                                 {"hochstens", less},
                                                                 {"bis zu", less},
                                                                 {"environ", about},
                                                                 {"pres de", about},
                                                                 {"plus de", more},
                                                                 {"au moins", more},
                                                                 {"moins de", less},
                                                                 {"unos", about},
                                                                 {"unas", about},
                                                                 {"cerca de", about},
                                                                 {"casi", about},
                                                                 {"mas de", more},
                                                                 {"al menos", more},
                                                                 {"menos de", less},
                                                                 {"около", about},
                                                                 {"примерно", about},
                                                                 {"почти", about},
                                                                 {"приблизительно", about},
                                                                 {"более", more},
                                                                 {"больше", more},
                                                                 {"свыше", more},
                                                                 {"более чем", more},
                                                                 {"не менее", more},
                                                                 {"менее", less},
                                                                 {"меньше", less},
                                                                 {"не более", less},
                                                                 {"حوالي", about},
                                                                 {"نحو", about},
                                                                 {"اكثر من", more},
                                                                 {"اقل من", less}};
  return words;
}

struct PrefixBound {
  std::string_view text;
  Bound bound;
};
constexpr std::array<PrefixBound, 17> prefix_bounds{{{"大约", Bound::about},
                                                     {"约", Bound::about},
                                                     {"約", Bound::about},
                                                     {"近", Bound::about},
                                                     {"将近", Bound::about},
                                                     {"超过", Bound::more},
                                                     {"超過", Bound::more},
                                                     {"至少", Bound::more},
                                                     {"多达", Bound::less},
                                                     {"不到", Bound::less},
                                                     {"不足", Bound::less},
                                                     {"低于", Bound::less},
                                                     {"高于", Bound::more},
                                                     {"ประมาณ", Bound::about},
                                                     {"ราว", Bound::about},
                                                     {"มากกว่า", Bound::more},
                                                     {"กว่า", Bound::more}}};

bool range_word(std::string_view word) {
  static const std::unordered_set<std::string_view> words{"to", "and", "bis", "und", "до", "-",
                                                          "–",  "—",   "至",  "到",  "~",  "a"};
  return words.contains(word);
}

// A number as it stands, before its unit.
struct Reading {
  double value = 0;
  double step = 1;
  double factor = 1;      // of its scale words
  std::size_t first = 0;  // pieces [first, last)
  std::size_t last = 0;
  std::optional<Dimension> dimension;
};

class Reader {
 public:
  Reader(std::string_view text, std::string_view language)
      : text_(text), language_(language), pieces_(scan_pieces(text, language)) {
    for (const auto& date : find_dates(text)) dates_.emplace_back(date.begin, date.end);
  }

  std::vector<Quantity> run() {
    while (at_ < pieces_.size()) {
      const auto reading = read_number(at_);
      if (!reading) {
        ++at_;
        continue;
      }
      const auto before = quantities_.size();
      add(*reading);
      if (quantities_.size() == before || at_ < reading->last) at_ = reading->last;
    }
    return std::move(quantities_);
  }

 private:
  std::span<const Piece> from(std::size_t at) const {
    return std::span(pieces_).subspan(std::min(at, pieces_.size()));
  }
  bool is_sign(std::size_t at, std::string_view sign) const {
    return at < pieces_.size() && pieces_[at].kind == PieceKind::sign && pieces_[at].folded == sign;
  }
  bool is_word(std::size_t at) const {
    return at < pieces_.size() && pieces_[at].kind == PieceKind::word;
  }
  std::string_view behind(std::size_t at) const {
    const auto end = pieces_[at].end;
    auto rest = text_.substr(end);
    return rest.starts_with(' ') ? rest.substr(1) : rest;
  }

  bool in_date(const Piece& piece) {
    while (date_ < dates_.size() && dates_[date_].second <= piece.begin) ++date_;
    return date_ < dates_.size() && dates_[date_].first <= piece.begin;
  }

  // Part of a name or a code: COVID-19, H1N1, 24/7, v2.0.1
  bool in_name(std::size_t at) const {
    const auto& piece = pieces_[at];
    if (piece.space_before || at == 0) return false;
    const auto& before = pieces_[at - 1];
    if (before.kind == PieceKind::word)
      return (find_currency(before.folded) == nullptr || !before.space_before) &&
             !unspaced(before.end);
    const bool tie = before.folded == "-" || before.folded == "/" || before.folded == "." ||
                     before.folded == "_" || before.folded == ":";
    if (!tie || before.space_before || at < 2) return false;
    const auto& left = pieces_[at - 2];
    if (before.folded == "-" && left.kind == PieceKind::word)
      return !bound_words().contains(left.folded);
    return before.folded != "-" && left.kind != PieceKind::sign;
  }

  // Is the character before this byte of a script that sets no spaces (from U+0800 on)?
  bool unspaced(std::size_t end) const {
    auto begin = end;
    while (begin > 0 && (static_cast<unsigned char>(text_[begin - 1]) & 0xC0) == 0x80) --begin;
    return begin > 0 && static_cast<unsigned char>(text_[begin - 1]) >= 0xE0;
  }

  std::optional<Reading> read_number(std::size_t at) {
    const auto& piece = pieces_[at];
    if (in_date(piece)) return std::nullopt;
    Reading reading;
    reading.first = at;
    if (piece.kind == PieceKind::number) {
      if (in_name(at)) return std::nullopt;
      reading.value = piece.value;
      reading.step = piece.step;
      reading.last = at + 1;
    } else if (const auto spelled = spelled_number(from(at), language_)) {
      if (spelled->dimension == Dimension::ordinal && !ordinal_here(at)) return std::nullopt;
      reading.value = spelled->value;
      reading.step = spelled->step;
      reading.last = at + spelled->pieces;
      if (spelled->dimension != Dimension::count) reading.dimension = spelled->dimension;
    } else {
      return std::nullopt;
    }
    if (!reading.dimension) scale(reading);
    return reading;
  }

  // "second" is also a time: of "a second", "per second", "60 second" it is one.
  bool ordinal_here(std::size_t at) const {
    if (pieces_[at].folded != "second") return true;
    if (at == 0) return true;
    const auto& before = pieces_[at - 1];
    return before.kind == PieceKind::word && before.folded != "a" && before.folded != "per" &&
           before.folded != "every" && before.folded != "each" && before.folded != "one";
  }

  // 14 million, 3.5bn, 1.4万, 14亿1178万
  void scale(Reading& reading) {
    for (int rounds = 0; rounds < 3 && reading.last < pieces_.size(); ++rounds) {
      const auto& next = pieces_[reading.last];
      if (next.kind == PieceKind::word) {
        auto factor = find_scale(next.folded, language_);
        if (!factor && !next.space_before) factor = attached_scale(reading, next.folded);
        if (factor) {
          reading.value *= *factor;
          reading.step *= *factor;
          reading.factor *= *factor;
          ++reading.last;
          if (is_sign(reading.last, ".") && next.folded.size() <= 4 && !next.folded.empty() &&
              is_word(reading.last + 1) && static_cast<unsigned char>(next.folded[0]) >= 0x80)
            ++reading.last;  // млн.
          continue;
        }
      }
      if (unspaced_scale(reading)) return;
      return;
    }
  }

  std::optional<double> attached_scale(const Reading& reading, std::string_view suffix) const {
    if (suffix == "k") return 1e3;
    const bool money = reading.first > 0 && !pieces_[reading.first].space_before &&
                       find_currency(pieces_[reading.first - 1].folded) != nullptr;
    if (suffix == "m" && money) return 1e6;
    if (suffix == "b" && money) return 1e9;
    return std::nullopt;
  }

  // Han and Thai scales stand at the beginning of the next word, which goes on behind them.
  bool unspaced_scale(Reading& reading) {
    const auto* found = find_scale_prefix(behind(reading.last - 1));
    if (found == nullptr) return false;
    reading.value *= found->factor;
    reading.step *= found->factor;
    reading.factor *= found->factor;
    suffix_ = found->name.size();
    return true;
  }

  void add(Reading reading) {
    Quantity quantity;
    quantity.begin = pieces_[reading.first].begin;
    quantity.end = pieces_[reading.last - 1].end;
    if (suffix_ > 0) {
      // The scale's bytes, and the space before it where there is one.
      quantity.end += suffix_ + (text_.substr(quantity.end).starts_with(' ') ? 1 : 0);
      suffix_ = 0;
    }
    quantity.low = quantity.high = reading.value;
    quantity.step = reading.step;
    quantity.factor = reading.factor;
    std::size_t first = reading.first;
    std::size_t last = reading.last;
    bool known = reading.dimension.has_value();
    if (known) quantity.dimension = *reading.dimension;
    if (!known) known = unit_before(quantity, first);
    if (minus(first, quantity) && quantity.dimension != Dimension::ordinal) {
      quantity.low = -quantity.low;
      quantity.high = quantity.low;
    }
    if (const auto end = unit_behind(quantity, last, known)) {
      last = *end;
    } else if (!known) {
      if (!bare(quantity, first, last)) {
        at_ = last;
        return;
      }
    }
    quantity.bound = bound(first, quantity.end);
    at_ = std::max(last, reading.last);
    while (at_ < pieces_.size() && pieces_[at_].begin < quantity.end &&
           pieces_[at_].end <= quantity.end)
      ++at_;
    finish(quantity);
  }

  bool unit_before(Quantity& quantity, std::size_t& first) {
    const auto raw = text_.substr(0, quantity.begin);
    for (const std::string_view prefix : {"百分之", "ร้อยละ", "ร้อยละ "})
      if (raw.ends_with(prefix)) {
        quantity.dimension = Dimension::percent;
        return true;
      }
    if (first == 0) return false;
    const auto& before = pieces_[first - 1];
    const bool tied = !pieces_[first].space_before;
    std::string name = before.folded;
    // US$ and the like are a word and a sign.
    bool two = false;
    if (name == "$" && first >= 2 && !before.space_before && is_word(first - 2) &&
        find_currency(pieces_[first - 2].folded + "$") != nullptr) {
      name = pieces_[first - 2].folded + "$";
      two = true;
    }
    std::size_t begin = first - 1;
    if (name == "." && first >= 2 && pieces_[first - 2].folded == "rs") {
      name = "rs";
      begin = first - 2;
    }
    const auto* currency = find_currency(name);
    if (currency == nullptr ||
        (!tied && (name == "n" || name.size() == 1) && before.kind == PieceKind::word))
      return false;
    if (name == "n" && text_[before.begin] != 'N') return false;
    quantity.dimension = Dimension::money;
    quantity.unit = currency->code;
    first = two ? first - 2 : begin;
    quantity.begin = pieces_[first].begin;
    return true;
  }

  bool minus(std::size_t& first, Quantity& quantity) const {
    if (first == 0 || pieces_[first].space_before) return false;
    const auto& sign = pieces_[first - 1];
    if (sign.kind != PieceKind::sign || (sign.folded != "-" && sign.folded != "−")) return false;
    const bool starts =
        sign.space_before || first < 2 || pieces_[first - 2].kind == PieceKind::sign;
    if (!starts) return false;
    --first;
    quantity.begin = sign.begin;
    return true;
  }

  // The unit behind the number, which may be `known` already as money. The piece behind the unit.
  std::optional<std::size_t> unit_behind(Quantity& quantity, std::size_t last, bool known) {
    if (quantity.dimension == Dimension::ordinal && known) return std::nullopt;
    if (known && quantity.dimension != Dimension::money) return std::nullopt;
    const auto rest = text_.substr(quantity.end);
    const auto unspaced = rest.substr(rest.starts_with(' ') ? 1 : 0);
    if (const auto* unit = find_unit_prefix(unspaced)) {
      if (!known) apply(*unit, quantity);
      quantity.end += (rest.size() - unspaced.size()) + unit->name.size();
      return last;
    }
    if (known || quantity.end != pieces_[last - 1].end) return std::nullopt;
    return spaced_unit(quantity, last);
  }

  std::optional<std::size_t> spaced_unit(Quantity& quantity, std::size_t last) {
    std::size_t start = last;
    if (is_sign(start, "-") && !pieces_[start].space_before && is_word(start + 1) &&
        !pieces_[start + 1].space_before)
      ++start;  // 10-year
    std::string name;
    const Unit* best = nullptr;
    std::size_t end = last;
    for (std::size_t at = start; at < std::min(start + 4, pieces_.size()); ++at) {
      const auto& piece = pieces_[at];
      if (piece.kind == PieceKind::number) break;
      if (!name.empty() && piece.space_before) name.push_back(' ');
      name += piece.folded;
      const auto* unit = find_unit(name);
      if (unit == nullptr || !fits(*unit, at, start)) continue;
      best = unit;
      end = at + 1;
    }
    if (best == nullptr) return ordinal_suffix(quantity, last);
    apply(*best, quantity);
    quantity.end = pieces_[end - 1].end;
    return end;
  }

  // Single letters are units only where they touch the number or nothing follows that would make
  // them a word.
  bool fits(const Unit& unit, std::size_t at, std::size_t start) const {
    if (unit.name.size() > 1 || at != start) return true;
    const char written = text_[pieces_[at].begin];
    if (written == 'G' || written == 'M' || written == 'T') return false;  // 5G, Model T
    if (!pieces_[at].space_before) return true;
    return unit.name == "m" || unit.name == "t" || unit.name == "g" || unit.name == "l";
  }

  std::optional<std::size_t> ordinal_suffix(Quantity& quantity, std::size_t last) const {
    if (!is_word(last) || pieces_[last].space_before) return std::nullopt;
    const auto& suffix = pieces_[last].folded;
    if (suffix != "st" && suffix != "nd" && suffix != "rd" && suffix != "th") return std::nullopt;
    quantity.dimension = Dimension::ordinal;
    quantity.end = pieces_[last].end;
    return last + 1;
  }

  static void apply(const Unit& unit, Quantity& quantity) {
    quantity.dimension = unit.dimension;
    quantity.unit = std::string(unit.code);
    quantity.low = quantity.low * unit.scale + unit.offset;
    quantity.high = quantity.high * unit.scale + unit.offset;
    quantity.factor *= unit.scale;
    quantity.offset = unit.offset;
    quantity.step *= unit.scale;
    // Where units are converted, both sides were rounded in their own.
    if (unit.scale != 1 || unit.offset != 0) quantity.step *= 1.0001;
  }

  // A number without a unit: a count, the number of something that has one, or part of a name.
  bool bare(Quantity& quantity, std::size_t first, std::size_t last) const {
    if (is_word(last) && !pieces_[last].space_before &&
        pieces_[last - 1].kind == PieceKind::number) {
      const auto lead = static_cast<unsigned char>(text_[pieces_[last].begin]);
      if (lead < 0xE0) return false;  // 5G, 90s
    }
    if (is_sign(last, "/") && !pieces_[last].space_before && last + 1 < pieces_.size() &&
        pieces_[last + 1].kind == PieceKind::number)
      return false;
    if (is_sign(last, ".") && !pieces_[last].space_before && last + 1 < pieces_.size() &&
        pieces_[last + 1].kind == PieceKind::number && !pieces_[last + 1].space_before)
      return false;  // 1.2.3
    if (first == 0) return true;
    const auto& before = pieces_[first - 1];
    if (before.folded == "#") quantity.dimension = Dimension::ordinal;
    if (before.kind != PieceKind::word || first < 2) return true;
    const char lead = text_[before.begin];
    const bool capital = lead >= 'A' && lead <= 'Z';
    const bool starts_sentence = pieces_[first - 2].folded == ".";
    const bool numbered = before.folded == "number" || before.folded == "no" ||
                          before.folded == "section" || before.folded == "article" ||
                          before.folded == "page" || before.folded == "chapter";
    if (numbered || (capital && !starts_sentence && !bound_words().contains(before.folded) &&
                     quantity.low < 1e4)) {
      quantity.dimension = Dimension::ordinal;
      quantity.unit = before.folded;
    }
    return true;
  }

  Bound bound(std::size_t first, std::size_t end) const {
    const auto after = text_.substr(end);
    for (const std::string_view more : {"+", " or more", " oder mehr", "多", "余", "以上"})
      if (after.starts_with(more)) return Bound::more;
    for (const std::string_view less : {" or less", " or fewer", "以下"})
      if (after.starts_with(less)) return Bound::less;
    const auto before = text_.substr(0, pieces_[std::min(first, pieces_.size() - 1)].begin);
    for (const auto& prefix : prefix_bounds)
      if (before.ends_with(prefix.text)) return prefix.bound;
    std::string words;
    Bound found = Bound::exact;
    for (std::size_t back = 1; back <= 3 && back <= first; ++back) {
      const auto& piece = pieces_[first - back];
      if (piece.kind == PieceKind::number) break;
      words = words.empty() ? piece.folded : piece.folded + " " + words;
      const auto entry = bound_words().find(words);
      if (entry != bound_words().end()) found = entry->second;
    }
    return found;
  }

  void finish(Quantity quantity) {
    quantity.text = std::string(text_.substr(quantity.begin, quantity.end - quantity.begin));
    if (!quantities_.empty() && joins(quantities_.back(), quantity)) return;
    quantities_.push_back(std::move(quantity));
  }

  // 10 to 15 million, 5-10%, between 3 and 4 km: one range. From 3 to 4 is a change: two.
  bool joins(Quantity& left, Quantity& right) const {
    if (left.range || right.begin < left.end) return false;
    auto between = text_.substr(left.end, right.begin - left.end);
    while (between.starts_with(' ')) between.remove_prefix(1);
    while (between.ends_with(' ')) between.remove_suffix(1);
    // A minus that begins the right number is the dash of a range.
    if (between.empty() && right.text.starts_with('-') && right.low < 0) return false;
    if (!range_word(between)) return false;
    const auto before = text_.substr(0, left.begin);
    const bool is_between = before.ends_with("between ") || before.ends_with("zwischen ");
    if ((between == "and" || between == "und") != is_between) return false;
    inherit(left, right);
    for (const std::string_view from : {"from ", "von ", "с ", "от ", "从", "de "})
      if (before.ends_with(from)) return false;
    if (!comparable(left, right) || right.low <= left.low) return false;
    left.high = right.high;
    left.range = true;
    left.step = std::max(left.step, right.step);
    left.end = right.end;
    left.text = std::string(text_.substr(left.begin, left.end - left.begin));
    return true;
  }

  // "10 to 15 million": the unit and the scale of the right are the left's too.
  static void inherit(Quantity& left, const Quantity& right) {
    if (left.dimension != Dimension::count || left.factor != 1) return;
    // "from 900 to 1 million": the left is whole by itself.
    const bool has_scale = right.factor != 1 || right.dimension != Dimension::count;
    if (!has_scale || (right.dimension == Dimension::count && left.low >= 1000)) return;
    if (right.dimension == Dimension::ordinal) return;
    left.dimension = right.dimension;
    left.unit = right.unit;
    left.factor = right.factor;
    left.offset = right.offset;
    left.low = left.low * right.factor + right.offset;
    left.high = left.low;
    left.step *= right.factor;
  }

  std::string_view text_;
  std::string_view language_;
  std::vector<Piece> pieces_;
  std::vector<std::pair<std::size_t, std::size_t>> dates_;
  std::size_t date_ = 0;
  std::size_t at_ = 0;
  std::size_t suffix_ = 0;
  std::vector<Quantity> quantities_;
};

struct Interval {
  double low;
  double high;
};

Interval meant(const Quantity& quantity, bool with_sign) {
  double low = quantity.low;
  double high = quantity.high;
  if (!with_sign) {
    low = std::min(std::abs(quantity.low), std::abs(quantity.high));
    high = std::max(std::abs(quantity.low), std::abs(quantity.high));
  }
  const double about = quantity.bound == Bound::about ? 0.1 * std::abs(high) : 0;
  return {low - about, high + about};
}

// How far apart two values may be and still be one value, rounded twice.
double tolerance(const Quantity& a, const Quantity& b, double size) {
  const bool count = a.dimension == Dimension::count;
  const double coarse = std::max(a.step, b.step);
  const bool same_digits = a.step == b.step;
  // Small counts are exact, and two values of the same precision differ where their digits do.
  double allowed = size >= 1000 ? 0.005 * size : 0;
  if (count && size < 1000 && coarse >= 1) return allowed;
  if (same_digits && coarse <= 1) return allowed;
  double rounding = std::min(0.5 * coarse, 0.04 * size);
  if (coarse <= 1) rounding = size >= 10 ? coarse : 0.5 * coarse;  // 27 for 27.63: cut off
  if (a.dimension == Dimension::percent) rounding = std::min(std::max(0.5 * coarse, rounding), 2.0);
  return std::max(allowed, rounding * 1.001);
}

}  // namespace

std::string_view to_string(Dimension dimension) {
  constexpr std::array<std::string_view, 14> names{
      "count",  "percent", "percentage points", "factor",   "money", "length", "mass", "area",
      "volume", "speed",   "temperature",       "duration", "power", "ordinal"};
  return names[static_cast<std::size_t>(dimension)];
}

std::vector<Quantity> find_quantities(std::string_view text, std::string_view language) {
  return Reader(text, language).run();
}

bool comparable(const Quantity& a, const Quantity& b) {
  if (a.dimension != b.dimension) return false;
  if (a.dimension == Dimension::ordinal || a.dimension == Dimension::money)
    return a.unit.empty() || b.unit.empty() || a.unit == b.unit;
  return true;
}

bool agree(const Quantity& claimed, const Quantity& given) {
  if (claimed.dimension == Dimension::ordinal) return claimed.low == given.low;
  const bool with_sign = claimed.dimension == Dimension::temperature;
  auto claim = meant(claimed, with_sign);
  auto source = meant(given, with_sign);
  const double size = std::max(std::abs(claim.high), std::abs(source.high));
  double allowed = tolerance(claimed, given, size);
  if (with_sign) allowed = std::max(allowed, 0.6);
  claim.low -= allowed;
  claim.high += allowed;
  constexpr double unbounded = 1e300;
  if (claimed.bound == Bound::more) claim.high = unbounded;
  if (claimed.bound == Bound::less) claim.low = -unbounded;
  if (given.bound == Bound::more) source.high += 0.25 * std::abs(source.high);
  if (given.bound == Bound::less) source.low -= 0.25 * std::abs(source.low);
  return claim.low <= source.high && source.low <= claim.high;
}

double distance(const Quantity& claimed, const Quantity& given) {
  const double a = (claimed.low + claimed.high) / 2;
  const double b = (given.low + given.high) / 2;
  const double size = std::max(std::abs(a), std::abs(b));
  return size > 0 ? std::min(1.0, std::abs(std::abs(a) - std::abs(b)) / size) : 0;
}

}  // namespace assay::reasoning::extractive
