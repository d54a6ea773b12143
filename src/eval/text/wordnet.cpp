#include "eval/text/wordnet.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "assay/core/error.h"
#include "io/files.h"

namespace assay::eval {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = std::size_t{64} << 20;

struct Ending {
  std::string_view old_one;
  std::string_view new_one;
};

// How inflected forms end, and their base forms, for each part of speech: WordNet's rules.
constexpr std::array<Ending, 9> noun_endings{{{"s", ""},
                                              {"ses", "s"},
                                              {"ves", "f"},
                                              {"xes", "x"},
                                              {"zes", "z"},
                                              {"ches", "ch"},
                                              {"shes", "sh"},
                                              {"men", "man"},
                                              {"ies", "y"}}};
constexpr std::array<Ending, 8> verb_endings{{{"s", ""},
                                              {"ies", "y"},
                                              {"es", "e"},
                                              {"es", ""},
                                              {"ed", "e"},
                                              {"ed", ""},
                                              {"ing", "e"},
                                              {"ing", ""}}};
constexpr std::array<Ending, 4> adjective_endings{
    {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}}};

struct Part {
  const char* name;
  std::span<const Ending> endings;
};
constexpr std::array<Part, 4> parts{
    {{"noun", noun_endings}, {"verb", verb_endings}, {"adj", adjective_endings}, {"adv", {}}}};

[[noreturn]] void refuse(const fs::path& file, std::size_t at) {
  throw core::InputError(io::shown(file) + ": damaged at byte " + std::to_string(at) +
                         " (install Debian's package wordnet-base again)");
}

std::string read_part(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error))
    throw core::InputError(io::shown(file) +
                           " is missing: METEOR needs WordNet 3.0 (install Debian's package "
                           "wordnet-base, or name the folder that holds its files)");
  return io::read_file(file, largest_file);
}

// The words of a line.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}

  // Empty at the line's end.
  std::string_view next() {
    const auto begin = std::min(rest_.find_first_not_of(" \t\r"), rest_.size());
    const auto end = std::min(rest_.find_first_of(" \t\r", begin), rest_.size());
    const auto field = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return field;
  }

  std::optional<std::size_t> number(int base = 10) {
    const auto field = next();
    std::size_t value = 0;
    const auto [end, error] =
        std::from_chars(field.data(), field.data() + field.size(), value, base);
    if (error != std::errc{} || end != field.data() + field.size()) return std::nullopt;
    return value;
  }

 private:
  std::string_view rest_;
};

std::string_view line_at(std::string_view text, std::size_t at) {
  return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

// Where the line of the lemma begins in an index.
std::optional<std::size_t> find_lemma(std::string_view index, std::string_view lemma) {
  if (lemma.empty()) return std::nullopt;  // as lines before the first lemma's seem to begin
  std::size_t low = 0;                     // both are beginnings of lines, or the end
  std::size_t high = index.size();
  while (low < high) {
    auto middle = low + (high - low) / 2;
    const auto before = middle == 0 ? std::string_view::npos : index.rfind('\n', middle - 1);
    middle = std::max(low, before == std::string_view::npos ? 0 : before + 1);
    const auto line = line_at(index, middle);
    const auto found = line.substr(0, std::min(line.find(' '), line.size()));
    if (found == lemma) return middle;
    if (found < lemma)
      low = std::min(middle + line.size() + 1, index.size());
    else
      high = middle;
  }
  return std::nullopt;
}

// The offsets of the lemma's synsets in the data file; nothing where its line is damaged.
std::optional<std::vector<std::size_t>> offsets(std::string_view line) {
  Fields fields(line);
  fields.next();  // lemma
  fields.next();  // part of speech
  const auto synsets = fields.number();
  const auto pointers = fields.number();
  if (!synsets || !pointers || *synsets > line.size() || *pointers > line.size())
    return std::nullopt;
  for (std::size_t i = 0; i < *pointers + 2; ++i) fields.next();  // and two counts of senses
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < *synsets; ++i) {
    const auto offset = fields.number();
    if (!offset) return std::nullopt;
    found.push_back(*offset);
  }
  return found;
}

