#pragma once
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>

#include "eval/csv.h"

namespace assay::eval {

// The cells of one row by their columns' names. Both must outlive it.
class CsvFields {
 public:
  CsvFields(const CsvTable& table, const CsvRow& row) : table_(table), row_(row) {}
  // Empty where there is no such column.
  const std::string& text(std::string_view column) const;

 private:
  const CsvTable& table_;
  const CsvRow& row_;
};

// A table that has the columns that are needed.
class CsvColumns {
 public:
  // Throws InputError, which names the columns that are missing.
  CsvColumns(const CsvTable& table, std::filesystem::path file,
             std::initializer_list<std::string_view> needed);

  CsvFields of(const CsvRow& row) const { return {table_, row}; }
  // `'FILE' row 3 (line 5)`.
  std::string place(const CsvRow& row) const;

 private:
  const CsvTable& table_;
  std::filesystem::path file_;
};

}  // namespace assay::eval
