#include "eval/csv.h"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"
#include "language/utf8.h"

namespace assay::eval {
namespace {

using core::InputError;

int no_space(unsigned char) { return 0; }

// What libcsv has told so far. It is C: nothing may be thrown through it.
class Rows {
 public:
  Rows(const std::filesystem::path& file, const CsvLimits& limits, const BadRow& bad)
      : file_(file), limits_(limits), bad_(bad) {}

  static void on_cell(void* text, std::size_t size, void* self) noexcept {
    static_cast<Rows*>(self)->guarded([&](Rows& rows) { rows.cell(text, size); });
  }
  static void on_row(int, void* self) noexcept {
    static_cast<Rows*>(self)->guarded([](Rows& rows) { rows.row(); });
  }

  void begin_line(bool empty) {
    ++line_;
    if (inside_ || empty) return;
    row_line_ = line_;
    inside_ = true;
  }
  void check() {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }
  std::string place() const {
    return number_ == 0
               ? fmt::format("'{}' header (line {})", io::shown(file_), row_line_)
               : fmt::format("'{}' row {} (line {})", io::shown(file_), number_, row_line_);
  }
  CsvTable take() {
    if (number_ == 0) throw InputError(fmt::format("'{}' has no header", io::shown(file_)));
    return std::move(table_);
  }

 private:
  template <class Step>
  void guarded(const Step& step) noexcept {
    if (error_) return;
    try {
      step(*this);
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  void cell(const void* text, std::size_t size) {
    if (cells_.size() == limits_.columns)
      throw InputError(fmt::format("{}: more than {} cells", place(), limits_.columns));
    if (++total_ > limits_.cells)
      throw InputError(fmt::format("'{}' has more than {} cells", io::shown(file_), limits_.cells));
    cells_.emplace_back(static_cast<const char*>(text), size);
  }

  void row() {
    auto cells = std::exchange(cells_, {});
    const auto problem = problem_of(cells);
    if (!problem.empty() && (number_ == 0 || !bad_)) throw InputError(place() + ": " + problem);
    if (!problem.empty())
      bad_(place() + ": " + problem);
    else if (number_ == 0)
      table_.header = std::move(cells);
    else
      table_.rows.push_back({std::move(cells), number_, row_line_});
    ++number_;
    inside_ = false;
  }

  std::string problem_of(const std::vector<std::string>& cells) const {
    if (!std::ranges::all_of(cells, language::is_utf8)) return "not UTF-8";
    if (number_ > 0 && cells.size() != table_.header.size())
      return fmt::format("{} cells where the header has {}", cells.size(), table_.header.size());
    return {};
  }

  const std::filesystem::path& file_;
  const CsvLimits& limits_;
  const BadRow& bad_;
  CsvTable table_;
  std::vector<std::string> cells_;  // of the row that is being read
  std::size_t total_ = 0;
  std::size_t number_ = 0;    // of that row; the header's is 0
  std::size_t line_ = 0;      // that is being read
  std::size_t row_line_ = 0;  // where the row began
  bool inside_ = false;       // a row goes on over a line's end
  std::exception_ptr error_;
};

class Parser {
 public:
  Parser() {
    constexpr unsigned char strict = CSV_STRICT | CSV_STRICT_FINI;
    if (csv_init(&parser_, strict) != 0) throw std::bad_alloc();
    csv_set_space_func(&parser_, no_space);
  }
  ~Parser() { csv_free(&parser_); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  void parse(std::string_view bytes, Rows& rows) {
    const auto read =
        csv_parse(&parser_, bytes.data(), bytes.size(), Rows::on_cell, Rows::on_row, &rows);
    rows.check();
    if (read != bytes.size()) fail(rows);
  }
  void finish(Rows& rows) {
    const auto failed = csv_fini(&parser_, Rows::on_cell, Rows::on_row, &rows) != 0;
    rows.check();
    if (failed) fail(rows);
  }

 private:
  [[noreturn]] void fail(const Rows& rows) {
    const auto code = csv_error(&parser_);
    throw InputError(rows.place() + ": " +
                     (code == CSV_EPARSE ? "the quotes do not balance" : csv_strerror(code)));
  }
  csv_parser parser_{};
};

// With its end, whichever of the three it is.
std::string_view take_row_line(std::string_view& rest) {
  auto end = rest.find_first_of("\r\n");
  if (end == std::string_view::npos)
    end = rest.size();
  else
    end += rest.substr(end).starts_with("\r\n") ? 2 : 1;
  const auto line = rest.substr(0, end);
  rest.remove_prefix(end);
  return line;
}

bool is_empty_line(std::string_view line) {
  return line.find_first_not_of("\r\n") == std::string_view::npos;
}

std::string in_quotes(std::string_view cell) {
  // As long as a cell of quotes alone can become.
  std::string text(2 * cell.size() + 2, '\0');
  text.resize(csv_write(text.data(), text.size(), cell.data(), cell.size()));
  return text;
}

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto it = std::ranges::find(header, name);
  if (it == header.end()) return std::nullopt;
  return static_cast<std::size_t>(it - header.begin());
}

CsvTable parse_csv(std::string_view bytes, const std::filesystem::path& file,
                   const CsvLimits& limits, const BadRow& bad) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  Rows rows(file, limits, bad);
  Parser parser;
  while (!bytes.empty()) {
    const auto line = take_row_line(bytes);
    rows.begin_line(is_empty_line(line));
    parser.parse(line, rows);
  }
  parser.finish(rows);
  return rows.take();
}

CsvTable read_csv(const std::filesystem::path& file, const CsvLimits& limits, const BadRow& bad) {
  return parse_csv(io::read_file(file, limits.bytes), file, limits, bad);
}

std::string csv_row(std::span<const std::string> cells) {
  std::string row;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) row += ',';
    const bool plain = cells[i].find_first_of(",\"\r\n") == std::string::npos && !cells[i].empty();
    row += plain ? cells[i] : in_quotes(cells[i]);
  }
  return row + "\r\n";
}

}  // namespace assay::eval
