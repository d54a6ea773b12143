#include "eval/csv.h"

#include <csv.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/utf8.h"

namespace assay::eval {
namespace {

using core::InputError;

constexpr std::size_t largest_file = std::size_t{1} << 30;

struct Parser {
  csv_parser parser{};
  bool made = csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) == 0;
  Parser() = default;
  ~Parser() {
    if (made) csv_free(&parser);
  }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
};

struct Rows {
  std::vector<CsvRow> rows;
  std::vector<std::string> cells;  // of the row that is read
};

// Spaces at the ends of a cell are part of it.
int no_space(unsigned char) { return 0; }

void take_cell(void* cell, std::size_t size, void* into) {
  static_cast<Rows*>(into)->cells.emplace_back(static_cast<const char*>(cell), size);
}

void take_row(int, void* into) {
  auto& rows = *static_cast<Rows*>(into);
  rows.rows.push_back({rows.rows.size() + 1, std::exchange(rows.cells, {})});
}

[[noreturn]] void refuse(const std::filesystem::path& file, std::size_t row,
                         const std::string& why) {
  throw InputError("'" + io::shown(file) + "' row " + std::to_string(row) + ": " + why);
}

std::vector<CsvRow> parse(const std::filesystem::path& file, std::string_view bytes) {
  Parser csv;
  if (!csv.made) throw InputError("no memory to read '" + io::shown(file) + "'");
  csv_set_space_func(&csv.parser, no_space);
  Rows rows;
  const auto read = csv_parse(&csv.parser, bytes.data(), bytes.size(), take_cell, take_row, &rows);
  if (read != bytes.size() || csv_fini(&csv.parser, take_cell, take_row, &rows) != 0)
    refuse(file, rows.rows.size() + 1, csv_strerror(csv_error(&csv.parser)));
  return std::move(rows.rows);
}

}  // namespace

CsvTable CsvTable::read(const std::filesystem::path& file) {
  const auto bytes = io::read_file(file, largest_file);
  std::string_view text = bytes;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  CsvTable table;
  table.file_ = file;
  table.rows_ = parse(file, text);
  if (table.rows_.empty()) throw InputError("'" + io::shown(file) + "' is empty: it has no header");
  table.header_ = std::move(table.rows_.front().cells);
  table.rows_.erase(table.rows_.begin());
  std::set<std::string> names;
  for (const auto& name : table.header_)
    if (!names.insert(name).second) refuse(file, 1, "the column '" + name + "' comes twice");
  for (const auto& row : table.rows_) {
    if (row.cells.size() != table.header_.size())
      refuse(file, row.number,
             "has " + std::to_string(row.cells.size()) + " cells, and the header " +
                 std::to_string(table.header_.size()));
    for (const auto& cell : row.cells)
      if (!language::is_utf8(cell)) refuse(file, row.number, "is not UTF-8");
  }
  return table;
}

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header_.begin());
}

std::size_t CsvTable::need_column(std::string_view name) const {
  if (const auto found = column(name)) return *found;
  std::string known;
  for (const auto& one : header_) known += (known.empty() ? "" : ", ") + one;
  throw InputError("'" + io::shown(file_) + "' has no column '" + std::string(name) +
                   "'; its columns are: " + language::to_utf8(known));
}

std::string CsvTable::place(const CsvRow& row) const {
  return "'" + io::shown(file_) + "' row " + std::to_string(row.number);
}

std::string csv_cell(std::string_view text) {
  const bool plain = text.find_first_of("\",\r\n") == text.npos &&
                     (text.empty() || (text.front() != ' ' && text.back() != ' '));
  if (plain) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + "\"";
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + csv_cell(cells[i]);
  return line + "\n";
}

}  // namespace assay::eval
