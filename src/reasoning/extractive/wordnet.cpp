#include "reasoning/extractive/wordnet.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace assay::reasoning::extractive {
namespace {

constexpr std::size_t most_words = 64;
constexpr std::size_t longest_word = 64;

// A file mapped for reading; empty where that fails.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return;
    struct stat status{};
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
      const auto size = static_cast<std::size_t>(status.st_size);
      void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
      if (data != MAP_FAILED) bytes_ = {static_cast<const char*>(data), size};
    }
    ::close(descriptor);
  }
  Mapping(Mapping&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  Mapping& operator=(Mapping&&) = delete;
  ~Mapping() {
    // munmap takes what mmap gave, which this class keeps as constant text.
    if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }
  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

std::string_view line_at(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return {};
  const auto end = text.find('\n', offset);
  return text.substr(offset, end == std::string_view::npos ? end : end - offset);
}

// The line of a sorted file whose first field is the word.
std::string_view find_line(std::string_view text, std::string_view word) {
  std::size_t low = 0;
  std::size_t high = text.size();
  while (low < high) {
    const auto middle = low + (high - low) / 2;
    const auto before = middle == 0 ? std::string_view::npos : text.rfind('\n', middle - 1);
    const auto start = before == std::string_view::npos ? 0 : before + 1;
    const auto line = line_at(text, start);
    const auto key = line.substr(0, line.find(' '));
    if (key == word) return line;
    if (key < word)
      low = start + line.size() + 1;
    else
      high = start;
  }
  return {};
}

// Reads fields that spaces set apart.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}
  std::string_view next() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    const auto field = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(field.size());
    return field;
  }
  std::size_t number(int base = 10) {
    const auto field = next();
    std::size_t value = 0;
    std::from_chars(field.data(), field.data() + field.size(), value, base);
    return value;
  }
  void skip(std::size_t count) {
    while (count-- > 0) next();
  }

 private:
  std::string_view rest_;
};

struct Pointer {
  std::string_view symbol;
  std::size_t offset = 0;
  char part = 'n';
  std::size_t source = 0;  // number of the word in this synset; 0: the synset as a whole
  std::size_t target = 0;
};

struct Synset {
  std::size_t file = 0;  // which of the lexicographers' files it stands in
  char type = 'n';
  std::vector<std::string_view> words;
  std::vector<Pointer> pointers;
};

Synset parse_synset(std::string_view line) {
  Synset synset;
  Fields fields(line);
  fields.skip(1);
  synset.file = fields.number();
  const auto type = fields.next();
  if (type.empty()) return synset;
  synset.type = type[0];
  const auto words = std::min<std::size_t>(fields.number(16), 255);
  for (std::size_t i = 0; i < words; ++i) {
    synset.words.push_back(fields.next());
    fields.skip(1);
  }
  const auto pointers = std::min<std::size_t>(fields.number(), 999);
  for (std::size_t i = 0; i < pointers; ++i) {
    Pointer pointer;
    pointer.symbol = fields.next();
    pointer.offset = fields.number();
    const auto part = fields.next();
    if (!part.empty()) pointer.part = part[0];
    const auto ends = fields.number(16);
    pointer.source = ends >> 8;
    pointer.target = ends & 0xFF;
    synset.pointers.push_back(pointer);
  }
  return synset;
}

// `beautiful(p)` → `beautiful`; several words in one are joined by `_`.
std::string plain(std::string_view word) {
  std::string text(word.substr(0, word.find('(')));
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return text;
}

void add(std::vector<std::string>& words, std::string word) {
  if (words.size() < most_words && !word.empty() && word.find('_') == std::string::npos &&
      std::ranges::find(words, word) == words.end())
    words.push_back(std::move(word));
}

// `new york` → `new_york`, as the index has it.
std::string as_lemma(std::string_view name) {
  std::string lemma(name);
  std::ranges::replace(lemma, ' ', '_');
  return lemma;
}

// Files of nouns for places and for things of nature, rivers and capes among them.
constexpr std::size_t location_file = 15;
constexpr std::size_t object_file = 17;

