// A libFuzzer target of benchmarks' files and submissions: tables, rows of JSON, cells of evidence.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "assay/core/error.h"
#include "eval/benchmarks/averitec_cells.h"
#include "eval/benchmarks/json_rows.h"
#include "eval/csv.h"

namespace {

using namespace assay;

void require(bool holds) {
  if (!holds) std::abort();
}

// Each row has as many cells as the header, and a row that is written is read as it was.
void read_table(std::string_view text) {
  const auto table = eval::parse_csv(text, "table.csv");
  for (const auto& row : table.rows) {
    require(row.cells.size() == table.header.size());
    const auto again =
        eval::parse_csv(eval::csv_row(table.header) + eval::csv_row(row.cells), "again.csv");
    // A row of one empty cell is an empty line.
    require(again.rows.empty() ? row.cells.size() == 1 : again.rows.front().cells == row.cells);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    if (data[0] % 3 == 0) read_table(text);
    if (data[0] % 3 == 1)
      eval::read_rows(text, "rows.json",
                      [](const eval::JsonRow& row) { require(row.object.is_object()); });
    if (data[0] % 3 == 2) eval::read_evidence_cell(text);
  } catch (const core::InputError& error) {
    require(std::string_view(error.what()).find('\n') == std::string_view::npos);
  }
  return 0;
}
