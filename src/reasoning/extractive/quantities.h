#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Numbers with what they measure, read from running text in many languages, and whether two of
// them can both be right.
namespace assay::reasoning::extractive {

enum class Dimension {
  count,        // of whatever the words around it name
  percent,      // 27 %, a third, half of; in percent
  points,       // percentage points
  factor,       // twice, 3 times
  money,        // `unit` is the currency's code, in its main unit
  length,       // metres
  mass,         // kilograms
  area,         // square metres
  volume,       // litres
  speed,        // metres a second
  temperature,  // degrees Celsius
  duration,     // seconds; days and longer are counted in days of 86,400 s
  power,        // watts
  ordinal       // third, 19th
};
// One word for reasons: `count`, `percent`, `money`, …
std::string_view to_string(Dimension dimension);

enum class Bound { exact, about, more, less };

struct Quantity {
  Dimension dimension = Dimension::count;
  double low = 0;  // in the dimension's base unit; equal to `high` except for a range
  double high = 0;
  double step = 1;  // worth of the last digit that was written to be meant, in the base unit
  Bound bound = Bound::exact;
  std::string unit;  // as it is compared: currency code, or the unit's name; empty for bare counts
  std::size_t begin = 0;  // bytes of the text, sign, currency and unit included
  std::size_t end = 0;
  std::string text;  // those bytes
  bool range = false;
  double factor = 1;  // what scale words and unit multiplied the written number by
  double offset = 0;  // and what was added then
};

// The quantities of the text in their order. Years, days and the parts of names (COVID-19, G20) are
// none. `language` (ISO 639-1, may be empty) decides between decimal comma and decimal point.
std::vector<Quantity> find_quantities(std::string_view text, std::string_view language);

// Measured in the same terms, so that they could be compared: same dimension, and for money the
// same currency.
bool comparable(const Quantity& a, const Quantity& b);

// Can a claim with `claimed` be right where a source gives `given`? Rounding, `about`, `more than`,
// ranges and converted units are allowed for. Both must be comparable.
bool agree(const Quantity& claimed, const Quantity& given);

// How far apart two comparable quantities are, as a share of the larger: 0 to 1.
double distance(const Quantity& claimed, const Quantity& given);

}  // namespace assay::reasoning::extractive