bool names_place(const Synset& synset) {
  const bool capital =
      !synset.words.empty() && synset.words[0][0] >= 'A' && synset.words[0][0] <= 'Z';
  return capital && (synset.file == location_file || synset.file == object_file);
}

}  // namespace

struct WordNet::Files {
  struct Part {
    char letter;
    Mapping index;
    Mapping data;
    Mapping exceptions;
  };
  std::vector<Part> parts;

  const Part* part(char letter) const {
    if (letter == 's') letter = 'a';
    for (const auto& candidate : parts)
      if (candidate.letter == letter) return &candidate;
    return nullptr;
  }

  // The word's base forms in this part of speech that the index has.
  static std::vector<std::string> lemmas(const Part& part, std::string_view word) {
    std::vector<std::string> found;
    const auto consider = [&](std::string candidate) {
      if (!candidate.empty() && !find_line(part.index.bytes(), candidate).empty())
        add(found, std::move(candidate));
    };
    consider(std::string(word));
    Fields exception(find_line(part.exceptions.bytes(), word));
    exception.next();
    for (auto form = exception.next(); !form.empty(); form = exception.next())
      consider(std::string(form));
    for (const auto& [suffix, ending] : rules(part.letter))
      if (word.size() > suffix.size() + 1 && word.ends_with(suffix))
        consider(std::string(word.substr(0, word.size() - suffix.size())).append(ending));
    return found;
  }

  using Rule = std::pair<std::string_view, std::string_view>;
  static std::vector<Rule> rules(char letter) {
    if (letter == 'n')
      return {{"s", ""},      {"ses", "s"},   {"xes", "x"},   {"zes", "z"},
              {"ches", "ch"}, {"shes", "sh"}, {"men", "man"}, {"ies", "y"}};
    if (letter == 'v')
      return {{"s", ""},   {"ies", "y"}, {"es", "e"},  {"es", ""},
              {"ed", "e"}, {"ed", ""},   {"ing", "e"}, {"ing", ""}};
    if (letter == 'a') return {{"er", ""}, {"est", ""}, {"er", "e"}, {"est", "e"}};
    return {};
  }

  // The synsets of the lemma, most frequent first, at most `limit`.
  static std::vector<Synset> senses(const Part& part, std::string_view lemma, std::size_t limit) {
    std::vector<Synset> result;
    Fields fields(find_line(part.index.bytes(), lemma));
    fields.skip(2);
    const auto count = std::min<std::size_t>(fields.number(), limit);
    fields.skip(std::min<std::size_t>(fields.number(), 64));  // symbols of its pointers
    fields.skip(2);
    for (std::size_t i = 0; i < count; ++i)
      result.push_back(parse_synset(line_at(part.data.bytes(), fields.number())));
    return result;
  }

  // The senses of a name in which it is a place.
  std::vector<Synset> places(std::string_view name) const {
    std::vector<Synset> found;
    if (name.size() > longest_word) return found;
    const auto* nouns = part('n');
    if (nouns == nullptr) return found;
    for (auto& synset : senses(*nouns, as_lemma(name), 6))
      if (names_place(synset)) found.push_back(std::move(synset));
    return found;
  }

  // Is the place, or what it is a part of, known by that name?
  bool inside(const Synset& place, std::string_view lemma, int depth) const {
    for (const auto& word : place.words)
      if (plain(word) == lemma) return true;
    if (depth == 0) return false;
    const auto* nouns = part('n');
    return std::ranges::any_of(place.pointers, [&](const Pointer& pointer) {
      return pointer.symbol == "#p" && pointer.part == 'n' &&
             inside(parse_synset(line_at(nouns->data.bytes(), pointer.offset)), lemma, depth - 1);
    });
  }

