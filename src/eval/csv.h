#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Tables as RFC 4180 writes them.
namespace assay::eval {

struct CsvRow {
  std::size_t number = 0;  // in the file, from 1; the header is the first
  std::vector<std::string> cells;
};

class CsvTable {
 public:
  // Reads the whole file: quoted cells may hold commas, quotes and lines; a byte order mark and
  // empty lines are passed over. Throws InputError, which names file and row, for quotes that do
  // not close or stand within a cell, a row with more or fewer cells than the header, text that is
  // not UTF-8, a column that comes twice, a file without a header, or one of more than 1 GiB.
  static CsvTable read(const std::filesystem::path& file);

  const std::vector<std::string>& header() const { return header_; }
  const std::vector<CsvRow>& rows() const { return rows_; }
  // Nothing where there is no such column.
  std::optional<std::size_t> column(std::string_view name) const;
  // Throws InputError, which names the file and the columns that there are.
  std::size_t need_column(std::string_view name) const;
  // `'FILE' row 7`, for messages.
  std::string place(const CsvRow& row) const;

 private:
  std::filesystem::path file_;
  std::vector<std::string> header_;
  std::vector<CsvRow> rows_;
};

// A cell, in quotes where it needs them.
std::string csv_cell(std::string_view text);
// The cells with commas between, and a line end.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace assay::eval
