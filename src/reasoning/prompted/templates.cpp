#include "reasoning/prompted/templates.h"

#include <algorithm>
#include <kainjow/mustache.hpp>

#include "assay/core/error.h"
#include "io/files.h"
#include "io/sha256.h"
#include "language/utf8.h"
#include "reasoning/prompted/prompt_files.h"

namespace assay::reasoning::prompted {
namespace {

namespace fs = std::filesystem;
namespace mustache = kainjow::mustache;

constexpr std::size_t longest_prompt = 256 << 10;
constexpr std::string_view ending = ".md";

mustache::mustache parsed(const std::string& text) {
  mustache::mustache parsed(text);
  parsed.set_custom_escape([](const std::string& value) { return value; });
  return parsed;
}

// The names of the placeholders and sections of a template: what stands in its double braces.
std::vector<std::string> placeholders(std::string_view text) {
  std::vector<std::string> names;
  for (auto at = text.find("{{"); at != text.npos; at = text.find("{{", at + 2)) {
    auto begin = at + 2;
    while (begin < text.size() && std::string_view("#/^{& ").find(text[begin]) != text.npos)
      ++begin;
    const auto end = text.find_first_of("} ", begin);
    if (end == text.npos) break;
    names.emplace_back(text.substr(begin, end - begin));
  }
  return names;
}

}  // namespace

Templates::Templates() {
  for (const auto& [file, text] : prompt_files())
    files_.emplace(file.substr(0, file.size() - ending.size()), text);
}

Templates::Templates(const fs::path& folder) : Templates() {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  if (error)
    throw core::InputError("cannot read the prompts in '" + io::shown(folder) +
                           "': " + error.message());
  for (const auto& file : entry) {
    const auto path = file.path();
    if (path.extension() != ending) continue;
    const auto known = files_.find(path.stem().string());
    if (known == files_.end())
      throw core::InputError("'" + io::shown(path) +
                             "' is no prompt of assay; `assay check --prompts` names them in its "
                             "help");
    auto text = io::read_file(path, longest_prompt);
    if (!language::is_utf8(text))
      throw core::InputError("the prompt '" + io::shown(path) + "' is not UTF-8");
    // By value: it belongs to a temporary.
    if (const std::string problem = parsed(text).error_message(); !problem.empty())
      throw core::InputError("the prompt '" + io::shown(path) + "' is broken: " + problem);
    const auto allowed = placeholders(known->second);
    for (const auto& name : placeholders(text))
      if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
        throw core::InputError("the prompt '" + io::shown(path) +
                               "' names a placeholder that it has not: {{" + name + "}}");
    known->second = std::move(text);
  }
}

std::string Templates::fill(std::string_view name, const Values& values) const {
  mustache::data data;
  for (const auto& [key, value] : values)
    if (value.empty())
      data.set(key, false);
    else
      data.set(key, value);
  return parsed(text(name)).render(data);
}

const std::string& Templates::text(std::string_view name) const {
  static const std::string none;
  const auto found = files_.find(name);
  return found == files_.end() ? none : found->second;
}

std::string Templates::version(std::initializer_list<std::string_view> names) const {
  io::Sha256 hash;
  for (const auto name : names) hash.add_field(text(name));
  return hash.hex().substr(0, 12);
}

}  // namespace assay::reasoning::prompted