// Adds the names in the line of a synset. False where it is damaged.
bool add_names(std::vector<std::string>& names, std::string_view line, std::size_t offset) {
  Fields fields(line);
  if (fields.number() != offset) return false;
  fields.next();  // the lexicographers' file
  fields.next();  // part of speech
  const auto count = fields.number(16);
  if (!count || *count > line.size()) return false;
  for (std::size_t i = 0; i < *count; ++i) {
    auto name = fields.next();
    if (name.empty()) return false;
    fields.next();  // number of the sense
    // How the adjective may stand, as "(p)", is no part of the name.
    if (name.ends_with(')')) name = name.substr(0, std::min(name.find('('), name.size()));
    if (name.find('_') == std::string_view::npos) names.emplace_back(name);
  }
  return true;
}

// What one application of the endings makes of the forms.
std::vector<std::string> base_forms(const std::vector<std::string>& forms,
                                    std::span<const Ending> endings) {
  std::vector<std::string> made;
  for (const auto& form : forms)
    for (const auto& [old_one, new_one] : endings)
      if (form.ends_with(old_one))
        made.push_back(form.substr(0, form.size() - old_one.size()).append(new_one));
  return made;
}

// Where the lines of those of the forms begin that the index has.
std::vector<std::size_t> known(std::string_view index, const std::vector<std::string>& forms) {
  std::vector<std::size_t> lines;
  for (const auto& form : forms)
    if (const auto line = find_lemma(index, form)) lines.push_back(*line);
  return lines;
}

// The lines of the lemmas that the word may be a form of: the first step that finds any is the
// last.
std::vector<std::size_t> lemmas(std::string_view index, std::string_view word,
                                const std::vector<std::string>* exceptions,
                                std::span<const Ending> endings) {
  std::vector<std::string> forms{std::string(word)};
  if (exceptions) {
    forms.insert(forms.end(), exceptions->begin(), exceptions->end());
    return known(index, forms);
  }
  auto shorter = base_forms(forms, endings);
  forms.insert(forms.end(), shorter.begin(), shorter.end());
  auto found = known(index, forms);
  while (found.empty() && !shorter.empty()) {
    shorter = base_forms(shorter, endings);
    found = known(index, shorter);
  }
  return found;
}

}  // namespace

WordNet::PartOfSpeech WordNet::read(const fs::path& folder, const std::string& name) {
  PartOfSpeech part;
  part.index_file = folder / ("index." + name);
  part.data_file = folder / ("data." + name);
  part.index = read_part(part.index_file);
  part.data = read_part(part.data_file);
  const auto exceptions = read_part(folder / (name + ".exc"));
  for (std::size_t at = 0; at < exceptions.size();) {
    const auto line = line_at(exceptions, at);
    at += line.size() + 1;
    Fields fields(line);
    const auto form = fields.next();
    if (form.empty()) continue;
    std::vector<std::string> bases;
    for (auto base = fields.next(); !base.empty(); base = fields.next()) bases.emplace_back(base);
    part.exceptions.insert_or_assign(std::string(form), std::move(bases));
  }
  return part;
}

WordNet::WordNet(const fs::path& folder) {
  for (std::size_t i = 0; i < parts.size(); ++i) parts_[i] = read(folder, parts[i].name);
}

void WordNet::add(std::vector<std::string>& names, std::size_t part, std::string_view word) const {
  const auto& files = parts_[part];
  const auto exception = files.exceptions.find(word);
  const auto* bases = exception == files.exceptions.end() ? nullptr : &exception->second;
  for (const auto at : lemmas(files.index, word, bases, parts[part].endings)) {
    const auto synsets = offsets(line_at(files.index, at));
    if (!synsets) refuse(files.index_file, at);
    for (const auto offset : *synsets)
      if (offset >= files.data.size() || !add_names(names, line_at(files.data, offset), offset))
        refuse(files.data_file, offset);
  }
}

std::vector<std::string> WordNet::synonyms(std::string_view word) const {
  std::vector<std::string> names;
  // A space would be found in what stands before an index's first line.
  if (word.empty() || word.size() > longest_word || word.find_first_of(" \n") != word.npos)
    return names;
  for (std::size_t i = 0; i < parts_.size(); ++i) add(names, i, word);
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

}  // namespace assay::eval
