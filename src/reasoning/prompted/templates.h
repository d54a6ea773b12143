#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace assay::reasoning::prompted {

// The prompts: Markdown files with named placeholders ({{claim}}), compiled into the program. A
// user's folder may have files of the same names, which take their place.
class Templates {
 public:
  Templates();
  // Throws InputError where `folder` can't be read, holds a file that is no prompt's, or one whose
  // template is broken or names a placeholder that its prompt has not.
  explicit Templates(const std::filesystem::path& folder);

  using Values = std::map<std::string, std::string, std::less<>>;

  // The prompt with the values at the places of their names; values are taken as they are, marks in
  // them mean nothing. A section ({{#name}} … {{/name}}) is left out where the value is empty.
  std::string fill(std::string_view name, const Values& values) const;
  // The file as it is; empty where there is none.
  const std::string& text(std::string_view name) const;

  // Changes whenever one of these prompts does: a part of the hash of their bytes.
  std::string version(std::initializer_list<std::string_view> names) const;

 private:
  std::map<std::string, std::string, std::less<>> files_;  // by name, without `.md`
};

}  // namespace assay::reasoning::prompted
