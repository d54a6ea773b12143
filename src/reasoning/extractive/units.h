#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "reasoning/extractive/quantities.h"

// The words and signs that say what a number measures, in the languages that Assay reads most.
namespace assay::reasoning::extractive {

struct Unit {
  std::string_view name;  // as written, lower case, accents stripped
  Dimension dimension = Dimension::count;
  double scale = 1;       // to the dimension's base unit
  double offset = 0;      // added after scaling: Fahrenheit, kelvin
  std::string_view code;  // what makes two quantities comparable within the dimension
};

// A unit that is a whole word or several joined by one space: `km`, `miles per hour`, `рублеи`.
const Unit* find_unit(std::string_view folded);
// The longest unit that the text starts with, of scripts without spaces and of signs: `%`, `公里`.
const Unit* find_unit_prefix(std::string_view text);
// A currency's sign or code that stands before its number: `$`, `us$`, `eur`, `rs`.
const Unit* find_currency(std::string_view folded);

struct Scale {
  std::string_view name;
  double factor = 1;
};
// `million`, `mrd`, `крор`, … Of German and the like, `billion` is 10^12.
std::optional<double> find_scale(std::string_view folded, std::string_view language);
// `万`, `亿`, `ล้าน`: the longest that the text starts with.
const Scale* find_scale_prefix(std::string_view text);

}  // namespace assay::reasoning::extractive
