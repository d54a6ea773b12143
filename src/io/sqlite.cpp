#include "io/sqlite.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "io/files.h"

namespace assay::io {
namespace {

// SQLite would make it readable for all, and gives its side files the rights of this one. A file
// that is there is not opened: closing it would let go of the locks that SQLite holds on it.
void make_private(const std::filesystem::path& file, const std::string& name) {
  const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd >= 0)
    ::close(fd);
  else if (errno != EEXIST)
    throw SqliteError("cannot open " + name + ": " + std::strerror(errno));
}

}  // namespace

void Sqlite::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Sqlite::Sqlite(const std::filesystem::path& file, std::chrono::milliseconds patience)
    : name_("'" + shown(file) + "'") {
  make_private(file, name_);
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &database,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) fail(code);
  sqlite3_busy_timeout(database, static_cast<int>(patience.count()));
}

void Sqlite::fail(int code) const {
  const int extended = database_ ? sqlite3_extended_errcode(database_.get()) : code;
  SqliteError error(name_ + ": " + sqlite3_errstr(extended == 0 ? code : extended));
  const int primary = code & 0xFF;
  error.damaged = primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB;
  error.busy = primary == SQLITE_BUSY || primary == SQLITE_LOCKED;
  throw error;
}

void Sqlite::run(const char* sql) {
  const int code = sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

std::int64_t Sqlite::number(const char* sql) {
  SqliteStatement statement(*this, sql);
  if (!statement.step()) return 0;
  const std::string text(statement.text(0));
  return std::strtoll(text.c_str(), nullptr, 10);
}

SqliteStatement::SqliteStatement(Sqlite& database, const char* sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database_.database_.get(), sql, -1, &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) database_.fail(code);
}

SqliteStatement& SqliteStatement::bind(int index, std::string_view text) {
  const int code = sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(),
                                       SQLITE_STATIC, SQLITE_UTF8);
  if (code != SQLITE_OK) database_.fail(code);
  return *this;
}

SqliteStatement& SqliteStatement::bind(int index, std::int64_t number) {
  const int code = sqlite3_bind_int64(statement_.get(), index, number);
  if (code != SQLITE_OK) database_.fail(code);
  return *this;
}

bool SqliteStatement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  database_.fail(code);
}

std::string_view SqliteStatement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

void SqliteStatement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

}  // namespace assay::io
