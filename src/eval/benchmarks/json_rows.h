#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "assay/core/json.h"

// Files of JSON objects, read one object at a time: the whole never stands in memory as a tree.
namespace assay::eval {

inline constexpr std::size_t max_rows = 5'000'000;
inline constexpr std::size_t max_benchmark_bytes = std::size_t{1} << 30;

// `'FILE' row 3` or `'FILE' line 3`, for messages. Rows are counted from 1.
std::string row_place(const std::filesystem::path& file, std::size_t row);
std::string line_place(const std::filesystem::path& file, std::size_t line);

// One object, and where it stands.
struct JsonRow {
  const core::Json& object;
  std::size_t index = 0;   // among the rows, from 0
  std::size_t number = 0;  // of its row in an array, of its line in JSON Lines; from 1
  std::string place;       // for messages
};
using TakeRow = std::function<void(const JsonRow& row)>;
// Told of a row that can't be read. Without one it is thrown.
using BadJsonRow = std::function<void(const std::string& message)>;

// What the first byte that is no white space says of a file.
enum class Shape { array, object, other };
Shape shape_of(std::string_view bytes);

// The objects of the array that the text is, or with `key` of the array that the root object has
// under it. Throws InputError, one line with file and row, where it is no such JSON, nests deeper
// than 64, has more than max_rows rows, or one row more than a million values; and for a row that
// is no object, unless `bad` takes it. What `take` throws goes through.
void read_array(std::string_view bytes, const std::filesystem::path& file, const TakeRow& take,
                const BadJsonRow& bad = {}, std::string_view key = {});
// The objects of JSON Lines, one a line. Blank lines are passed over.
void read_lines(std::string_view bytes, const std::filesystem::path& file, const TakeRow& take,
                const BadJsonRow& bad = {});
// Whichever of the two it is: an array where it begins as one.
void read_rows(std::string_view bytes, const std::filesystem::path& file, const TakeRow& take,
               const BadJsonRow& bad = {});

// Reads a file of at most max_benchmark_bytes, a byte-order mark passed over.
std::string read_benchmark_file(const std::filesystem::path& file);

}  // namespace assay::eval
