#include "io/toml.h"

#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/http_text.h"

namespace assay::io {
namespace {

constexpr std::size_t longest_shown = 80;

std::string place(const std::string& name, const toml::source_region& source) {
  return name + ":" + std::to_string(source.begin.line) + ": ";
}

}  // namespace

struct TomlTable::State {
  std::string name;
  std::shared_ptr<const toml::table> root;
  const toml::table* table = nullptr;  // of the root
  std::set<std::string, std::less<>> read;

  const toml::node* find(const std::string& key) {
    const auto* node = table->get(key);
    if (node != nullptr) read.insert(key);
    return node;
  }
};

TomlTable TomlTable::parse(std::string_view text, const std::string& name) {
  auto state = std::make_shared<State>();
  state->name = name;
  try {
    state->root = std::make_shared<const toml::table>(toml::parse(text));
  } catch (const toml::parse_error& error) {
    throw core::InputError(place(name, error.source()) +
                           one_line(std::string(error.description()), 200));
  }
  state->table = state->root.get();
  return TomlTable(std::move(state));
}

TomlTable TomlTable::read(const std::filesystem::path& file, std::size_t longest) {
  return parse(read_file(file, longest), shown(file));
}

void TomlTable::refuse(const std::string& key, const std::string& why) const {
  const auto* node = state_->table->get(key);
  const auto& source = node != nullptr ? node->source() : state_->table->source();
  throw core::InputError(place(state_->name, source) + one_line(key, longest_shown) + " " + why);
}

std::optional<std::string> TomlTable::text(const std::string& key) const {
  const auto* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_string()) refuse(key, "must be a text in quotes");
  return node->as_string()->get();
}

std::optional<bool> TomlTable::flag(const std::string& key) const {
  const auto* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_boolean()) refuse(key, "must be true or false");
  return node->as_boolean()->get();
}

std::optional<std::int64_t> TomlTable::whole(const std::string& key, std::int64_t least,
                                             std::int64_t most) const {
  const auto* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_integer()) refuse(key, "must be a whole number");
  const auto value = node->as_integer()->get();
  if (value < least) refuse(key, "must be at least " + std::to_string(least));
  if (value > most) refuse(key, "must be at most " + std::to_string(most));
  return value;
}

std::optional<double> TomlTable::number(const std::string& key, double least, double most) const {
  const auto* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto value = node->value<double>();  // of a whole number too
  if (!node->is_number() || !value) refuse(key, "must be a number");
  if (!std::isfinite(*value) || *value < least || *value > most) {
    const auto bound = [](double number) {
      std::string text = std::to_string(number);
      text.erase(std::min(text.find_last_not_of('0') + 1, text.size()));
      if (text.ends_with('.')) text.pop_back();
      return text;
    };
    refuse(key, "must be from " + bound(least) + " to " + bound(most));
  }
  return value;
}

std::optional<core::Date> TomlTable::date(const std::string& key) const {
  const auto* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  std::optional<core::Date> date;
  if (const auto* own = node->as_date())
    date = core::Date::of(own->get().year, own->get().month, own->get().day);
  else if (const auto* text = node->as_string())
    date = core::Date::parse(text->get());
  if (!date) refuse(key, "must be a date (YYYY-MM-DD)");
  return date;
}

std::vector<std::string> TomlTable::texts(const std::string& key) const {
  const auto* node = state_->find(key);
  if (node == nullptr) return {};
  const auto* array = node->as_array();
  if (array == nullptr) refuse(key, "must be a list of texts");
  std::vector<std::string> all;
  for (const auto& element : *array) {
    const auto* text = element.as_string();
    if (text == nullptr) refuse(key, "must be a list of texts");
    all.push_back(text->get());
  }
  return all;
}

std::optional<TomlTable> TomlTable::table(const std::string& key) const {
  const auto* node = state_->find(key);
  if (node == nullptr) return std::nullopt;
  const auto* inner = node->as_table();
  if (inner == nullptr) refuse(key, "must be a table");
  auto state = std::make_shared<State>();
  state->name = state_->name;
  state->root = state_->root;
  state->table = inner;
  return TomlTable(std::move(state));
}

std::vector<TomlTable> TomlTable::tables(const std::string& key) const {
  const auto* node = state_->find(key);
  if (node == nullptr) return {};
  const auto* array = node->as_array();
  if (array == nullptr) refuse(key, "must be tables: [[" + key + "]]");
  std::vector<TomlTable> all;
  for (const auto& element : *array) {
    const auto* inner = element.as_table();
    if (inner == nullptr) refuse(key, "must be tables: [[" + key + "]]");
    auto state = std::make_shared<State>();
    state->name = state_->name;
    state->root = state_->root;
    state->table = inner;
    all.push_back(TomlTable(std::move(state)));
  }
  return all;
}

std::optional<std::string> TomlTable::peek(const std::string& key) const {
  const auto* node = state_->table->get(key);
  if (node == nullptr || !node->is_string()) return std::nullopt;
  return node->as_string()->get();
}

bool TomlTable::is_flag(const std::string& key) const {
  const auto* node = state_->table->get(key);
  return node != nullptr && node->is_boolean();
}

std::vector<std::string> TomlTable::keys() const {
  std::vector<std::string> all;
  for (const auto& [key, node] : *state_->table) all.emplace_back(key.str());
  return all;
}

void TomlTable::require_all_read(const std::string& known) const {
  for (const auto& key : keys())
    if (!state_->read.contains(key)) refuse(key, "is no known key; known are " + known);
}

}  // namespace assay::io
