#include "eval/benchmarks/json_rows.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/lines.h"

namespace assay::eval {
namespace {

using core::InputError;
using core::Json;

constexpr int max_depth = 64;
constexpr std::size_t max_values = 1'000'000;  // of one row

// Bounds what one row may hold. The parser frees what it built by recursion, so depth counts.
class RowLimits {
 public:
  void count(int depth) {
    if (depth > max_depth) throw InputError("nested too deeply");
    if (++values_ > max_values) throw InputError("too many values");
  }
  void restart() { values_ = 0; }

 private:
  std::size_t values_ = 0;
};

// Takes each element of the array out of the tree as soon as the parser has it whole.
class ArrayReader {
 public:
  ArrayReader(const std::filesystem::path& file, const TakeRow& take, const BadJsonRow& bad,
              std::string_view key)
      : file_(file), take_(take), bad_(bad), key_(key), row_depth_(key.empty() ? 1 : 2) {}

  void read(std::string_view bytes) {
    if (shape_of(bytes) != (key_.empty() ? Shape::array : Shape::object)) refuse();
    parse(bytes);
    if (!key_.empty() && !found_) refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    const auto wanted =
        key_.empty() ? "a JSON array" : fmt::format("a JSON object with a list `{}`", key_);
    throw InputError(fmt::format("'{}' is not {}", io::shown(file_), wanted));
  }
  std::string place() const { return row_place(file_, row_ + 1); }

  void parse(std::string_view bytes) {
    try {
      (void)Json::parse(bytes, [this](int depth, Json::parse_event_t event, Json& value) {
        return on_event(depth, event, value);
      });
    } catch (const Json::parse_error& error) {
      throw InputError(fmt::format("{}: not valid JSON (at byte {})", place(), error.byte));
    } catch (const Json::exception&) {
      throw InputError(place() + ": not valid JSON (a number that is too large)");
    }
  }

  // False drops the value from the tree.
  bool on_event(int depth, Json::parse_event_t event, Json& value) {
    using Event = Json::parse_event_t;
    bound(depth);
    if (!key_.empty() && depth == 1) {
      if (event == Event::key) in_list_ = value.get_ref<std::string&>() == key_;
      if (event == Event::array_start && in_list_) found_ = true;
    }
    const bool whole =
        event == Event::object_end || event == Event::array_end || event == Event::value;
    if (!in_rows(depth)) return true;
    if (whole) row(value);
    return !whole;
  }

  bool in_rows(int depth) const {
    if (depth != row_depth_) return false;
    return key_.empty() || (in_list_ && found_);
  }

  void bound(int depth) {
    try {
      limits_.count(depth);
    } catch (const InputError& error) {
      throw InputError(place() + ": " + error.what());
    }
  }

  void row(const Json& value) {
    limits_.restart();
    if (row_ == max_rows)
      throw InputError(fmt::format("'{}' has more than {} rows", io::shown(file_), max_rows));
    const auto where = place();
    const auto index = row_++;
    if (value.is_object()) return take_({value, index, index + 1, where});
    const auto message = where + ": not a JSON object";
    if (!bad_) throw InputError(message);
    bad_(message);
  }

  const std::filesystem::path& file_;
  const TakeRow& take_;
  const BadJsonRow& bad_;
  std::string_view key_;
  int row_depth_;
  RowLimits limits_;
  std::size_t row_ = 0;
  bool in_list_ = false;  // the member being read is the one of `key_`
  bool found_ = false;    // and it is a list
};

Json parse_line(std::string_view line) {
  RowLimits limits;
  const auto bounded = [&](int depth, Json::parse_event_t, Json&) {
    limits.count(depth);
    return true;
  };
  try {
    Json object = Json::parse(line, bounded);
    if (!object.is_object()) throw InputError("not a JSON object");
    return object;
  } catch (const Json::exception&) {
    throw InputError("not valid JSON");
  }
}

}  // namespace

std::string row_place(const std::filesystem::path& file, std::size_t row) {
  return fmt::format("'{}' row {}", io::shown(file), row);
}

std::string line_place(const std::filesystem::path& file, std::size_t line) {
  return fmt::format("'{}' line {}", io::shown(file), line);
}

Shape shape_of(std::string_view bytes) {
  const auto at = bytes.find_first_not_of(" \t\r\n");
  if (at == std::string_view::npos) return Shape::other;
  if (bytes[at] == '[') return Shape::array;
  return bytes[at] == '{' ? Shape::object : Shape::other;
}

void read_array(std::string_view bytes, const std::filesystem::path& file, const TakeRow& take,
                const BadJsonRow& bad, std::string_view key) {
  ArrayReader(file, take, bad, key).read(bytes);
}

void read_lines(std::string_view bytes, const std::filesystem::path& file, const TakeRow& take,
                const BadJsonRow& bad) {
  std::size_t number = 0;
  std::size_t index = 0;
  while (!bytes.empty()) {
    ++number;
    const auto line = language::take_line(bytes);
    if (language::is_blank(line)) continue;
    if (index == max_rows)
      throw InputError(fmt::format("'{}' has more than {} rows", io::shown(file), max_rows));
    const auto place = line_place(file, number);
    Json object;
    try {
      object = parse_line(line);
    } catch (const InputError& error) {
      const auto message = place + ": " + error.what();
      if (!bad) throw InputError(message);
      bad(message);
      continue;
    }
    take({object, index++, number, place});
  }
}

void read_rows(std::string_view bytes, const std::filesystem::path& file, const TakeRow& take,
               const BadJsonRow& bad) {
  if (shape_of(bytes) == Shape::array)
    read_array(bytes, file, take, bad);
  else
    read_lines(bytes, file, take, bad);
}

std::string read_benchmark_file(const std::filesystem::path& file) {
  auto bytes = io::read_file(file, max_benchmark_bytes);
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
  return bytes;
}

}  // namespace assay::eval