  void opposites(const Synset& synset, std::string_view lemma, bool head,
                 std::vector<std::string>& words) const {
    for (const auto& pointer : synset.pointers) {
      if (pointer.symbol == "!") {
        const bool own = pointer.source > 0 && pointer.source <= synset.words.size() &&
                         plain(synset.words[pointer.source - 1]) == lemma;
        if (!own && !head) continue;
        const auto* other = part(pointer.part);
        if (other == nullptr) continue;
        const auto target = parse_synset(line_at(other->data.bytes(), pointer.offset));
        if (pointer.target > 0 && pointer.target <= target.words.size())
          add(words, plain(target.words[pointer.target - 1]));
      } else if (pointer.symbol == "&" && synset.type == 's' && !head) {
        const auto* adjectives = part('a');
        opposites(parse_synset(line_at(adjectives->data.bytes(), pointer.offset)), lemma, true,
                  words);
      }
    }
  }
};

std::optional<WordNet> WordNet::open(const std::filesystem::path& folder) {
  constexpr std::array<std::pair<char, std::string_view>, 4> names{
      {{'n', "noun"}, {'v', "verb"}, {'a', "adj"}, {'r', "adv"}}};
  auto files = std::make_unique<Files>();
  for (const auto& [letter, name] : names) {
    const std::string ending(name);
    Files::Part part{letter, Mapping(folder / ("index." + ending)),
                     Mapping(folder / ("data." + ending)), Mapping(folder / (ending + ".exc"))};
    if (part.index.bytes().empty() || part.data.bytes().empty()) return std::nullopt;
    files->parts.push_back(std::move(part));
  }
  return WordNet(std::move(files));
}

WordNet::WordNet(std::unique_ptr<Files> files) : files_(std::move(files)) {}
WordNet::WordNet(WordNet&&) noexcept = default;
WordNet& WordNet::operator=(WordNet&&) noexcept = default;
WordNet::~WordNet() = default;

std::vector<std::string> WordNet::antonyms(std::string_view word) const {
  std::vector<std::string> words;
  if (word.size() > longest_word) return words;
  for (const auto& part : files_->parts)
    for (const auto& lemma : Files::lemmas(part, word))
      for (const auto& synset : Files::senses(part, lemma, 4))
        files_->opposites(synset, lemma, false, words);
  return words;
}

std::vector<std::string> WordNet::synonyms(std::string_view word) const {
  std::vector<std::string> words;
  if (word.size() > longest_word) return words;
  for (const auto& part : files_->parts)
    for (const auto& lemma : Files::lemmas(part, word))
      for (const auto& synset : Files::senses(part, lemma, 2))
        for (const auto& other : synset.words)
          if (auto text = plain(other); text != lemma) add(words, std::move(text));
  return words;
}

bool WordNet::is_common(std::string_view word) const {
  if (word.size() > longest_word) return false;
  for (const auto& part : files_->parts)
    for (const auto& lemma : Files::lemmas(part, word))
      for (const auto& synset : Files::senses(part, lemma, 3))
        for (const auto& other : synset.words)
          if (plain(other) == lemma && other[0] >= 'a' && other[0] <= 'z') return true;
  return false;
}

std::string WordNet::irregular_base(std::string_view word) const {
  for (const auto& part : files_->parts) {
    if (part.letter != 'v' && part.letter != 'n') continue;
    Fields fields(find_line(part.exceptions.bytes(), word));
    fields.next();
    if (const auto base = fields.next(); !base.empty()) return std::string(base);
  }
  return {};
}

bool WordNet::is_place(std::string_view name) const { return !files_->places(name).empty(); }

bool WordNet::one_place(std::string_view a, std::string_view b) const {
  constexpr int levels = 5;  // a quarter, a city, a state, a country, a continent
  const auto reaches = [&](std::string_view from, std::string_view to) {
    return std::ranges::any_of(files_->places(from), [&](const Synset& place) {
      return files_->inside(place, as_lemma(to), levels);
    });
  };
  return reaches(a, b) || reaches(b, a);
}

std::vector<std::string> WordNet::lemmas(std::string_view word) const {
  std::vector<std::string> words;
  if (word.size() > longest_word) return words;
  for (const auto& part : files_->parts)
    for (auto& lemma : Files::lemmas(part, word)) add(words, std::move(lemma));
  return words;
}

}  // namespace assay::reasoning::extractive
