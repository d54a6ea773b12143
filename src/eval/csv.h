#pragma once
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Tables of comma-separated values as RFC 4180 has them.
namespace assay::eval {

struct CsvRow {
  std::vector<std::string> cells;  // as many as the header has
  std::size_t number = 0;          // among the rows behind the header, from 1
  std::size_t line = 0;            // of the file, where the row begins, from 1
};

struct CsvTable {
  std::vector<std::string> header;
  std::vector<CsvRow> rows;
  // The first column of that name, exactly as the header has it; nothing where there is none.
  std::optional<std::size_t> column(std::string_view name) const;
};

struct CsvLimits {
  std::size_t bytes = std::size_t{1} << 30;  // of the file
  std::size_t columns = 256;
  std::size_t cells = 50'000'000;  // of the whole table
};

// Told of a row that can't be used, file and row included.
using BadRow = std::function<void(const std::string& message)>;

// Reads a whole file: the first row is the header, lines end by LF, CRLF or CR, a byte-order mark
// is passed over, quoted cells may hold line breaks, spaces around cells are kept, empty lines are
// no rows. Throws InputError, one line with file and row, where the file can't be read, a limit is
// passed, there is no header, or quotes do not balance; and for a row that is not UTF-8 or has not
// as many cells as the header, unless `bad` takes those.
CsvTable read_csv(const std::filesystem::path& file, const CsvLimits& limits = {},
                  const BadRow& bad = {});
// The same of the bytes; `file` is for messages.
CsvTable parse_csv(std::string_view bytes, const std::filesystem::path& file,
                   const CsvLimits& limits = {}, const BadRow& bad = {});

// One row with its line end (CRLF). Cells are quoted where they need it.
std::string csv_row(std::span<const std::string> cells);

}  // namespace assay::eval
