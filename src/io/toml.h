#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/core/date.h"

namespace assay::io {

// A table of a TOML file that a user wrote. What is read is ticked off, so that at the end
// require_all_read() can refuse a key that nobody knows. Every method that reads throws InputError
// where the value is of another kind or out of range: one line, `FILE:LINE: KEY …`.
class TomlTable {
 public:
  // `name` is the text's name for messages. Throws InputError where it is no TOML.
  static TomlTable parse(std::string_view text, const std::string& name);
  // Throws InputError where the file can't be read, or is longer than `longest` bytes.
  static TomlTable read(const std::filesystem::path& file, std::size_t longest = 1 << 20);

  // Nothing where the key is absent.
  std::optional<std::string> text(const std::string& key) const;
  std::optional<bool> flag(const std::string& key) const;
  std::optional<std::int64_t> whole(
      const std::string& key, std::int64_t least = 0,
      std::int64_t most = std::numeric_limits<std::int64_t>::max()) const;
  std::optional<double> number(const std::string& key, double least, double most) const;
  // A date of TOML's own, or one in quotes.
  std::optional<core::Date> date(const std::string& key) const;
  std::vector<std::string> texts(const std::string& key) const;
  std::optional<TomlTable> table(const std::string& key) const;
  std::vector<TomlTable> tables(const std::string& key) const;  // an array of them
  // The text, without ticking it off; nothing where the value is none.
  std::optional<std::string> peek(const std::string& key) const;
  bool is_flag(const std::string& key) const;

  std::vector<std::string> keys() const;  // in the order of the alphabet

  // Throws InputError for the first key that was not read; `known` says which there are.
  void require_all_read(const std::string& known) const;
  // Throws InputError about this key.
  [[noreturn]] void refuse(const std::string& key, const std::string& why) const;

 private:
  struct State;
  explicit TomlTable(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

}  // namespace assay::io
