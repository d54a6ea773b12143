#include "eval/benchmarks/csv_fields.h"

#include <fmt/format.h>

#include <utility>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::eval {

const std::string& CsvFields::text(std::string_view column) const {
  static const std::string nothing;
  const auto at = table_.column(column);
  return at ? row_.cells[*at] : nothing;
}

CsvColumns::CsvColumns(const CsvTable& table, std::filesystem::path file,
                       std::initializer_list<std::string_view> needed)
    : table_(table), file_(std::move(file)) {
  std::string missing;
  for (const auto name : needed)
    if (!table.column(name)) missing += fmt::format("{}`{}`", missing.empty() ? "" : ", ", name);
  if (!missing.empty())
    throw core::InputError(
        fmt::format("'{}' has not the columns it needs: {}", io::shown(file_), missing));
}

std::string CsvColumns::place(const CsvRow& row) const {
  return fmt::format("'{}' row {} (line {})", io::shown(file_), row.number, row.line);
}

}  // namespace assay::eval
