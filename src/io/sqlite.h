#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace assay::io {

// What SQLite can't do. what() is one line that names the file.
struct SqliteError : std::runtime_error {
  explicit SqliteError(const std::string& message) : std::runtime_error(message) {}
  bool damaged = false;  // the file is no database, or not a whole one
  bool busy = false;     // another process holds it
};

// A database file. For one thread at a time. Everything throws SqliteError.
class Sqlite {
 public:
  // Makes the file, for this user alone, where there is none. `patience`: how long to wait for
  // another process that holds it.
  Sqlite(const std::filesystem::path& file, std::chrono::milliseconds patience);

  void run(const char* sql);
  std::int64_t number(const char* sql);  // the first value of the first row; 0 where there is none

 private:
  friend class SqliteStatement;
  [[noreturn]] void fail(int code) const;
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::string name_;  // for messages
  std::unique_ptr<sqlite3, Close> database_;
};

// A statement that is run again and again. The database must outlive it.
class SqliteStatement {
 public:
  SqliteStatement(Sqlite& database, const char* sql);

  // The values of ?1, ?2, …; the text must live until reset().
  SqliteStatement& bind(int index, std::string_view text);
  SqliteStatement& bind(int index, std::int64_t number);
  // Goes to the next row; false where there is none.
  bool step();
  // Of the row, counted from 0; lives until the next step or reset.
  std::string_view text(int column) const;
  void reset();

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Sqlite& database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

}  // namespace assay::io
